// Formats days, times and numbers for the current locale.

import { type Day, dayOf, daysBetween, offsetOf } from '#domain/calendar.ts';
import { dateFormat, numberFormat } from '#domain/intl.ts';
import { getLocale } from '#locales/runtime.js';
import { companiesStore } from '../auth.ts';

export const readerZone = (): string => Temporal.Now.timeZoneId();

/** English dates have the day first. */
const dateLocale = (): string => (getLocale() === 'id' ? 'id-ID' : 'en-GB');

const withoutComma = (text: string): string => text.replace(',', '');

/** "Mon 16 Nov"; with the year when it is not this one. */
export function formatDay(day: Day): string {
  const isThisYear = day.slice(0, 4) === String(new Date().getFullYear());
  return withoutComma(
    dateFormat(dateLocale(), {
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
  dateFormat(dateLocale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

/** "16 November 2026" */
export const formatLongDate = (day: Day): string =>
  dateFormat(dateLocale(), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

/** "November 2026" */
export const formatMonth = (day: Day): string =>
  dateFormat(dateLocale(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

/** "Mon" of 1 */
export const formatWeekday = (iso: number): string =>
  // 5 January 1970 was a Monday.
  dateFormat(dateLocale(), { weekday: 'short', timeZone: 'UTC' }).format(new Date(Date.UTC(1970, 0, 4 + iso)));

/** "1–16 Nov 2026" */
export const formatDayRange = (from: Day, to: Day): string =>
  dateFormat(dateLocale(), { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(
    new Date(`${from}T00:00:00Z`),
    new Date(`${to}T00:00:00Z`),
  );

/** "16 Nov 2026, 09:00" */
export const formatInstant = (at: string, zone: string = readerZone()): string =>
  dateFormat(dateLocale(), {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: zone,
  }).format(new Date(at));

/** "09:00" */
export const formatTime = (at: string, zone: string): string =>
  dateFormat(dateLocale(), {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  }).format(new Date(at));

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
export function zoneOfDays(now: Date = new Date()): string | null {
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
