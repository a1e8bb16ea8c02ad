// The zone in which a person enters times: their own if its clocks differ from the company's.

import { isTimeZone, offsetOf } from '#domain/calendar.ts';
import { dateFormat } from '#domain/intl.ts';
import { placeName, shortZoneName, zoneName } from '../ui/format.ts';
import type { ResolvedMoment } from './entry.ts';

const months = 12;

/** Whether two zones show the same time during the whole year from `now`. */
function keepSameTime(a: string, b: string, now: Date): boolean {
  const instants = Array.from({ length: months }, (_, month) => new Date(now.getTime() + month * 30 * 86_400_000));
  return a === b || instants.every((instant) => offsetOf(instant, a) === offsetOf(instant, b));
}

export const entryZone = (own: string, company: string, now: Date): string =>
  isTimeZone(own) && !keepSameTime(own, company, now) ? own : company;

/** "Central European Summer Time, UTC+02:00": distinguishes two equal wall times. */
export function clockName(zone: string, at: Date, locale: string): string {
  const offset = `UTC${offsetOf(at, zone)}`;
  const name = dateFormat(locale, { timeZone: zone, timeZoneName: 'long' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value;
  // Some zones have no name except their offset.
  return name === undefined || /^(GMT|UTC)/.test(name) ? offset : `${name}, ${offset}`;
}

/** The label beside a time: its offset, or the place if the time is ambiguous or missing. */
export function zoneLabel(moment: ResolvedMoment, zone: string, defaultLabel: string): string {
  if (moment.state === 'ready') return shortZoneName(zone, moment.at);
  return moment.state === 'twice' || moment.state === 'missing' ? placeName(zone) : defaultLabel;
}

/** The note about the zone; null if it equals both the company's and the user's own. */
export function zoneNote(zone: string, companyZone: string, own: string, at: Date) {
  if (keepSameTime(zone, companyZone, at) && keepSameTime(zone, own, at)) return null;
  return { short: shortZoneName(zone, at), long: zoneName(zone, at) };
}
