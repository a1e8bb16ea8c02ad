// Formats days, times and numbers for the current locale.

import { type Day, dayOf, daysBetween, offsetOf } from '#domain/calendar.ts';
import { dateFormat, numberFormat } from '#domain/intl.ts';
import { getLocale } from '#locales/runtime.js';
import { companiesStore } from '../auth.ts';
import { serverDate } from '../clock.ts';
import { chosenFormats } from '../settings/settings.ts';

export const readerZone = (): string => Temporal.Now.timeZoneId();

/** English dates have the day first. */
const dateLocale = (): string => (getLocale() === 'id' ? 'id-ID' : 'en-GB');

const withoutComma = (text: string): string => text.replace(',', '');

/** "Mon 16 Nov"; with the year when it is not this one. */
export function formatDay(day: Day): string {
  const isThisYear = day.slice(0, 4) === String(serverDate().getFullYear());
  const { dateFormat: chosen } = chosenFormats();
  const weekday = formatDayPart(day, { weekday: 'short' });
  if (chosen === 'iso') return `${weekday} ${day}`;
  if (chosen === 'month-first') return `${weekday}, ${monthFirst(day, 'short', { hasYear: !isThisYear })}`;
  const year = isThisYear ? {} : ({ year: 'numeric' } as const);
  return withoutComma(formatDayPart(day, { weekday: 'short', day: 'numeric', month: 'short', ...year }));
}

/** "16 Nov 2026" */
export const formatDate = (day: Day): string => formatWholeDate(day, 'medium');

/** "16 November 2026" */
export const formatLongDate = (day: Day): string => formatWholeDate(day, 'long');

function formatWholeDate(day: Day, dateStyle: 'medium' | 'long'): string {
  const { dateFormat: chosen } = chosenFormats();
  if (chosen === 'iso') return day;
  if (chosen === 'month-first') return monthFirst(day, dateStyle === 'long' ? 'long' : 'short', { hasYear: true });
  return formatDayPart(day, { dateStyle });
}

/** "Nov 16, 2026", in either language. */
function monthFirst(day: Day, month: 'short' | 'long', { hasYear }: { hasYear: boolean }): string {
  const date = `${formatDayPart(day, { month })} ${Number(day.slice(8))}`;
  return hasYear ? `${date}, ${day.slice(0, 4)}` : date;
}

