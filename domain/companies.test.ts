import { expect, test } from 'vitest';
import { companyNameLength, defaultPolicies, isPremium, maximumSeats, planOf } from './companies.ts';

test.each([
  [1, 'Free'],
  [2, 'Premium'],
  [maximumSeats, 'Premium'],
] as const)('a company with %i seats is on the plan %s', (seats, plan) => {
  expect(planOf(seats)).toBe(plan);
  expect(isPremium(seats)).toBe(plan === 'Premium');
});

test('a new company refuses overlaps and the future, and asks for no notes', () => {
  expect(defaultPolicies).toEqual({ overlaps: 'refuse', allowFuture: false, requireNotes: false });
});

test('names of companies have 1 to 120 characters', () => {
  expect(companyNameLength).toEqual({ minimum: 1, maximum: 120 });
});
