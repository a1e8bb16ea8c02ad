// Copies of a day's worklogs onto other days: limits, and the wall times of a copy. A copy keeps the wall times in the zone
// of the original, also over midnight; the server checks that they exist exactly once on the other day.

import { addDays, type Day, daysBetween, wallTimeOf } from './calendar.ts';

/** One month. */
export const maxCopyDays = 31;

/** Per request, which is one transaction: keeps its locks for well under a second. The browser splits larger copies into several requests. */
export const maxCopies = 50;

type Original = { day: Day; startsAt: Date; endsAt: Date; zone: string };

/** "2026-11-17T09:00" for both ends of the copy on `target`. */
export function copiedTimes({ day, startsAt, endsAt, zone }: Original, target: Day): { start: string; end: string } {
  const moved = (instant: Date): string => {
    const wall = wallTimeOf(instant, zone);
    return `${addDays(wall.slice(0, 10), daysBetween(day, target))}${wall.slice(10)}`;
  };
  return { start: moved(startsAt), end: moved(endsAt) };
}
