import { formatMinutes } from '#domain/duration.ts';
import { formatMoney } from '#domain/money.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { amountIn, difference, type Sums } from './sums.ts';

type Props = {
  now: Sums;
  /** Null if nothing was logged in the previous period. */
  was: Sums | null;
};

/** The change of the hours of a row since the previous period. */
export const RowHoursChange = ({ now, was }: Props) =>
  was === null ? (
    <New />
  ) : (
    <Changed now={now.minutes} was={was.minutes} written={(minutes) => formatMinutes(minutes, getLocale())} />
  );

/** The change of the money of a row: a line for each currency of either period. */
export const RowMoneyChanges = ({ now, was }: Props) =>
  was !== null &&
  difference(now.expenses, was.expenses).map(({ currency }) => (
    <Changed
      key={currency}
      now={amountIn(now.expenses, currency)}
      was={amountIn(was.expenses, currency)}
      written={(amountMinor) => formatMoney({ amountMinor, currency }, getLocale())}
    />
  ));

const New = () => (
  <small className="dimmed">
    <span aria-hidden>{m.reports_new()}</span>
    <span className="visually-hidden">{m.reports_new_told()}</span>
  </small>
);

type ChangedProps = { now: number; was: number; written: (value: number) => string };

/** The signed difference; screen readers get a sentence with the old value. */
function Changed({ now, was, written }: ChangedProps) {
  if (now === 0 && was === 0) return null;
  const change = now - was;
  const told = { by: written(Math.abs(change)), before: written(was) };
  return (
    <small className="dimmed numeric">
      <span aria-hidden>{change === 0 ? '=' : `${change > 0 ? '+' : '−'}${told.by}`}</span>
      <span className="visually-hidden">
        {change === 0 ? m.reports_same_told() : change > 0 ? m.reports_more_told(told) : m.reports_less_told(told)}
      </span>
    </small>
  );
}
