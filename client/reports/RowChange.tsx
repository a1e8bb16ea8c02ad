import { formatMinutes } from '#domain/duration.ts';
import { formatMoney } from '#domain/money.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { amountInCurrency, moneyDifference, type ReportSums } from './sums.ts';

type Props = {
  now: ReportSums;
  /** Null if nothing was logged in the previous period. */
  was: ReportSums | null;
};

/** The change of the hours of a row since the previous period. */
export const RowHoursChange = ({ now, was }: Props) =>
  was === null ? (
    <New />
  ) : (
    <Changed now={now.minutes} was={was.minutes} formatValue={(minutes) => formatMinutes(minutes, getLocale())} />
  );

/** The change of the money of a row: a line for each currency of either period. */
export const RowMoneyChanges = ({ now, was }: Props) =>
  was !== null &&
  moneyDifference(now.expenses, was.expenses).map(({ currency }) => (
    <Changed
      key={currency}
      now={amountInCurrency(now.expenses, currency)}
      was={amountInCurrency(was.expenses, currency)}
      formatValue={(amountMinor) => formatMoney({ amountMinor, currency }, getLocale())}
    />
  ));

const New = () => (
  <small className="dimmed">
    <span aria-hidden>{m.reports_new()}</span>
    <span className="visually-hidden">{m.reports_new_told()}</span>
  </small>
);

type ChangedProps = { now: number; was: number; formatValue: (value: number) => string };

/** The signed difference; screen readers get a sentence with the old value. */
function Changed({ now, was, formatValue }: ChangedProps) {
  if (now === 0 && was === 0) return null;
  const change = now - was;
  const texts = { by: formatValue(Math.abs(change)), before: formatValue(was) };
  return (
    <small className="dimmed numeric">
      <span aria-hidden>{change === 0 ? '=' : `${change > 0 ? '+' : '−'}${texts.by}`}</span>
      <span className="visually-hidden">
        {change === 0 ? m.reports_same_told() : change > 0 ? m.reports_more_told(texts) : m.reports_less_told(texts)}
      </span>
    </small>
  );
}
