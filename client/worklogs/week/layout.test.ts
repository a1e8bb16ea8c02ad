import { array, assert, integer, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { weekDaySpans } from './days.ts';
import { allHours, minBlockHours, placeBlocks, visibleHours } from './layout.ts';

const jakarta = 'Asia/Jakarta';
const week = weekDaySpans('2026-11-16', 7, jakarta);

const timed = (id: string, from: string, to: string) => ({
  id,
  startsAt: `2026-11-${from}:00+07:00`,
  endsAt: `2026-11-${to}:00+07:00`,
});

const onDay = (index: number, worklogs: Parameters<typeof placeBlocks>[1]) => {
  const column = week[index];
  return column ? placeBlocks(column, worklogs) : [];
};

const inLanes = (index: number, worklogs: Parameters<typeof placeBlocks>[1]) =>
  onDay(index, worklogs).map(({ worklog, lane, lanes }) => [worklog.id, lane, lanes]);

describe('a block', () => {
  test('is at its hours on its day only', () => {
    const worklog = timed('a', '17T09:00', '17T12:30');
    expect(onDay(1, [worklog])).toMatchObject([
      { top: 9, bottom: 12.5, continuesFromPreviousDay: false, continuesOnNextDay: false },
    ]);
    expect(onDay(0, [worklog])).toEqual([]);
    expect(onDay(2, [worklog])).toEqual([]);
  });

  test('over midnight is in both columns', () => {
    const night = timed('night', '17T22:00', '18T06:00');
    expect(onDay(1, [night])).toMatchObject([
      { top: 22, bottom: 24, continuesFromPreviousDay: false, continuesOnNextDay: true },
    ]);
    expect(onDay(2, [night])).toMatchObject([
      { top: 0, bottom: 6, continuesFromPreviousDay: true, continuesOnNextDay: false },
    ]);
  });

  test('until midnight does not touch the next day', () => {
    expect(onDay(2, [timed('late', '17T22:00', '18T00:00')])).toEqual([]);
  });

  test('does not exist for an expense', () => {
    expect(onDay(1, [{ id: 'taxi', startsAt: null, endsAt: null }])).toEqual([]);
  });
});

describe('lanes', () => {
  test('adjacent blocks have the full width', () => {
    expect(inLanes(0, [timed('a', '16T08:00', '16T10:00'), timed('b', '16T10:00', '16T11:00')])).toEqual([
      ['a', 0, 1],
      ['b', 0, 1],
    ]);
  });

  test('overlapping blocks are side by side, and a free lane is used again', () => {
    const three = [
      timed('long', '16T08:00', '16T12:00'),
      timed('one', '16T08:30', '16T09:30'),
      timed('two', '16T10:00', '16T11:00'),
    ];
    expect(inLanes(0, three)).toEqual([
      ['long', 0, 2],
      ['one', 1, 2],
      ['two', 1, 2],
    ]);
  });

  test('a short block has a minimum height, so the next one is beside it', () => {
    const short = [timed('call', '16T09:00', '16T09:05'), timed('next', '16T09:05', '16T10:00')];
    expect(inLanes(0, short)).toEqual([
      ['call', 0, 2],
      ['next', 1, 2],
    ]);
  });

  test('never let two blocks cover each other, and contain every block', () => {
    const some = array(record({ from: integer({ min: 0, max: 1_300 }), minutes: integer({ min: 1, max: 300 }) }), {
      maxLength: 40,
    });
    assert(
      property(some, (all) => {
        const start = Date.parse('2026-11-16T00:00:00+07:00');
        const worklogs = all.map(({ from, minutes }, index) => ({
          id: String(index),
          startsAt: new Date(start + from * 60_000).toISOString(),
          endsAt: new Date(start + (from + minutes) * 60_000).toISOString(),
        }));
        const blocks = onDay(0, worklogs);
        expect(blocks.map(({ worklog }) => worklog.id).sort()).toEqual(worklogs.map(({ id }) => id).sort());
        for (const a of blocks) {
          expect(a.lane).toBeLessThan(a.lanes);
          for (const b of blocks) {
            if (a === b || a.lane !== b.lane) continue;
            const isApart =
              Math.max(a.bottom, a.top + minBlockHours) <= b.top || Math.max(b.bottom, b.top + minBlockHours) <= a.top;
            expect(isApart, `${a.worklog.id} and ${b.worklog.id}`).toBe(true);
          }
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('the visible hours', () => {
  test('are the usual ones if all blocks fit', () => {
    expect(visibleHours(week, [timed('a', '17T09:00', '17T12:30')])).toEqual({ first: 6, last: 20 });
  });
  test('are extended by whole hours to contain all blocks', () => {
    expect(visibleHours(week, [timed('a', '17T04:40', '17T06:00'), timed('b', '18T20:00', '18T22:10')])).toEqual({
      first: 4,
      last: 23,
    });
  });
  test('are 25 when the clocks go back', () => {
    expect(allHours(weekDaySpans('2026-10-19', 7, 'Europe/Berlin'))).toEqual({ first: -1, last: 24 });
    expect(allHours(week)).toEqual({ first: 0, last: 24 });
  });
});
