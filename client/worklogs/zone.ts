// In which zone a person writes times: their own, where its clocks differ from the company's.

import { isTimeZone, offsetOf } from '#domain/calendar.ts';
import { dateFormat } from '#domain/intl.ts';
import { placeName, shortZoneName, zoneName } from '../ui/format.ts';
import type { Moment } from './entry.ts';

const months = 12;

/** Whether two zones show the same time all through the year around `now`. */
function keepSameTime(a: string, b: string, now: Date): boolean {
  const instants = Array.from({ length: months }, (_, month) => new Date(now.getTime() + month * 30 * 86_400_000));
  return a === b || instants.every((instant) => offsetOf(instant, a) === offsetOf(instant, b));
}

export const entryZone = (own: string, company: string, now: Date): string =>
  isTimeZone(own) && !keepSameTime(own, company, now) ? own : company;

/** "Central European Summer Time, UTC+02:00": which of two equal times it is, in words and in figures. */
export function clockName(zone: string, at: Date, locale: string): string {
  const offset = `UTC${offsetOf(at, zone)}`;
  const name = dateFormat(locale, { timeZone: zone, timeZoneName: 'long' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value;
  // Some zones have no name but their distance from Greenwich.
  return name === undefined || /^(GMT|UTC)/.test(name) ? offset : `${name}, ${offset}`;
}

/** What stands beside a time: how far from Greenwich its clocks are, or their place while they are just being changed. */
export function zoneLabelOf(moment: Moment, zone: string, usual: string): string {
  if (moment.state === 'ready') return shortZoneName(zone, moment.at);
  return moment.state === 'twice' || moment.state === 'missing' ? placeName(zone) : usual;
}

/** What the form says about the zone: nothing while it is the company's and the reader's own. */
export function zoneNoteOf(zone: string, companyZone: string, own: string, at: Date) {
  if (keepSameTime(zone, companyZone, at) && keepSameTime(zone, own, at)) return null;
  return { short: shortZoneName(zone, at), long: zoneName(zone, at) };
}
