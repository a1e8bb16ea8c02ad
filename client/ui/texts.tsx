// Money, durations, days and instants in the same format on every page.

import { formatMinutes } from '#domain/duration.ts';
import { formatMoney, type Money } from '#domain/money.ts';
import { getLocale } from '#locales/runtime.js';
import { foreignZone, formatDay, formatInstant, readerZone, type TimeRange, timeRangeParts } from './format.ts';
import classes from './ui.module.css';

export type MoneyTextProps = { money: Money };
export type DurationTextProps = { minutes: number };
export type DayTextProps = { day: string };
/** `zone`: default is the user's own time zone. */
export type InstantTextProps = { at: string; zone?: string };
export type TimeRangeTextProps = TimeRange;

export const MoneyText = ({ money }: MoneyTextProps) => (
  <span className="numeric unbroken">{formatMoney(money, getLocale())}</span>
);

/** One amount for each currency. */
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

/** In a column: whole hours leave the room of " 30 m", so that the hours of all rows are aligned. */
export function DurationInColumn({ minutes }: DurationTextProps) {
  const locale = getLocale();
  const room = formatMinutes(90, locale).slice(formatMinutes(60, locale).length);
  return (
    <span className={`numeric unbroken ${classes.duration}`} data-room={minutes % 60 === 0 ? room : undefined}>
      {formatMinutes(minutes, locale)}
    </span>
  );
}

export const DayText = ({ day }: DayTextProps) => <time dateTime={day}>{formatDay(day)}</time>;

export function InstantText({ at, zone = readerZone() }: InstantTextProps) {
  const foreign = foreignZone(at, zone, [readerZone()]);
  return (
    <time dateTime={at} className="numeric">
      {formatInstant(at, zone)}
      {foreign && <span className="dimmed"> {foreign}</span>}
    </time>
  );
}

/** "09:00–17:30", "22:00–06:00 +1" over midnight, with the zone where it differs from the user's or the company's. */
export function TimeRangeText(range: TimeRangeTextProps) {
  const { otherDay, start, startZone, end, nights, zone } = timeRangeParts(range);
  return (
    <span className="numeric">
      {otherDay && <span className="dimmed">{otherDay}, </span>}
      <time dateTime={range.startsAt}>{start}</time>
      {startZone && <span className="dimmed"> {startZone}</span>}–<time dateTime={range.endsAt}>{end}</time>
      {nights && <span className="dimmed"> {nights}</span>}
      {zone && <span className="dimmed"> {zone}</span>}
    </span>
  );
}
