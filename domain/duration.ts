// Elapsed time in whole minutes, and its format for people: "7 h 30 m". Exported files use decimals instead.

import { numberFormat } from './intl.ts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;

export const minutesBetween = (from: Date, to: Date): number => Math.round((to.getTime() - from.getTime()) / minuteMs);

/** "7 h 30 m", "45 m", "8 h", "0 h". In Indonesian "7 j 30 m" (jam). */
export function formatMinutes(minutes: number, locale: string): string {
  const hourUnit = locale.startsWith('id') ? 'j' : 'h';
  const sign = minutes < 0 ? '−' : '';
  const hours = Math.floor(Math.abs(minutes) / 60);
  const rest = Math.abs(minutes) % 60;
  if (rest === 0) return `${sign}${numberFormat(locale).format(hours)} ${hourUnit}`;
  if (hours === 0) return `${sign}${rest} m`;
  return `${sign}${numberFormat(locale).format(hours)} ${hourUnit} ${rest} m`;
}
