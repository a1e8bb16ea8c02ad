import { expect, test } from 'vitest';
import { completeRange, matchingPreset, presetRange } from './period-presets.ts';

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
] as const)('%s is %s to %s, and is recognised by its days', (period, from, to) => {
  expect(presetRange(period, saturday, monday)).toEqual({ from, to });
  expect(matchingPreset({ from, to }, saturday, monday)).toBe(period);
});

test('weeks begin on the first weekday of the company', () => {
  expect(presetRange('this-week', saturday, sunday)).toEqual({ from: '2026-11-15', to: '2026-11-21' });
});

test('months have their own lengths, also across years', () => {
  expect(presetRange('this-month', '2028-02-10', monday)).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(presetRange('last-month', '2026-01-31', monday)).toEqual({ from: '2025-12-01', to: '2025-12-31' });
});

test('other ranges match no preset', () => {
  expect(matchingPreset({ from: '2026-11-02', to: '2026-11-30' }, saturday, monday)).toBeNull();
});

test.each([
  ['no end', null, null, '2026-11-01', '2026-11-30'],
  ['both', '2026-10-05', '2026-10-09', '2026-10-05', '2026-10-09'],
  ['both, turned round', '2026-10-09', '2026-10-05', '2026-10-05', '2026-10-09'],
  ['a beginning before the usual end', '2026-10-05', null, '2026-10-05', '2026-11-30'],
  ['a beginning after it', '2026-12-05', null, '2026-12-05', '2026-12-05'],
  ['an end after the usual beginning', null, '2026-12-05', '2026-11-01', '2026-12-05'],
  ['an end before it', null, '2026-10-05', '2026-10-05', '2026-10-05'],
])('a URL with %s', (_, from, to, first, last) => {
  expect(completeRange({ from, to }, { from: '2026-11-01', to: '2026-11-30' })).toEqual({ from: first, to: last });
});
