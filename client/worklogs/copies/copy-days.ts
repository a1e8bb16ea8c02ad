// Which days a day of worklogs can be copied onto, and the two handfuls of them that are asked for most.

import type { Company } from '#contract/companies.ts';
import { addDays, type Day, weekStart } from '#domain/calendar.ts';

type Rules = Pick<Company, 'allowFuture' | 'lockedUntil'>;

/** The server judges every copy; this only spares days that are plain to see. */
export const canTake = (day: Day, from: Day, today: Day, { allowFuture, lockedUntil }: Rules): boolean =>
  day !== from && (allowFuture || day <= today) && (lockedUntil === null || day > lockedUntil);

export function restOfWeek(from: Day, weekStartsOn: number): Day[] {
  const start = weekStart(from, weekStartsOn);
  return daysFrom(start).filter((day) => day > from);
}

/** Monday to Friday of the week after. */
export const nextWeekdays = (from: Day, weekStartsOn: number): Day[] =>
  daysFrom(addDays(weekStart(from, weekStartsOn), 7)).filter((day) => Temporal.PlainDate.from(day).dayOfWeek <= 5);

const daysFrom = (start: Day): Day[] => Array.from({ length: 7 }, (_, index) => addDays(start, index));
