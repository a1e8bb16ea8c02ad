import { describe, expect, test } from 'vitest';
import { budgetUse, rateStartsOn } from './budget-use.ts';

const today = '2026-11-22';
const dayFor = (budget: number | null, use: { approved: number; pending: number; lastFourWeeks: number }) =>
  budgetUse(budget, use, today).dayOfExhaustion;

describe('the use of a budget', () => {
  test('counts approved and pending worklogs', () => {
    expect(budgetUse(1_000, { approved: 300, pending: 100, lastFourWeeks: 0 }, today)).toEqual({
      budget: 1_000,
      approved: 300,
      pending: 100,
      lastFourWeeks: 0,
      left: 600,
      dayOfExhaustion: null,
    });
  });

  test('is null without a budget', () => {
    expect(budgetUse(null, { approved: 300, pending: 0, lastFourWeeks: 300 }, today)).toMatchObject({
      left: null,
      dayOfExhaustion: null,
    });
  });

  test('may exceed the budget', () => {
    expect(budgetUse(100, { approved: 300, pending: 1, lastFourWeeks: 300 }, today)).toMatchObject({
      left: -201,
      dayOfExhaustion: null,
    });
  });
});

describe('the day on which a budget runs out', () => {
  test.each([
    [
      'ten a day, a hundred left: the tenth day from now',
      380,
      { approved: 280, pending: 0, lastFourWeeks: 280 },
      '2026-12-02',
    ],
    ['what is pending counts as used', 380, { approved: 180, pending: 100, lastFourWeeks: 280 }, '2026-12-02'],
    ['a day begun is a day', 381, { approved: 280, pending: 0, lastFourWeeks: 280 }, '2026-12-03'],
    ['the last bit goes tomorrow', 281, { approved: 280, pending: 0, lastFourWeeks: 280 }, '2026-11-23'],
  ])('%s', (_, budget, use, day) => {
    expect(dayFor(budget, use)).toBe(day);
  });

  test('is null if the budget is used up, if nothing was used recently, or if the rest lasts more than ten years', () => {
    expect(dayFor(280, { approved: 280, pending: 0, lastFourWeeks: 280 })).toBeNull();
    expect(dayFor(280, { approved: 100, pending: 0, lastFourWeeks: 0 })).toBeNull();
    expect(dayFor(3_660 + 28, { approved: 28, pending: 0, lastFourWeeks: 28 })).toBe('2036-11-29');
    expect(dayFor(3_661 + 28, { approved: 28, pending: 0, lastFourWeeks: 28 })).toBeNull();
  });

  test('is exact for the largest sums too', () => {
    const budget = Number.MAX_SAFE_INTEGER;
    const lastFourWeeks = 28;
    expect(dayFor(budget, { approved: budget - 5, pending: 0, lastFourWeeks })).toBe('2026-11-27');
  });
});

test('the rate is computed from four weeks, including today', () => {
  expect(rateStartsOn('2026-11-22')).toBe('2026-10-26');
});