/** In the order of the language, whatever format is chosen: for a month or a weekday alone. */
export const formatDayPart = (day: Day, options: Intl.DateTimeFormatOptions): string =>
  dateFormat(dateLocale(), { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

/** "16 Nov", "Nov 16" or "11-16" */
export function formatDayAndMonth(day: Day): string {
  const { dateFormat: chosen } = chosenFormats();
  if (chosen === 'iso') return day.slice(5);
  return chosen === 'month-first'
    ? monthFirst(day, 'short', { hasYear: false })
    : formatDayPart(day, { day: 'numeric', month: 'short' });
}

/** "November 2026" */
export const formatMonth = (day: Day): string => formatDayPart(day, { month: 'long', year: 'numeric' });

/** "November" */
export const formatMonthName = (day: Day): string =>
  dateFormat(dateLocale(), { month: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

/** "Mon" of 1 */
export const formatWeekday = (iso: number): string =>
  // 5 January 1970 was a Monday.
  dateFormat(dateLocale(), { weekday: 'short', timeZone: 'UTC' }).format(new Date(Date.UTC(1970, 0, 4 + iso)));

/** "1–16 Nov 2026" */
export function formatDayRange(from: Day, to: Day): string {
  const { dateFormat: chosen } = chosenFormats();
  if (chosen === 'language')
    return dateFormat(dateLocale(), { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(
      new Date(`${from}T00:00:00Z`),
      new Date(`${to}T00:00:00Z`),
    );
  if (from === to) return formatDate(from);
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  const first = chosen === 'iso' ? from : monthFirst(from, 'short', { hasYear: !isOneYear });
  return `${first} – ${formatDate(to)}`;
}

/** "16 Nov 2026, 09:00" */
export const formatInstant = (at: string, zone: string = readerZone()): string =>
  `${formatDate(dayOf(new Date(at), zone))}, ${formatTime(at, zone)}`;

/** "09:00", or "9:00 am" by a clock of twelve hours */
export const formatTime = (at: string, zone: string): string =>
  dateFormat(dateLocale(), { ...clockOptions(), timeZone: zone }).format(new Date(at));

/** The same for a time of day without a date: "09:30". */
export const formatTimeOfDay = (time: string): string => formatTime(`1970-01-01T${time}:00Z`, 'UTC');

/** For scales: "09:00", or "9 am" */
export const formatHour = (hour: number): string =>
  dateFormat(dateLocale(), {
    ...(hasTwelveHours() ? { hour: 'numeric', hourCycle: 'h12' } : clockOptions()),
    timeZone: 'UTC',
  }).format(new Date(Date.UTC(1970, 0, 1, hour)));

export const hasTwelveHours = (): boolean => chosenFormats().clock === '12';

const clockOptions = (): Intl.DateTimeFormatOptions =>
  hasTwelveHours()
    ? { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' }
    : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };

/** The zones that need no label: the user's own, and the company's, which defines the days. */
function familiarZones(): string[] {
  const { activeCompany } = companiesStore.get();
  return activeCompany ? [readerZone(), activeCompany.timeZone] : [readerZone()];
}

/** "WIB", "CET" or "GMT+7" where the offset differs from one of the familiar zones at that instant, else null. */
export function foreignZone(at: string, zone: string, familiar: readonly string[] = familiarZones()): string | null {
  const instant = new Date(at);
  return isForeign(instant, zone, familiar) ? nameAt(instant, zone) : null;
}

function isForeign(instant: Date, zone: string, familiar: readonly string[]): boolean {
  const others = familiar.filter((known) => known !== zone);
  const offset = others.length > 0 ? offsetOf(instant, zone) : null;
  return others.some((known) => offsetOf(instant, known) !== offset);
}

export type TimeRange = {
  startsAt: string;
  endsAt: string;
  zone: string;
  /** The company day it is listed under: a different local day is shown. */
  day?: Day;
};

/** The parts of "Sun 15 Nov, 22:00 CET–06:00 CEST +1"; parts that need not be shown are null. */
export function timeRangeParts(
  { startsAt, endsAt, zone, day }: TimeRange,
  familiar: readonly string[] = familiarZones(),
) {
  const [start, end] = [new Date(startsAt), new Date(endsAt)];
  const [from, to] = [dayOf(start, zone), dayOf(end, zone)];
  const nights = from === to ? 0 : daysBetween(from, to);
  const doClocksChange = offsetOf(start, zone) !== offsetOf(end, zone);
  return {
    otherDay: day === undefined || day === from ? null : formatDay(from),
    start: formatTime(startsAt, zone),
    startZone: doClocksChange ? nameAt(start, zone) : null,
    end: formatTime(endsAt, zone),
    nights: nights === 0 ? null : `+${nights}`,
    zone: doClocksChange || [start, end].some((at) => isForeign(at, zone, familiar)) ? nameAt(end, zone) : null,
  };
}

/** The same as one string, for labels and questions. */
export function formatTimeRange(range: TimeRange, familiar?: readonly string[]): string {
  const { otherDay, start, startZone, end, nights, zone } = timeRangeParts(range, familiar);
  const times = `${start}${startZone ? ` ${startZone}` : ''}–${end}`;
  return `${otherDay ? `${otherDay}, ` : ''}${[times, nights, zone].filter((part) => part !== null).join(' ')}`;
}

/** "16 Nov 2026, 09:00 WIB": an instant in the given zone. */
export function formatInstantIn(at: string, zone: string): string {
  const foreign = foreignZone(at, zone);
  return foreign ? `${formatInstant(at, zone)} ${foreign}` : formatInstant(at, zone);
}

/** "Makassar, GMT+8" */
export function zoneName(zone: string, at: Date): string {
  const short = shortZoneName(zone, at);
  const place = placeName(zone);
  return short === place ? place : `${place}, ${short}`;
}

export const placeName = (zone: string): string => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');

/** "GMT+8" */
export const shortZoneName = (zone: string, at: Date): string => partAt(at, zone, 'shortOffset') ?? zone;

/** Name of the company's zone where it differs from the user's, else null. */
export function zoneOfDays(now: Date = serverDate()): string | null {
  const { activeCompany } = companiesStore.get();
  if (!activeCompany || foreignZone(now.toISOString(), activeCompany.timeZone) === null) return null;
  return zoneName(activeCompany.timeZone, now);
}

export const formatNumber = (value: number): string => numberFormat(getLocale()).format(value);

const nameAt = (instant: Date, zone: string): string => partAt(instant, zone, 'short') ?? zone;

const partAt = (instant: Date, zone: string, timeZoneName: 'shortOffset' | 'short'): string | undefined =>
  dateFormat(dateLocale(), { timeZone: zone, timeZoneName })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')?.value;
