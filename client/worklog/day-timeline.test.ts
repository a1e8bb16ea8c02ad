import { describe, expect, test } from 'vitest';
import { layoutDay, overlapsOf } from './day-timeline.ts';
import { sample } from './sample-worklog.ts';

const timed = (id: string, from: string, to: string, change = {}) =>
  sample({ id, startsAt: `${from}:00.000Z`, endsAt: `${to}:00.000Z`, ...change });

const morning = timed('morning', '2026-11-16T02:00', '2026-11-16T05:00');

describe('the timeline of a day', () => {
  test('is at least ten hours wide, on whole hours', () => {
    const layout = layoutDay(morning, []);
    expect(layout?.blocks).toEqual([{ worklog: morning, left: 30, width: 30, lane: 0 }]);
    expect(layout?.ticks.map(({ at }) => at.slice(11, 16))).toEqual([
      '23:00',
      '01:00',
      '03:00',
      '05:00',
      '07:00',
      '09:00',
    ]);
  });

  test('puts overlapping worklogs into separate lanes and adjacent ones into one', () => {
    const over = timed('over', '2026-11-16T04:00', '2026-11-16T06:00');
    const after = timed('after', '2026-11-16T05:00', '2026-11-16T07:00');
    const layout = layoutDay(morning, [morning, after, over]);
    expect(layout?.blocks.map(({ worklog, lane }) => [worklog.id, lane])).toEqual([
      ['morning', 0],
      ['over', 1],
      ['after', 0],
    ]);
    expect(layout?.lanes).toBe(2);
  });

  test('contains a night shift of the day before only where it overlaps this worklog', () => {
    const night = timed('night', '2026-11-15T15:00', '2026-11-16T03:00', { day: '2026-11-15' });
    const early = timed('early', '2026-11-15T01:00', '2026-11-15T04:00', { day: '2026-11-15' });
    expect(layoutDay(morning, [night, early])?.blocks.map(({ worklog }) => worklog.id)).toEqual(['night', 'morning']);
  });

  test('is null for a day of expenses only', () => {
    expect(layoutDay(sample({ kind: 'expense', startsAt: null, endsAt: null }), [])).toBeNull();
  });
});

describe('conflicts', () => {
  test('are worklogs that overlap and are not rejected; adjacent ones do not', () => {
    const over = timed('over', '2026-11-16T04:00', '2026-11-16T06:00');
    const touching = timed('touching', '2026-11-16T05:00', '2026-11-16T07:00');
    const rejected = timed('rejected', '2026-11-16T03:00', '2026-11-16T04:00', { status: 'rejected' });
    expect(overlapsOf(morning, [morning, over, touching, rejected])).toEqual([over]);
    expect(overlapsOf({ ...morning, status: 'rejected' }, [over])).toEqual([]);
  });
});
