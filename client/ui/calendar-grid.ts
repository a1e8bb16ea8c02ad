// The days of a month in weeks, and where the keys of the calendar lead.

import { addDays, addMonths, type Day, monthEnd, monthStart, weekStart } from '#domain/calendar.ts';

export type Cell = { day: Day; isOfMonth: boolean };

/** Six weeks of seven days, as many as any month needs. */
export function weeksOfMonth(month: Day, weekStartsOn: number): Cell[][] {
  const [first, last] = [monthStart(month), monthEnd(month)];
  const start = weekStart(first, weekStartsOn);
  return [0, 1, 2, 3, 4, 5].map((week) =>
    [0, 1, 2, 3, 4, 5, 6]
      .map((offset) => addDays(start, 7 * week + offset))
      .map((day) => ({ day, isOfMonth: day >= first && day <= last })),
  );
}

/** The day that a key leads to, else null. */
export function dayAfterKey(day: Day, { key, shiftKey }: { key: string; shiftKey: boolean }, weekStartsOn: number) {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return weekStart(day, weekStartsOn);
    case 'End':
      return addDays(weekStart(day, weekStartsOn), 6);
    case 'PageUp':
      return addMonths(day, shiftKey ? -12 : -1);
    case 'PageDown':
      return addMonths(day, shiftKey ? 12 : 1);
    default:
      return null;
  }
}
