// Closing a period for payroll: the lock date moves forward to a past day, and the caller confirms how many worklogs are still pending.

import { addDays, addMonths, type Day, daysBetween, monthEnd, monthStart } from './calendar.ts';
import { type Refusal, refuse } from './reasons.ts';
import type { DayRange } from './report-ranges.ts';

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

/** Companies that close every week or fortnight continue like this; all others close to the end of a month. */
const repeatedDays: readonly number[] = [7, 14];

type PeriodFacts = { today: Day; lockedUntil: Day | null; lastClosed: DayRange | null; firstLoggedOn: Day | null };

/** The period that is closed next: after the locked days, else the last month with anything logged. Null if it has not begun. */
export function nextPeriod({ today, lockedUntil, lastClosed, firstLoggedOn }: PeriodFacts): DayRange | null {
  if (firstLoggedOn === null || firstLoggedOn > today) return null;
  const lastMonth = addMonths(monthStart(today), -1);
  const [, laterMonth = lastMonth] = [lastMonth, monthStart(firstLoggedOn)].sort();
  const from = lockedUntil === null ? laterMonth : addDays(lockedUntil, 1);
  if (from > today) return null;
  const days = lastClosed === null ? 0 : daysBetween(lastClosed.from, lastClosed.to) + 1;
  return { from, to: repeatedDays.includes(days) ? addDays(from, days - 1) : monthEnd(from) };
}
