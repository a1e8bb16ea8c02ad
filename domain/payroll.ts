// Closing a period for payroll: the lock date moves forward to a past day, and the caller confirms how many worklogs are still pending.

import type { Day } from './calendar.ts';
import { type Refusal, refuse } from './reasons.ts';

type ClosingFacts = { today: Day; lockedUntil: Day | null };

/** Why the days up to `until` cannot be closed now, or null. Closing never unlocks days. */
export function closePeriodRefusal(until: Day, { today, lockedUntil }: ClosingFacts): Refusal | null {
  if (until >= today) return refuse('payroll.not-over', { path: 'until' });
  if (lockedUntil !== null && until <= lockedUntil)
    return refuse('payroll.already-closed', { path: 'until', params: { day: lockedUntil }, extra: { lockedUntil } });
  return null;
}

/** Refuses if the number of pending worklogs has changed since it was shown. */
export const pendingCountRefusal = (shown: number, pending: number): Refusal | null =>
  shown === pending ? null : refuse('payroll.pending-changed', { params: { pending }, extra: { pending } });
