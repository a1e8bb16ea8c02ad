// Copies of a day's worklogs onto other days: limits, and the wall times of a copy. A copy keeps the wall times in the zone
// of the original, also over midnight; the server checks that they exist exactly once on the other day.

import { addDays, type Day, dayOf, daysBetween, resolveWallTime, wallTimeOf } from './calendar.ts';

/** One month. */
export const maxCopyDays = 31;

/** Per request, which is one transaction: keeps its locks for well under a second. The browser splits larger copies into several requests. */
export const maxCopies = 50;

type Original = { day: Day; startsAt: Date; endsAt: Date; zone: string };

type CopiedTimes = { start: string; end: string };

/**
 * "2026-11-17T09:00" for both ends of the copy, which is on the day `target` of the company. Moving the wall times by the difference
 * of the days may miss it by one: where the clocks of the zone, or the zone of the company, changed in between.
 */
export function copiedTimes(original: Original, target: Day, companyZone: string): CopiedTimes {
  const { day, startsAt, endsAt, zone } = original;
  const days = daysBetween(day, target);
  const timesAfter = (more: number): CopiedTimes => ({
    start: movedBy(days + more, startsAt, zone),
    end: movedBy(days + more, endsAt, zone),
  });
  // A time that does not exist, or twice, is left to be refused.
  const isOnTarget = ({ start }: CopiedTimes): boolean => {
    const { at } = resolveWallTime(start, zone, undefined, 'start');
    return at === null || dayOf(at, companyZone) === target;
  };
  return [0, 1, -1].map(timesAfter).find(isOnTarget) ?? timesAfter(0);
}

function movedBy(days: number, instant: Date, zone: string): string {
  const wall = wallTimeOf(instant, zone);
  return `${addDays(wall.slice(0, 10), days)}${wall.slice(10)}`;
}
