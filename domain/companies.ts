// A company (tenant): limits of its fields, its plan, its policies. The plan is derived from the seats, never stored.

export const companyNameLength = { minimum: 1, maximum: 120 } as const;

/** ISO weekday numbers; 1 is Monday, the default of behaviour.md. */
export const defaultWeekStartsOn = 1;

/** Enough for any customer we can imagine; stops absurd numbers before they reach a price. */
export const maximumSeats = 100_000;

export type Plan = 'Free' | 'Premium';

/** Premium means more than one seat (product.md §9). */
export const planOf = (seats: number): Plan => (seats > 1 ? 'Premium' : 'Free');

export const isPremium = (seats: number): boolean => planOf(seats) === 'Premium';

export const overlapPolicies = ['refuse', 'flag'] as const;
export type OverlapPolicy = (typeof overlapPolicies)[number];

export type Policies = {
  overlaps: OverlapPolicy;
  allowFuture: boolean;
  requireNotes: boolean;
};

export const defaultPolicies: Policies = { overlaps: 'refuse', allowFuture: false, requireNotes: false };
