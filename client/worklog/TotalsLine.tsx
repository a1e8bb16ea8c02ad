import type { ReactNode } from 'react';
import type { Totals } from '#contract/worklogs.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { formatNumber } from '../ui/format.ts';
import { Hint, SummaryFigures } from '../ui/SummaryFigures.tsx';
import { DurationText, MoneyList } from '../ui/texts.tsx';
import { type Rejected, rejectedText } from './RejectedSum.tsx';
import classes from './states.module.css';
import { statusIcons } from './status-icons.ts';
import { sumOfTotals } from './totals.ts';

type Props = {
  /** Of the whole filter, not only of the page; `undefined` while they load. */
  totals: Totals | undefined;
  labels: Record<'items' | 'hours' | 'hoursHint' | 'expenses', string>;
  note?: ReactNode;
};

/** Number, hours and expenses of the worklogs that a list shows, in one line above it. */
export function TotalsLine({ totals, labels, note }: Props) {
  const { currency } = useCompany();
  const sum = totals && sumOfTotals(totals);
  return (
    <SummaryFigures
      isLine
      note={
        <>
          {sum && <RejectedHint rejected={sum.rejected} />} {note}
        </>
      }
      isLoading={sum === undefined}
      figures={[
        { label: labels.items, value: formatNumber(sum?.count ?? 0) },
        { label: labels.hours, value: <DurationText minutes={sum?.minutes ?? 0} />, hint: labels.hoursHint },
        { label: labels.expenses, value: <MoneyList amounts={sum?.expenses ?? []} currency={currency} /> },
      ]}
    />
  );
}

/** Among the figures above a list: how many are rejected, with their sum on hover, focus and touch. */
const RejectedHint = ({ rejected }: { rejected: Rejected }) =>
  rejected.count > 0 && (
    <Hint text={rejectedText(rejected)}>
      <span className={classes.rejectedCount}>
        <statusIcons.rejected size={14} aria-hidden />
        <span className="numeric">{formatNumber(rejected.count)}</span>
        <span className="visually-hidden-on-phones">{m.status_rejected().toLocaleLowerCase()}</span>
      </span>
    </Hint>
  );
