// Company days and instants. A company day is a calendar day (YYYY-MM-DD) in the company's zone; an instant is absolute.
// Only this file turns a wall time into an instant, and only if it exists exactly once or the offset says which one is meant.
// Needs the global Temporal (the entry point of the process installs a polyfill where it is missing).

import { type Refusal, refuse } from './reasons.ts';

export type Day = string;

const zones: ReadonlySet<string> = new Set(Intl.supportedValuesOf('timeZone'));

/** Also accepts aliases that this engine does not list: Chrome says Asia/Calcutta, Firefox Asia/Kolkata. An offset is not a zone. */
export const isTimeZone = (zone: string): boolean => zones.has(zone) || isZoneAlias(zone);

/**
 * The names of IANA with three letters. JavaScript engines accept further ones, which PostgreSQL does not know or reads as another zone: BST is
 * UTC+6 here, UTC+1 there. It does not know SystemV/… and US/Pacific-New either.
 */
const shortNames = /^(?:[CEMW]ET|[EHM]ST|GMT|PRC|RO[CK]|UCT|UTC)$/;

function isZoneAlias(zone: string): boolean {
  if (!/^(?!Sys|US.*-New)[A-Z][\w+/-]{3,40}$/.test(zone) && !shortNames.test(zone)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export const earliestDay: Day = '1970-01-01';
export const latestDay: Day = '2199-12-31';

/** Called for every day of every response, about fifty times for a page of worklogs, so it avoids the slower Temporal. */
export const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < earliestDay || text > latestDay) return false;
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
};

/** A wall time without zone, to the minute: "2026-11-16T09:00". */
export const isWallTime = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/.test(text) && isDay(text.slice(0, 10));

export const dayOf = (instant: Date, zone: string): Day =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone).toPlainDate().toString();

export const wallTimeOf = (instant: Date, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' });

/** "+07:00" for that instant in that zone. */
export const offsetOf = (instant: Date, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone).offset;

export const addDays = (day: Day, days: number): Day => Temporal.PlainDate.from(day).add({ days }).toString();

export const daysBetween = (from: Day, to: Day): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'days' }).days;

/** First day of the week that contains `day`; `weekStartsOn` is 1 (Monday) to 7 (Sunday). */
export const weekStart = (day: Day, weekStartsOn: number): Day => {
  const date = Temporal.PlainDate.from(day);
  return date.subtract({ days: (date.dayOfWeek - weekStartsOn + 7) % 7 }).toString();
};

export const monthStart = (day: Day): Day => `${day.slice(0, 7)}-01`;

export const monthEnd = (day: Day): Day => {
  const date = Temporal.PlainDate.from(day);
  return date.with({ day: date.daysInMonth }).toString();
};

/** Months since the year 0. */
export const monthOf = (day: Day): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;

export const addMonths = (day: Day, months: number): Day => Temporal.PlainDate.from(day).add({ months }).toString();

/** The first instant of a company day; correct for days of 23 or 25 hours. */
export const dayStartsAt = (day: Day, zone: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds);

export type WallTimeResult = { at: Date; refusal: null } | { at: null; refusal: Refusal };

/**
 * The instant of a wall time in a zone. A time that the clocks skip is refused with the nearest existing times;
 * one that happens twice is refused with both offsets, unless `offset` names one of them.
 */
export function resolveWallTime(wall: string, zone: string, offset: string | undefined, path: string): WallTimeResult {
  const plain = Temporal.PlainDateTime.from(wall);
  const earlier = plain.toZonedDateTime(zone, { disambiguation: 'earlier' });
  const later = plain.toZonedDateTime(zone, { disambiguation: 'later' });
  if (earlier.epochMilliseconds === later.epochMilliseconds) {
    return { at: new Date(earlier.epochMilliseconds), refusal: null };
  }
  const exists = earlier.toPlainDateTime().equals(plain);
  if (!exists) {
    const nearest = [earlier, later].map((time) => time.toPlainDateTime().toString({ smallestUnit: 'minute' }));
    const [before = '', after = ''] = nearest.sort();
    const day = wall.slice(0, 10);
    const timeOrDayAndTime = (time: string) => (time.startsWith(day) ? time.slice(11) : time.replace('T', ' '));
    return {
      at: null,
      refusal: refuse('worklog.time-missing-in-zone', {
        path,
        params: { before: timeOrDayAndTime(before), after: timeOrDayAndTime(after) },
        extra: { nearest },
      }),
    };
  }
  const chosen = [earlier, later].find((time) => time.offset === offset);
  if (chosen) return { at: new Date(chosen.epochMilliseconds), refusal: null };
  return {
    at: null,
    refusal: refuse('worklog.time-twice-in-zone', {
      path,
      params: { first: earlier.offset, second: later.offset },
      extra: { offsets: [earlier.offset, later.offset] },
    }),
  };
}
