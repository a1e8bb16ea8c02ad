// Copies of a day's worklogs onto other days: how many at once, and the wall times of a copy. A copy keeps the clock times
// in the zone of its entry, nights included; whether they exist on the other day, and once, is for the server to answer.

import { addDays, type Day, daysBetween, wallTimeOf } from './calendar.ts';

/** A month ahead or back. */
export const maximumCopyDays = 31;

/** In one transaction: whoever waits for what it locks waits for well under a second. The browser sends more in turns. */
export const maximumCopies = 50;

type Copied = { day: Day; startsAt: Date; endsAt: Date; zone: string };

/** "2026-11-17T09:00" for both ends of the copy on `target`. */
export function copiedTimes({ day, startsAt, endsAt, zone }: Copied, target: Day): { start: string; end: string } {
  const moved = (instant: Date): string => {
    const wall = wallTimeOf(instant, zone);
    return `${addDays(wall.slice(0, 10), daysBetween(day, target))}${wall.slice(10)}`;
  };
  return { start: moved(startsAt), end: moved(endsAt) };
}
