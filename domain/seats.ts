// Seats: an active member uses one and a pending invite reserves one, so accepting an invite never fails for lack of a seat.

import { type Refusal, refuse } from './reasons.ts';

export type SeatCounts = { seats: number; members: number; pendingInvites: number };

export const seatsUsed = (use: SeatCounts): number => use.members + use.pendingInvites;

export const seatsFree = (use: SeatCounts): number => Math.max(0, use.seats - seatsUsed(use));

/** Why `wanted` more seats cannot be used, or null. */
export function claimSeatsRefusal(use: SeatCounts, wanted: number): Refusal | null {
  if (seatsFree(use) >= wanted) return null;
  if (wanted > 1) return refuse('seats.too-few', { params: { wanted, free: seatsFree(use) } });
  return refuse('seats.none-free', { params: { seats: use.seats, used: seatsUsed(use) } });
}

/** Refuses fewer seats than are in use. */
export const seatsBelowUseRefusal = (use: SeatCounts, seats: number): Refusal | null =>
  seats >= seatsUsed(use) ? null : refuse('seats.below-use', { path: 'seats', params: { used: seatsUsed(use) } });
