import { assert, nat, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { claimSeatsRefusal, seatsBelowUseRefusal, seatsFree, seatsUsed } from './seats.ts';

const use = record({ seats: nat(1_000), members: nat(500), pendingInvites: nat(500) });

test('a pending invite uses a seat like a member', () => {
  expect(seatsUsed({ seats: 5, members: 2, pendingInvites: 3 })).toBe(5);
  expect(seatsFree({ seats: 5, members: 2, pendingInvites: 3 })).toBe(0);
});

test('the last seat can be claimed, one more cannot', () => {
  expect(claimSeatsRefusal({ seats: 5, members: 3, pendingInvites: 1 }, 1)).toBeNull();
  expect(claimSeatsRefusal({ seats: 5, members: 3, pendingInvites: 2 }, 1)).toEqual({
    code: 'seats.none-free',
    params: { seats: 5, used: 5 },
  });
});

test('a refusal for several seats contains the number of free ones', () => {
  expect(claimSeatsRefusal({ seats: 5, members: 3, pendingInvites: 1 }, 2)).toEqual({
    code: 'seats.too-few',
    params: { wanted: 2, free: 1 },
  });
});

test('seats can be lowered to those in use, not below', () => {
  expect(seatsBelowUseRefusal({ seats: 9, members: 3, pendingInvites: 1 }, 4)).toBeNull();
  expect(seatsBelowUseRefusal({ seats: 9, members: 3, pendingInvites: 1 }, 3)).toEqual({
    code: 'seats.below-use',
    path: 'seats',
    params: { used: 4 },
  });
});

test('an allowed claim never exceeds the number of seats', () => {
  assert(
    property(use, nat(600), (before, wanted) => {
      const isAllowed = claimSeatsRefusal(before, wanted) === null;
      const fits = seatsUsed(before) + wanted <= before.seats;
      // A company that already exceeds its seats may not claim; claiming none is always allowed.
      expect(isAllowed).toBe(fits || wanted === 0);
    }),
  );
});

test('free seats are never negative, and an allowed change leaves no member without a seat', () => {
  assert(
    property(use, nat(1_000), (before, seats) => {
      expect(seatsFree(before)).toBeGreaterThanOrEqual(0);
      if (seatsBelowUseRefusal(before, seats) === null) expect(seatsUsed(before)).toBeLessThanOrEqual(seats);
      else expect(seatsUsed(before)).toBeGreaterThan(seats);
    }),
  );
});
