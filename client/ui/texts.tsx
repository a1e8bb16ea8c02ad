// Money, durations, days and instants: always through these, so that they look the same on every screen.

import { formatMinutes } from '#domain/duration.ts';
import { formatMoney, type Money } from '#domain/money.ts';
import { getLocale } from '#locales/runtime.js';
import { foreignZone, formatDay, formatInstant, formatTime, readerZone } from './format.ts';

export type MoneyTextProps = { money: Money };
export type DurationTextProps = { minutes: number };
export type DayTextProps = { day: string };
/** `zone`: show the instant as clocks there did; absent means the reader's own zone. */
export type InstantTextProps = { at: string; zone?: string };
export type TimeRangeTextProps = { startsAt: string; endsAt: string; zone: string };

export const MoneyText = ({ money }: MoneyTextProps) => (
  <span className="numeric unbroken">{formatMoney(money, getLocale())}</span>
);

/** One amount for each currency: totals never mix two. */
export const MoneyList = ({ amounts, currency }: { amounts: readonly Money[]; currency: string }) => (
  <span className="numeric">
    {(amounts.length > 0 ? amounts : [{ amountMinor: 0, currency }])
      .map((amount) => formatMoney(amount, getLocale()))
      .join(' + ')}
  </span>
);

export const DurationText = ({ minutes }: DurationTextProps) => (
  <span className="numeric unbroken">{formatMinutes(minutes, getLocale())}</span>
);

export const DayText = ({ day }: DayTextProps) => <time dateTime={day}>{formatDay(day)}</time>;

export function InstantText({ at, zone = readerZone() }: InstantTextProps) {
  const foreign = foreignZone(at, zone);
  return (
    <time dateTime={at} className="numeric">
      {formatInstant(at, zone)}
      {foreign && <span className="dimmed"> {foreign}</span>}
    </time>
  );
}

/** "09:00–17:30", "22:00–06:00 +1" over midnight, with the zone where it is not the reader's. */
export function TimeRangeText({ startsAt, endsAt, zone }: TimeRangeTextProps) {
  const foreign = foreignZone(startsAt, zone);
  const nights = nightsBetween(startsAt, endsAt, zone);
  return (
    <span className="numeric">
      <time dateTime={startsAt}>{formatTime(startsAt, zone)}</time>–
      <time dateTime={endsAt}>{formatTime(endsAt, zone)}</time>
      {nights > 0 && <span className="dimmed"> +{nights}</span>}
      {foreign && <span className="dimmed"> {foreign}</span>}
    </span>
  );
}

function nightsBetween(startsAt: string, endsAt: string, zone: string): number {
  const day = (at: string) => Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainDate();
  return day(startsAt).until(day(endsAt), { largestUnit: 'days' }).days;
}
