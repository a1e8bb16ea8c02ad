// What paying means for seats, whoever the payment provider is: how a wish for seats is carried out, and how many seats a
// subscription gives. Unpaid invoices take no seat at once: the provider asks again for days before it ends a subscription.

import { type Refusal, refuse } from './reasons.ts';
import { changeRefusal, type SeatUse, seatsUsed } from './seats.ts';

/** `none`: the company never paid; seats it may have were given without payment and stay. */
export const subscriptionStatuses = ['none', 'active', 'past due', 'ended'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** A subscription as the provider tells of it. */
export type PaidSeats = { status: Exclude<SubscriptionStatus, 'none'>; seats: number };

/** One change of seats at a time. Longer than all calls of one to a slow provider together, repetitions included. */
export const seatChangeMinutes = 5;

export const isRunning = (status: SubscriptionStatus): boolean => status === 'active' || status === 'past due';

/** `free`: no provider is asked. `checkout`: the person pays first. `subscription`: the one that runs is changed. */
export type WayToSeats = 'free' | 'checkout' | 'subscription';

type Wish = { use: SeatUse; seats: number; status: SubscriptionStatus; provider: 'built-in' | 'stripe' };

/** Fewer seats than the company has cost nothing; what a subscription pays for is always changed there too. */
export function wayToSeats({ use, seats, status, provider }: Wish): WayToSeats {
  if (provider === 'built-in') return 'free';
  if (isRunning(status)) return 'subscription';
  return seats <= use.seats ? 'free' : 'checkout';
}

/** May the company choose `seats` seats? One seat is the Free plan: a subscription is cancelled, not lowered to it. */
export function wishRefusal({ use, seats, status, provider }: Wish): Refusal | null {
  const tooFew = changeRefusal(use, seats);
  if (tooFew) return tooFew;
  const isCancelling = provider !== 'built-in' && isRunning(status) && seats === 1;
  return isCancelling ? refuse('billing.cancel-for-free-plan', { path: 'seats' }) : null;
}

type Settlement = {
  /** Seats that the company has now. */
  seats: number;
  before: SubscriptionStatus;
  now: PaidSeats | null;
  /** Seats of a change that the provider has not confirmed yet. */
  reserved: number | null;
};

/** Seats of the company after the provider told what is paid. While they are being lowered, nobody may take the last ones. */
export function seatsAfter({ seats, before, now, reserved }: Settlement): number {
  if (now && isRunning(now.status)) return Math.max(1, Math.min(now.seats, reserved ?? now.seats));
  return isRunning(before) ? 1 : seats;
}

/** The fewest seats that can be chosen. */
export const fewestSeats = (use: SeatUse, isPaying: boolean): number => Math.max(isPaying ? 2 : 1, seatsUsed(use));
