// Which days somebody usually works and how long, from what they logged before: the base of the reminder that a day is incomplete.
// Nobody enters a schedule. People who work part-time or at weekends are reminded of their own days only.

import { addDays, type Day, daysBetween } from './calendar.ts';
import { type Refusal, refuse } from './reasons.ts';

/** The days before today that `incompleteDay` needs. */
export const workingDaysRead = 35;

const weeksCompared = 4;
const minWeeksWorked = 2;
const maxDaysBack = 7;

/** The days before today on which somebody may be expected to have logged. */
export const daysOffRead = maxDaysBack;

/** Shorter than this share of the usual day is incomplete. */
const minShare = 0.75;

type IncompleteDay = { day: Day; minutes: number; usualMinutes: number };

/** `minutesOn` has the days with hours of the person, `daysOff` those on which nobody in the company logged anything. */
export type LoggedDays = { minutesOn: ReadonlyMap<Day, number>; daysOff: ReadonlySet<Day> };

/** The last working day before today, if less than usual was logged on it. */
export function incompleteDay({ minutesOn, daysOff }: LoggedDays, today: Day): IncompleteDay | null {
  const first = firstDay(minutesOn);
  if (first === null) return null;
  for (let back = 1; back <= maxDaysBack; back += 1) {
    const day = addDays(today, -back);
    if (daysOff.has(day) || !isWorkingDay(minutesOn, { first, day })) continue;
    const minutes = minutesOn.get(day) ?? 0;
    const usualMinutes = usualBefore(minutesOn, day);
    return minutes < usualMinutes * minShare ? { day, minutes, usualMinutes } : null;
  }
  return null;
}

type Worker = LoggedDays & { completeDays: ReadonlySet<Day>; joinedOn: Day };

/** Without a day: nothing since they joined. */
export type MissingHours = Omit<IncompleteDay, 'day'> & { day: Day | null };

/** What somebody has not logged: their incomplete day, unless they called it complete; for somebody new, any hours at all. */
export function missingHours(worker: Worker, today: Day): MissingHours | null {
  const { minutesOn, completeDays } = worker;
  if (minutesOn.size === 0) return isExpected(worker, today) ? { day: null, minutes: 0, usualMinutes: 0 } : null;
  const found = incompleteDay(worker, today);
  return found && completeDays.has(found.day) ? null : found;
}

/** After the first weekday of somebody who joined in the days that are read; who joined before and logs nothing has stopped. */
function isExpected({ joinedOn, daysOff }: Worker, today: Day): boolean {
  if (joinedOn < addDays(today, -workingDaysRead)) return false;
  for (let back = 1; back <= maxDaysBack; back += 1) {
    const day = addDays(today, -back);
    if (day > joinedOn && !daysOff.has(day) && Temporal.PlainDate.from(day).dayOfWeek <= 5) return true;
  }
  return false;
}

/** Somebody may say of a recent day that nothing is missing on it; nobody is reminded of others. */
export const completeDayRefusal = (day: Day, today: Day): Refusal | null =>
  day < today && day >= addDays(today, -workingDaysRead)
    ? null
    : refuse('complete-day.out-of-range', { path: 'day', params: { days: workingDaysRead } });

const firstDay = (minutesOn: ReadonlyMap<Day, number>): Day | null =>
  [...minutesOn.keys()].reduce<Day | null>((first, day) => (first === null || day < first ? day : first), null);

/** On the same weekday of at least two of four weeks before; in somebody's first two weeks, Monday to Friday. */
function isWorkingDay(minutesOn: ReadonlyMap<Day, number>, { first, day }: { first: Day; day: Day }): boolean {
  if (first >= day) return false;
  if (daysBetween(first, day) < 7 * minWeeksWorked) return Temporal.PlainDate.from(day).dayOfWeek <= 5;
  const earlier = Array.from({ length: weeksCompared }, (_, index) => addDays(day, -7 * (index + 1)));
  return earlier.filter((one) => minutesOn.has(one)).length >= minWeeksWorked;
}

/** The median of the four weeks before; 0 without any. */
function usualBefore(minutesOn: ReadonlyMap<Day, number>, day: Day): number {
  const from = addDays(day, -7 * weeksCompared);
  const lengths = [...minutesOn].filter(([on]) => on >= from && on < day).map(([, minutes]) => minutes);
  return lengths.sort((a, b) => a - b)[Math.floor(lengths.length / 2)] ?? 0;
}
