// A company (tenant): the limits of its fields, and its plan, which is derived from the seats and never stored.

import type { Day } from './calendar.ts';

export const maxCompanyNameLength = 120;

/** ISO weekday number; 1 is Monday. */
export const defaultWeekStartsOn = 1;

/** Enough for any customer; rejects absurd numbers before a price is computed. */
export const maxSeats = 100_000;

export type Plan = 'Free' | 'Premium';

/** Whether the change of the lock date unlocks days. */
export const unlocksDays = (from: Day | null, to: Day | null): boolean => from !== null && (to === null || to < from);

export const maxLockReasonLength = 500;

/** Premium means more than one seat. */
export const planOf = (seats: number): Plan => (seats > 1 ? 'Premium' : 'Free');

export const isPremium = (seats: number): boolean => planOf(seats) === 'Premium';
