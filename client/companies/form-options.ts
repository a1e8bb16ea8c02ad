// Options for time zone, currency and weekday, and defaults for a new company.

import { getLocale } from '#locales/runtime.js';
import { readerZone } from '../ui/format.ts';

export type SelectOption = { value: string; label: string };

/** "Asia/Jakarta (GMT+7)" */
export function zoneChoices(): SelectOption[] {
  const zones = Intl.supportedValuesOf('timeZone');
  const own = readerZone();
  const all = zones.includes(own) ? zones : [own, ...zones];
  return all.map((zone) => ({ value: zone, label: `${zone.replaceAll('_', ' ')} (${offsetLabel(zone)})` }));
}

/** "IDR, Indonesian Rupiah" */
export function currencyChoices(): SelectOption[] {
  const names = new Intl.DisplayNames([getLocale()], { type: 'currency' });
  return Intl.supportedValuesOf('currency').map((code) => ({
    value: code,
    label: `${code}, ${names.of(code) ?? code}`,
  }));
}

/** Monday first, in the user's language. */
export function weekdayChoices(): SelectOption[] {
  const format = new Intl.DateTimeFormat(getLocale(), { weekday: 'long', timeZone: 'UTC' });
  // 5 January 1970 was a Monday.
  return [1, 2, 3, 4, 5, 6, 7].map((day) => ({
    value: String(day),
    label: format.format(new Date(Date.UTC(1970, 0, 4 + day))),
  }));
}

export const defaultZone = readerZone;

/** From the time zone, which is more reliable than the language of the browser: most Indonesians use English ones. */
export function defaultCurrency(): string {
  const zone = readerZone();
  const known = currencyOfZone.find(([pattern]) => pattern.test(zone));
  return known?.[1] ?? 'USD';
}

const currencyOfZone: readonly (readonly [RegExp, string])[] = [
  [/^Asia\/(Jakarta|Makassar|Jayapura|Pontianak)$/, 'IDR'],
  [/^Asia\/Singapore$/, 'SGD'],
  [/^Asia\/Kuala_Lumpur$/, 'MYR'],
  [/^Asia\/Tokyo$/, 'JPY'],
  [/^Asia\/(Kolkata|Calcutta)$/, 'INR'],
  [/^Australia\//, 'AUD'],
  [/^Europe\/London$/, 'GBP'],
  [/^Europe\/Zurich$/, 'CHF'],
  [/^Europe\//, 'EUR'],
];

const offsetLabel = (zone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';
