// Rules between payments and seats, the same for every payment provider: how a change of the seat count is carried out, and
// how many seats a subscription gives. An unpaid invoice removes no seats: the provider retries for days before it ends a subscription.

import { type Refusal, refuse } from './reasons.ts';
import { type SeatCounts, seatsBelowUseRefusal, seatsUsed } from './seats.ts';

/** `none`: the company never paid; any seats it has were given for free and stay. */
export const subscriptionStatuses = ['none', 'active', 'past due', 'ended'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** A subscription as the provider reports it. */
export type PaidSeats = { status: Exclude<SubscriptionStatus, 'none'>; seats: number };

/** Lifetime of the lock that allows one seat change at a time. Longer than all calls of one change to a slow provider, retries included. */
export const seatChangeLockMinutes = 5;

export const isRunning = (status: SubscriptionStatus): boolean => status === 'active' || status === 'past due';

/** `free`: applied without the provider. `checkout`: the person pays first. `subscription`: the active one is changed. */
export type SeatChangeMethod = 'free' | 'checkout' | 'subscription';

type SeatChange = { use: SeatCounts; seats: number; status: SubscriptionStatus; provider: 'built-in' | 'stripe' };

/** Lowering the seat count needs no payment; with an active subscription every change is made at the provider too. */
export function seatChangeMethod({ use, seats, status, provider }: SeatChange): SeatChangeMethod {
  if (provider === 'built-in') return 'free';
  if (isRunning(status)) return 'subscription';
  return seats <= use.seats ? 'free' : 'checkout';
}

/** Whether the company may change to `seats` seats. One seat is the Free plan: reaching it means cancelling the subscription. */
export function seatChangeRefusal({ use, seats, status, provider }: SeatChange): Refusal | null {
  const tooFew = seatsBelowUseRefusal(use, seats);
  if (tooFew) return tooFew;
  const isCancelling = provider !== 'built-in' && isRunning(status) && seats === 1;
  return isCancelling ? refuse('billing.cancel-for-free-plan', { path: 'seats' }) : null;
}

type SubscriptionChange = {
  /** Seats that the company has now. */
  seats: number;
  before: SubscriptionStatus;
  now: PaidSeats | null;
  /** Seats of a change that the provider has not confirmed yet. */
  reserved: number | null;
};

/** Seats of the company after a report of the provider. A reduction in progress (`reserved`) already counts, so that nobody takes a seat that is about to go. */
export function seatsForSubscription({ seats, before, now, reserved }: SubscriptionChange): number {
  if (now && isRunning(now.status)) return Math.max(1, Math.min(now.seats, reserved ?? now.seats));
  return isRunning(before) ? 1 : seats;
}

/** The smallest seat count that can be chosen. */
export const minSeats = (use: SeatCounts, isPaying: boolean): number => Math.max(isPaying ? 2 : 1, seatsUsed(use));
