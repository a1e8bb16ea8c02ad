import { expect, test } from 'vitest';
import { toDecimal } from '#domain/money.ts';
import { minorOfStripe } from './stripe-money.ts';

test.each([
  [450, 'EUR', '4.50'],
  [5_000_000, 'IDR', '50000.00'],
  [500, 'JPY', '500'],
  [50_000, 'ISK', '500'],
  [500, 'MGA', '500.00'],
  [1_500, 'KWD', '1.500'],
])('%i of Stripe in %s is %s', (amount, currency, decimal) => {
  expect(toDecimal(minorOfStripe(amount, currency), currency)).toBe(decimal);
});
