import type { ReactNode } from 'react';
import { formatMinutes } from '#domain/duration.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { useCompany } from '../../auth.ts';
import { formatDayRange, formatNumber } from '../../ui/format.ts';
import { MoneyList } from '../../ui/texts.tsx';
import { type ReportSums, type StatusSums, splitByStatus } from '../sums.ts';
import classes from './print.module.css';

export type PrintedTotals = {
  totals: ReportSums;
  before: { from: string; to: string; totals: ReportSums } | null;
};

type Line = { label: string; show: (part: StatusSums) => ReactNode };

type BillableLine = { label: string; show: (sums: ReportSums) => ReactNode };

/** Items, hours and money, with approved and pending separately; below them what is billable, which is not divided by status. */
export function PaperTotals({ totals, before, currency }: PrintedTotals & { currency: string }) {
  const { hasUnbillable } = useCompany();
  const { approved, pending, rejected } = splitByStatus(totals);
  const hasRejected = rejected.items > 0;
  const lines: Line[] = [
    { label: m.reports_items(), show: ({ items }) => formatNumber(items) },
    { label: m.reports_hours(), show: ({ minutes }) => formatMinutes(minutes, getLocale()) },
    { label: m.reports_expenses(), show: ({ expenses }) => <MoneyList amounts={expenses} currency={currency} /> },
  ];
  const billable: BillableLine[] = [
    {
      label: m.billable_hours(),
      show: ({ billableMinutes }) => formatMinutes(billableMinutes, getLocale()),
    },
    {
      label: m.billable_expenses(),
      show: ({ billableExpenses }) => <MoneyList amounts={billableExpenses} currency={currency} />,
    },
  ];
  return (
    <table className={classes.table}>
      <caption>{m.reports_totals()}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{m.reports_approved()}</th>
          <th scope="col">{m.reports_pending()}</th>
          {hasRejected && <th scope="col">{m.status_rejected()}</th>}
          <th scope="col">{m.reports_total()}</th>
          {before && <th scope="col">{formatDayRange(before.from, before.to)}</th>}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ label, show }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{show(approved)}</td>
            <td>{show(pending)}</td>
            {hasRejected && <td>{show(rejected)}</td>}
            <td>
              <strong>{show(totals)}</strong>
            </td>
            {before && <td>{show(before.totals)}</td>}
          </tr>
        ))}
        {hasUnbillable &&
          billable.map(({ label, show }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td colSpan={hasRejected ? 3 : 2} />
              <td>
                <strong>{show(totals)}</strong>
              </td>
              {before && <td>{show(before.totals)}</td>}
            </tr>
          ))}
      </tbody>
    </table>
  );
}
