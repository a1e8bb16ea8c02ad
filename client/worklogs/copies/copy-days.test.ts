import { expect, test } from 'vitest';
import { maxCopies } from '#domain/copies.ts';
import { confirmedCopyRequests, copyRequests, isPossibleTarget, nextWeekdays, restOfWeek } from './copy-days.ts';

test('the rest of a week and the weekdays of the next follow the company’s first day', () => {
  expect(restOfWeek('2026-11-18', 1)).toEqual(['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22']);
  expect(restOfWeek('2026-11-18', 7)).toEqual(['2026-11-19', '2026-11-20', '2026-11-21']);
  expect(restOfWeek('2026-11-22', 1)).toEqual([]);
  expect(nextWeekdays('2026-11-22', 1)).toEqual(['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27']);
  expect(nextWeekdays('2026-11-22', 7)[0]).toBe('2026-11-30');
});

test('a day can receive copies unless it is the same day, locked, or in a future that the policy forbids', () => {
  const rules = { allowFuture: false, lockedUntil: '2026-11-01' };
  const takes = (day: string, more = {}) => isPossibleTarget(day, '2026-11-16', '2026-11-20', { ...rules, ...more });
  expect(['2026-11-02', '2026-11-17', '2026-11-20'].map((day) => takes(day))).toEqual([true, true, true]);
  expect(['2026-11-01', '2026-11-16', '2026-11-21'].map((day) => takes(day))).toEqual([false, false, false]);
  expect(takes('2026-11-21', { allowFuture: true })).toBe(true);
  expect(takes('2026-10-30', { lockedUntil: null })).toBe(true);
});

test('more copies than one request allows are split, every worklog onto every day once', () => {
  const numbered = (count: number) => Array.from({ length: count }, (_, index) => String(index));
  for (const [worklogs, days] of [
    [1, 31],
    [7, 28],
    [50, 2],
    [120, 31],
  ] as const) {
    const turns = copyRequests(numbered(worklogs), numbered(days));
    const pairs = turns.map((turn) => turn.worklogIds.flatMap((id) => turn.toDays.map((day) => `${id} ${day}`)));
    expect(Math.max(...pairs.map(({ length }) => length))).toBeLessThanOrEqual(maxCopies);
    expect(new Set(pairs.flat()).size).toBe(worklogs * days);
    expect(pairs.flat()).toHaveLength(worklogs * days);
    const ids = turns.map(({ copyIds }) => copyIds.map(({ worklogId, day }) => `${worklogId} ${day}`).sort());
    expect(ids).toEqual(pairs.map((turn) => turn.sort()));
    expect(new Set(turns.flatMap(({ copyIds }) => copyIds.map(({ id }) => id))).size).toBe(worklogs * days);
  }
  expect(copyRequests(['one'], ['2026-03-02'])).toHaveLength(1);
});

test('only copies refused for an overlap are confirmed, day by day', () => {
  const result = (worklogId: string, day: string, code: 'worklog.conflict' | 'worklog.in-future' | null) => ({
    worklogId,
    day,
    code,
    message: null,
    conflicts: [],
    copy: null,
  });
  const results = [
    result('one', '2026-03-03', 'worklog.conflict'),
    result('two', '2026-03-03', null),
    result('three', '2026-03-03', 'worklog.conflict'),
    result('one', '2026-03-04', 'worklog.conflict'),
    result('two', '2026-03-04', 'worklog.in-future'),
  ];
  expect(confirmedCopyRequests(results)).toMatchObject([
    { worklogIds: ['one', 'three'], toDays: ['2026-03-03'], confirmOverlap: true, copyIds: [{}, {}] },
    { worklogIds: ['one'], toDays: ['2026-03-04'], confirmOverlap: true, copyIds: [{ worklogId: 'one' }] },
  ]);
});
