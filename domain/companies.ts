// A company (tenant): limits of its fields, and its plan. The plan is derived from the seats, never stored.

import type { Day } from './calendar.ts';

export const companyNameLength = { minimum: 1, maximum: 120 } as const;

/** ISO weekday numbers; 1 is Monday, the default of behaviour.md. */
export const defaultWeekStartsOn = 1;

/** Enough for any customer we can imagine; stops absurd numbers before they reach a price. */
export const maximumSeats = 100_000;

export type Plan = 'Free' | 'Premium';

/** Whether a lock date opens days that were locked. */
export const movesBack = (from: Day | null, to: Day | null): boolean => from !== null && (to === null || to < from);

export const maxLockReasonLength = 500;

/** Premium means more than one seat (product.md §9). */
export const planOf = (seats: number): Plan => (seats > 1 ? 'Premium' : 'Free');

export const isPremium = (seats: number): boolean => planOf(seats) === 'Premium';
