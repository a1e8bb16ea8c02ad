// Closing a period for payroll: the lock date moves forward to a day that is over, knowing what still waits.

import type { Day } from './calendar.ts';
import { type Refusal, refuse } from './reasons.ts';

type ClosingFacts = { today: Day; lockedUntil: Day | null };

/** Why the days up to `until` cannot be closed now, or null. What is locked stays locked. */
export function closingRefusal(until: Day, { today, lockedUntil }: ClosingFacts): Refusal | null {
  if (until >= today) return refuse('payroll.not-over', { path: 'until' });
  if (lockedUntil !== null && until <= lockedUntil)
    return refuse('payroll.already-closed', { path: 'until', params: { day: lockedUntil }, extra: { lockedUntil } });
  return null;
}

/** Whoever was shown another number would close over work that they have not seen. */
export const pendingRefusal = (shown: number, pending: number): Refusal | null =>
  shown === pending ? null : refuse('payroll.pending-changed', { params: { pending }, extra: { pending } });
