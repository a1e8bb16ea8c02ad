import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Equal from 'lucide-react/icons/equal';
import { formatMinutes } from '#domain/duration.ts';
import { numberFormat } from '#domain/intl.ts';
import { formatMoney, type Money } from '#domain/money.ts';
import type { DayRange } from '#domain/report-ranges.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { formatNumber } from '../ui/format.ts';
import classes from './figures.module.css';
import { amountInCurrency, moneyDifference, percentChange } from './sums.ts';
import { WorklogsLink } from './WorklogsLink.tsx';

type Props = {
  now: number;
  before: number;
  /** The previous period, if the old value links to its worklogs. */
  days: DayRange;
  formatValue: (value: number) => string;
};

/** The change since the previous period: an arrow, the signed difference, and the old value. Without colours, because more is not better. */
function Change({ now, before, days, formatValue }: Props) {
  const change = now - before;
  const Icon = change === 0 ? Equal : change > 0 ? ArrowUp : ArrowDown;
  const percent = percentChange(change, before);
  return (
    <span className={classes.change}>
      <Icon size={14} strokeWidth={2.25} aria-hidden />
      <span className="numeric">
        {change === 0 ? m.reports_unchanged() : `${change > 0 ? '+' : '−'}${formatValue(Math.abs(change))}`}
        {change !== 0 && percent !== null && ` (${signedPercent(percent)})`}
      </span>
      <span className="dimmed numeric">
        <WorklogsLink narrow={days} isNothing={before === 0}>
          {m.reports_was({ before: formatValue(before) })}
        </WorklogsLink>
      </span>
    </span>
  );
}

const signedPercent = (percent: number): string =>
  numberFormat(getLocale(), { style: 'percent', signDisplay: 'exceptZero' })
    .format(percent / 100)
    .replace('-', '−');

type CountProps = Omit<Props, 'formatValue'>;

export const CountChange = (props: CountProps) => <Change {...props} formatValue={formatNumber} />;

export const HoursChange = (props: CountProps) => (
  <Change {...props} formatValue={(minutes) => formatMinutes(minutes, getLocale())} />
);

type MoneyProps = Pick<Props, 'days'> & { now: Money[]; before: Money[]; currency: string };

/** A line for each currency of either period. */
export const MoneyChanges = ({ now, before, days, currency }: MoneyProps) => {
  const changes = moneyDifference(now, before);
  const currencies = changes.length > 0 ? changes.map((one) => one.currency) : [currency];
  return currencies.map((one) => (
    <Change
      key={one}
      now={amountInCurrency(now, one)}
      before={amountInCurrency(before, one)}
      days={days}
      formatValue={(amountMinor) => formatMoney({ amountMinor, currency: one }, getLocale())}
    />
  ));
};
