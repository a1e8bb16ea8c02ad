// Hours in which a person wants no notifications on devices: every day from one time to another, in a time zone of theirs.
// What falls into them is held back until they end.

import { addDays, dayOf, wallTimeOf } from './calendar.ts';

/** `from` and `to`: 22:00. The second may be on the next day; both equal is refused by the contract. */
export type QuietHours = { from: string; to: string; zone: string };

export const defaultQuietHours = { from: '20:00', to: '07:00' };

/** The instant when the quiet hours end; null outside of them. */
export function quietUntil(now: Date, { from, to, zone }: QuietHours): Date | null {
  const time = wallTimeOf(now, zone).slice(11, 16);
  const isOverMidnight = from > to;
  const isQuiet = isOverMidnight ? time >= from || time < to : time >= from && time < to;
  if (!isQuiet) return null;
  const today = dayOf(now, zone);
  const day = isOverMidnight && time >= from ? addDays(today, 1) : today;
  // Where the clocks skip the time, the first one after it; where it happens twice, the first one, or the second if that is over.
  const [end = now, later = end] = (['compatible', 'later'] as const).map(
    (disambiguation) =>
      new Date(Temporal.PlainDateTime.from(`${day}T${to}`).toZonedDateTime(zone, { disambiguation }).epochMilliseconds),
  );
  return end > now ? end : later;
}
