// In which zone a person writes times: their own, where its clocks differ from the company's.

import { isTimeZone, offsetOf } from '#domain/calendar.ts';

const months = 12;

/** Whether two zones show the same time all through the year around `now`. */
function keepSameTime(a: string, b: string, now: Date): boolean {
  const instants = Array.from({ length: months }, (_, month) => new Date(now.getTime() + month * 30 * 86_400_000));
  return a === b || instants.every((instant) => offsetOf(instant, a) === offsetOf(instant, b));
}

export const entryZone = (own: string, company: string, now: Date): string =>
  isTimeZone(own) && !keepSameTime(own, company, now) ? own : company;

/** "Makassar, GMT+8": the zone as a label says it. */
export function zoneName(zone: string, at: Date, locale: string): string {
  const short = shortName(zone, at, locale);
  const place = zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
  return short === place ? place : `${place}, ${short}`;
}

const shortName = (zone: string, at: Date, locale: string): string =>
  new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'shortOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone;

/** What the form says about the zone: nothing while it is the company's and the reader's own. */
export function zoneNoteOf(zone: string, companyZone: string, own: string, at: Date, locale: string) {
  if (keepSameTime(zone, companyZone, at) && keepSameTime(zone, own, at)) return null;
  return { short: shortName(zone, at, locale), long: zoneName(zone, at, locale) };
}
