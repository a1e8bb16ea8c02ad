import { expect, test } from 'vitest';
import { isPremium, maxCompanyNameLength, maxSeats, planOf } from './companies.ts';

test.each([
  [1, 'Free'],
  [2, 'Premium'],
  [maxSeats, 'Premium'],
] as const)('a company with %i seats is on the plan %s', (seats, plan) => {
  expect(planOf(seats)).toBe(plan);
  expect(isPremium(seats)).toBe(plan === 'Premium');
});

test('names of companies have 1 to 120 characters', () => {
  expect(maxCompanyNameLength).toBe(120);
});
