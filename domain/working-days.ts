// Which days somebody usually works and how long, from what they logged before: the base of the reminder that a day is incomplete.
// Nobody enters a schedule. People who work part-time or at weekends are reminded of their own days only.

import { addDays, type Day, daysBetween } from './calendar.ts';

/** The days before today that `incompleteDay` needs. */
export const workingDaysRead = 35;

const [weeksCompared, minWeeksWorked, maxDaysBack] = [4, 2, 7];

/** Shorter than this share of the usual day is incomplete. */
const minShare = 0.75;

type IncompleteDay = { day: Day; minutes: number; usualMinutes: number };

/** The last working day before today, if less than usual was logged on it. `minutesOn` has the days with hours. */
export function incompleteDay(minutesOn: ReadonlyMap<Day, number>, today: Day): IncompleteDay | null {
  for (let back = 1; back <= maxDaysBack; back += 1) {
    const day = addDays(today, -back);
    if (!isWorkingDay(minutesOn, day)) continue;
    const minutes = minutesOn.get(day) ?? 0;
    const usualMinutes = usualBefore(minutesOn, day);
    return minutes < usualMinutes * minShare ? { day, minutes, usualMinutes } : null;
  }
  return null;
}

/** On the same weekday of at least two of four weeks before; in somebody's first two weeks, Monday to Friday. */
function isWorkingDay(minutesOn: ReadonlyMap<Day, number>, day: Day): boolean {
  const first = [...minutesOn.keys()].sort()[0];
  if (first === undefined || first >= day) return false;
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
