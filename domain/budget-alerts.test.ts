import { describe, expect, test } from 'vitest';
import { byUsedShare, isNewAlert, reachedThreshold } from './budget-alerts.ts';

describe('the threshold that is reached', () => {
  test.each([
    [0, null],
    [479, null],
    [480, 80],
    [599, 80],
    [600, 100],
    [9_000, 100],
  ])('of 600: %i used is %s', (used, threshold) => {
    expect(reachedThreshold({ budget: 600, used })).toBe(threshold);
  });

  test('is exact to the last unit of the largest budget', () => {
    const budget = 10_000_000_000_000;
    expect(reachedThreshold({ budget, used: budget - 1 })).toBe(80);
    expect(reachedThreshold({ budget, used: (budget / 10) * 8 - 1 })).toBeNull();
  });
});

describe('somebody is notified', () => {
  const at80 = { budget: 600, threshold: 80 } as const;
  const at100 = { budget: 600, threshold: 100 } as const;

  test('once at each threshold', () => {
    expect(isNewAlert(null, at80)).toBe(true);
    expect(isNewAlert(at80, at80)).toBe(false);
    expect(isNewAlert(at80, at100)).toBe(true);
    expect(isNewAlert(at100, at100)).toBe(false);
  });

  test('not when the use falls from one threshold to the lower', () => {
    expect(isNewAlert(at100, at80)).toBe(false);
  });

  test('again when the budget has changed', () => {
    expect(isNewAlert(at100, { budget: 700, threshold: 80 })).toBe(true);
  });
});

test('the largest used share is first, whatever is measured', () => {
  const shares = [
    { budget: 1_000, used: 500 },
    { budget: 10, used: 11 },
    { budget: 5, used: 0 },
  ];
  expect(shares.sort(byUsedShare).map(({ used }) => used)).toEqual([11, 500, 0]);
});
