import { expect, test } from 'vitest';
import { groupsRefusal } from './report-groups.ts';

const year = { from: '2025-01-01', to: '2026-12-31' };

test.each([
  [['worker', 'day'], { from: '2026-11-01', to: '2026-11-30' }, null],
  [['worker', 'worker'], year, 'field.invalid'],
  [['day'], year, 'range.too-many-buckets'],
  [['week', 'status'], year, null],
] as const)('the groups %o of %o: %s', (groups, range, expected) => {
  const refusal = groupsRefusal(groups, range, 1);
  expect(refusal?.code ?? null).toBe(expected);
  expect(refusal?.path ?? 'groupBy').toBe('groupBy');
});
