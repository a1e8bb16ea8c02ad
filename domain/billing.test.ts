import { assert, constantFrom, nat, option, property } from 'fast-check';
import { expect, test } from 'vitest';
import {
  isRunning,
  minSeats,
  seatChangeMethod,
  seatChangeRefusal,
  seatsForSubscription,
  subscriptionStatuses,
} from './billing.ts';

const use = { seats: 5, members: 3, pendingInvites: 1 };
const stripe = { use, provider: 'stripe' } as const;

test.each([
  [{ ...stripe, provider: 'built-in', seats: 50, status: 'active' } as const, 'free'],
  [{ ...stripe, seats: 6, status: 'none' } as const, 'checkout'],
  [{ ...stripe, seats: 6, status: 'ended' } as const, 'checkout'],
  [{ ...stripe, seats: 4, status: 'none' } as const, 'free'],
  [{ ...stripe, seats: 6, status: 'active' } as const, 'subscription'],
  [{ ...stripe, seats: 4, status: 'active' } as const, 'subscription'],
  [{ ...stripe, seats: 4, status: 'past due' } as const, 'subscription'],
])('a change of %j is carried out as: %s', (wish, way) => {
  expect(seatChangeMethod(wish)).toBe(way);
});

test('fewer seats than are in use are refused, with and without a subscription', () => {
  for (const provider of ['built-in', 'stripe'] as const)
    for (const status of subscriptionStatuses) {
      expect(seatChangeRefusal({ use, seats: 3, status, provider })?.code).toBe('seats.below-use');
      expect(seatChangeRefusal({ use, seats: 4, status, provider })).toBeNull();
    }
});

test('a subscription must be cancelled; it cannot be lowered to the one seat of the Free plan', () => {
  const alone = { use: { seats: 5, members: 1, pendingInvites: 0 }, seats: 1 };
  expect(seatChangeRefusal({ ...alone, status: 'active', provider: 'stripe' })?.code).toBe(
    'billing.cancel-for-free-plan',
  );
  expect(seatChangeRefusal({ ...alone, status: 'ended', provider: 'stripe' })).toBeNull();
  expect(seatChangeRefusal({ ...alone, status: 'active', provider: 'built-in' })).toBeNull();
  expect([minSeats(alone.use, true), minSeats(alone.use, false), minSeats(use, true)]).toEqual([2, 1, 4]);
});

test('paid seats are in effect; an unpaid invoice changes nothing; a subscription that ends leaves the Free plan', () => {
  const seatsOf = (now: Parameters<typeof seatsForSubscription>[0]['now']) =>
    seatsForSubscription({ seats: 5, before: 'active', now, reserved: null });
  expect(seatsOf({ status: 'active', seats: 9 })).toBe(9);
  expect(seatsOf({ status: 'active', seats: 2 })).toBe(2);
  expect(seatsOf({ status: 'past due', seats: 5 })).toBe(5);
  expect(seatsOf({ status: 'ended', seats: 5 })).toBe(1);
  expect(seatsOf(null)).toBe(1);
});

test('free seats stay if the company never paid; the end of a subscription removes them only once', () => {
  expect(seatsForSubscription({ seats: 12, before: 'none', now: null, reserved: null })).toBe(12);
  expect(seatsForSubscription({ seats: 12, before: 'ended', now: { status: 'ended', seats: 3 }, reserved: null })).toBe(
    12,
  );
});

test('during a change there are never more seats than reserved, and never fewer than one', () => {
  assert(
    property(nat(50), option(nat(50)), constantFrom(...subscriptionStatuses), nat(50), (paid, wish, before, seats) => {
      const reserved = wish === null ? null : wish + 1;
      for (const status of ['active', 'past due', 'ended'] as const) {
        const after = seatsForSubscription({ seats: seats + 1, before, now: { status, seats: paid }, reserved });
        expect(after).toBeGreaterThanOrEqual(1);
        if (isRunning(status) && reserved !== null) expect(after).toBeLessThanOrEqual(reserved);
      }
    }),
  );
});
