// Dates, times and durations in mails and refusals, in the reader's language. Days are company days; times are in the company's
// time zone, which is named if the worklog was entered in another one.

import { addDays, type Day, offsetOf } from '#domain/calendar.ts';
import { dateFormat } from '#domain/intl.ts';
import type { Locale } from '#domain/settings.ts';

/** English dates have the day first, as in the browser. */
const dateLocales: Record<Locale, string> = { en: 'en-GB', id: 'id-ID' };

/** "Mon 16 Nov", with the year if it differs from that of `today`. */
export function dayText(day: Day, locale: Locale, today: Day): string {
  const year = day.slice(0, 4) === today.slice(0, 4) ? {} : ({ year: 'numeric' } as const);
  return new Intl.DateTimeFormat(dateLocales[locale], {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...year,
    timeZone: 'UTC',
  })
    .format(startOf(day))
    .replace(',', '');
}

/** "16 Nov 2026" */
export const dateText = (day: Day, locale: Locale): string =>
  dateFormat(dateLocales[locale], { dateStyle: 'medium', timeZone: 'UTC' }).format(startOf(day));

export const weekText = (first: Day, locale: Locale): string =>
  rangeText({ from: first, to: addDays(first, 6) }, locale);

/** "9 – 15 Nov 2026", in Indonesian "9–15 Nov 2026". */
export const rangeText = ({ from, to }: { from: Day; to: Day }, locale: Locale): string =>
  new Intl.DateTimeFormat(dateLocales[locale], { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(
    startOf(from),
    startOf(to),
  );

/** "09:00–17:30", or "09:00–17:30 WIB" if the zone `enteredIn` has another offset. */
export function timesText(startsAt: Date, endsAt: Date, { zone, enteredIn, locale }: TimeSettings): string {
  const time = new Intl.DateTimeFormat(dateLocales[locale], {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  });
  const times = `${time.format(startsAt)}–${time.format(endsAt)}`;
  return offsetOf(startsAt, zone) === offsetOf(startsAt, enteredIn)
    ? times
    : `${times} ${zoneName(startsAt, zone, locale)}`;
}

type TimeSettings = { zone: string; enteredIn: string; locale: Locale };

const zoneName = (at: Date, zone: string, locale: Locale): string =>
  new Intl.DateTimeFormat(dateLocales[locale], { timeZone: zone, timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone;

const startOf = (day: Day): Date => new Date(`${day}T00:00:00Z`);
