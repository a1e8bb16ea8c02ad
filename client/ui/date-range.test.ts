import { expect, test } from 'vitest';
import { dateRangeOf, presetOf } from './date-range.ts';

const [monday, sunday] = [1, 7];

test.each([
  ['this-week', '2026-11-22', monday, '2026-11-16', '2026-11-22'],
  ['this-week', '2026-11-22', sunday, '2026-11-22', '2026-11-28'],
  ['this-month', '2028-02-10', monday, '2028-02-01', '2028-02-29'],
  ['last-month', '2026-01-31', monday, '2025-12-01', '2025-12-31'],
] as const)('%s of %s, in weeks from day %i', (preset, today, weekStartsOn, from, to) => {
  expect(dateRangeOf(preset, today, weekStartsOn)).toEqual({ from, to });
  expect(presetOf({ from, to }, today, weekStartsOn)).toBe(preset);
});

test('other days are of one’s own choice', () => {
  expect(presetOf({ from: '2026-11-01', to: '2026-11-29' }, '2026-11-22', monday)).toBeNull();
});
