import { describe, expect, test } from 'vitest';
import { periodOf, stepped, usualPeriodOf } from './periods.ts';

const saturday = '2026-11-21';
const monday = 1;
const sunday = 7;

test.each([
  ['this-week', '2026-11-16', '2026-11-22'],
  ['last-week', '2026-11-09', '2026-11-15'],
  ['this-month', '2026-11-01', '2026-11-30'],
  ['last-month', '2026-10-01', '2026-10-31'],
  ['this-quarter', '2026-10-01', '2026-12-31'],
  ['last-quarter', '2026-07-01', '2026-09-30'],
  ['this-year', '2026-01-01', '2026-12-31'],
  ['last-year', '2025-01-01', '2025-12-31'],
] as const)('%s is %s to %s, and found again by its days', (period, from, to) => {
  expect(periodOf(period, saturday, monday)).toEqual({ from, to });
  expect(usualPeriodOf({ from, to }, saturday, monday)).toBe(period);
});

test('weeks begin where the company begins them', () => {
  expect(periodOf('this-week', saturday, sunday)).toEqual({ from: '2026-11-15', to: '2026-11-21' });
});

test('other days are nobody’s usual period', () => {
  expect(usualPeriodOf({ from: '2026-11-02', to: '2026-11-30' }, saturday, monday)).toBeNull();
});

describe('the period before and after', () => {
  test.each([
    ['a month of 31 days', '2026-03-01', '2026-03-31', -1, '2026-02-01', '2026-02-28'],
    ['a month of 28 days', '2026-02-01', '2026-02-28', 1, '2026-03-01', '2026-03-31'],
    ['a quarter', '2026-01-01', '2026-03-31', -1, '2025-10-01', '2025-12-31'],
    ['a year', '2024-01-01', '2024-12-31', 1, '2025-01-01', '2025-12-31'],
    ['a week over the turn of the year', '2025-12-29', '2026-01-04', 1, '2026-01-05', '2026-01-11'],
    ['some days', '2026-11-03', '2026-11-05', -1, '2026-10-31', '2026-11-02'],
    ['a single day', '2026-03-01', '2026-03-01', -1, '2026-02-28', '2026-02-28'],
  ])('of %s', (_, from, to, steps, earlier, later) => {
    expect(stepped({ from, to }, steps)).toEqual({ from: earlier, to: later });
  });
});
