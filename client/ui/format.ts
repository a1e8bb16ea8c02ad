// Days, times and numbers as people of the chosen language write them.

import type { Day } from '#domain/calendar.ts';
import { getLocale } from '#locales/runtime.js';

export const readerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** English dates put the day first, as most of the world does. */
const dateLocale = (): string => (getLocale() === 'id' ? 'id-ID' : 'en-GB');

const withoutComma = (text: string): string => text.replace(',', '');

/** "Mon 16 Nov"; with the year when it is not this one. */
export function formatDay(day: Day): string {
  const isThisYear = day.slice(0, 4) === String(new Date().getFullYear());
  return withoutComma(
    new Intl.DateTimeFormat(dateLocale(), {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      ...(isThisYear ? {} : { year: 'numeric' }),
      timeZone: 'UTC',
    }).format(new Date(`${day}T00:00:00Z`)),
  );
}

/** "16 Nov 2026" */
export const formatDate = (day: Day): string =>
  new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

/** "1–16 Nov 2026" */
export const formatDayRange = (from: Day, to: Day): string =>
  new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(
    new Date(`${from}T00:00:00Z`),
    new Date(`${to}T00:00:00Z`),
  );

/** "16 Nov 2026, 09:00" */
export const formatInstant = (at: string, zone: string = readerZone()): string =>
  new Intl.DateTimeFormat(dateLocale(), {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: zone,
  }).format(new Date(at));

/** "09:00" */
export const formatTime = (at: string, zone: string): string =>
  new Intl.DateTimeFormat(dateLocale(), {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  }).format(new Date(at));

/** "WIB", "CET" or "GMT+7": only where its clocks differ from the reader's at that instant. */
export function foreignZone(at: string, zone: string): string | null {
  const instant = new Date(at);
  return offsetAt(instant, zone) === offsetAt(instant, readerZone()) ? null : nameAt(instant, zone);
}

export const formatNumber = (value: number): string => new Intl.NumberFormat(getLocale()).format(value);

const offsetAt = (instant: Date, zone: string): string | undefined => partAt(instant, zone, 'longOffset');

const nameAt = (instant: Date, zone: string): string => partAt(instant, zone, 'short') ?? zone;

const partAt = (instant: Date, zone: string, timeZoneName: 'longOffset' | 'short'): string | undefined =>
  new Intl.DateTimeFormat(dateLocale(), { timeZone: zone, timeZoneName })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')?.value;
