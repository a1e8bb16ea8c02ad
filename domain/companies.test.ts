import { expect, test } from 'vitest';
import { companyNameLength, isPremium, maximumSeats, planOf } from './companies.ts';

test.each([
  [1, 'Free'],
  [2, 'Premium'],
  [maximumSeats, 'Premium'],
] as const)('a company with %i seats is on the plan %s', (seats, plan) => {
  expect(planOf(seats)).toBe(plan);
  expect(isPremium(seats)).toBe(plan === 'Premium');
});

test('names of companies have 1 to 120 characters', () => {
  expect(companyNameLength).toEqual({ minimum: 1, maximum: 120 });
});
