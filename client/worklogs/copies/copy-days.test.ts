import { expect, test } from 'vitest';
import { canTake, nextWeekdays, restOfWeek } from './copy-days.ts';

test('the rest of a week and the weekdays of the next follow the company’s first day', () => {
  expect(restOfWeek('2026-11-18', 1)).toEqual(['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22']);
  expect(restOfWeek('2026-11-18', 7)).toEqual(['2026-11-19', '2026-11-20', '2026-11-21']);
  expect(restOfWeek('2026-11-22', 1)).toEqual([]);
  expect(nextWeekdays('2026-11-22', 1)).toEqual(['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27']);
  expect(nextWeekdays('2026-11-22', 7)[0]).toBe('2026-11-30');
});

test('a day can take copies unless it is the same, locked, or in a future that is closed', () => {
  const rules = { allowFuture: false, lockedUntil: '2026-11-01' };
  const takes = (day: string, more = {}) => canTake(day, '2026-11-16', '2026-11-20', { ...rules, ...more });
  expect(['2026-11-02', '2026-11-17', '2026-11-20'].map((day) => takes(day))).toEqual([true, true, true]);
  expect(['2026-11-01', '2026-11-16', '2026-11-21'].map((day) => takes(day))).toEqual([false, false, false]);
  expect(takes('2026-11-21', { allowFuture: true })).toBe(true);
  expect(takes('2026-10-30', { lockedUntil: null })).toBe(true);
});
