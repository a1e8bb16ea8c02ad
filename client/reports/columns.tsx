import type { ReactNode } from 'react';
import { m } from '#locales/messages.js';
import { formatNumber } from '../ui/format.ts';
import type { TableColumn } from '../ui/table.ts';
import { DurationInColumn, DurationText, MoneyList } from '../ui/texts.tsx';
import type { NarrowedFilter } from './filter.ts';
import { RowHoursChange, RowMoneyChanges } from './RowChange.tsx';
import { type ReportSums, rejectedMinutes } from './sums.ts';
import type { SortColumn, SumsLine } from './tree.ts';

/** The layout by width. `compact`: money below the hours; `plain`: more columns; `full`: also columns for money and bars. */
export type TreeWidth = 'compact' | 'plain' | 'full';

export type TreeFigure = {
  show: (sums: ReportSums, currency: string) => ReactNode;
  /** The change since the previous period, if meaningful. */
  change?: (now: ReportSums, was: ReportSums | null) => ReactNode;
  /** Narrows the filter to the worklogs that this figure sums. */
  narrow: NarrowedFilter;
  /** Whether the figure sums any worklogs. */
  isAny: (sums: ReportSums) => boolean;
};

export type TreeColumn = Omit<TableColumn<never>, 'cell' | 'id'> & {
  id: SortColumn | 'share' | 'budget';
  figure?: TreeFigure;
  /** Instead of a figure. */
  cell?: (line: SumsLine) => ReactNode;
};

const hours: TreeFigure = {
  show: ({ minutes }) => <DurationInColumn minutes={minutes} />,
  change: (now, was) => <RowHoursChange now={now} was={was} />,
  narrow: {},
  isAny: ({ minutes }) => minutes > 0,
};

const moneyFigure: TreeFigure = {
  show: ({ expenses }, currency) => <MoneyList amounts={expenses} currency={currency} />,
  change: (now, was) => <RowMoneyChanges now={now} was={was} />,
  narrow: {},
  isAny: ({ expenses }) => expenses.length > 0,
};

const hoursAndMoney: TreeFigure = {
  narrow: {},
  isAny: ({ items: count }) => count > 0,
  show: (sums, currency) => (
    <>
      <DurationText minutes={sums.minutes} />
      {sums.expenses.length > 0 && <small>{moneyFigure.show(sums, currency)}</small>}
    </>
  ),
  change: (now, was) => (
    <>
      <RowHoursChange now={now} was={was} />
      <RowMoneyChanges now={now} was={was} />
    </>
  ),
};

const items: TreeFigure = { show: (sums) => formatNumber(sums.items), narrow: {}, isAny: (sums) => sums.items > 0 };

const approved: TreeFigure = {
  show: ({ approvedMinutes }) => <DurationInColumn minutes={approvedMinutes} />,
  narrow: { statuses: ['approved'] },
  isAny: ({ approvedMinutes }) => approvedMinutes > 0,
};

const pending: TreeFigure = {
  show: ({ pendingMinutes }) => <DurationInColumn minutes={pendingMinutes} />,
  narrow: { statuses: ['pending'] },
  isAny: ({ pendingMinutes }) => pendingMinutes > 0,
};

const rejected: TreeFigure = {
  show: (sums) => <DurationInColumn minutes={rejectedMinutes(sums)} />,
  narrow: { statuses: ['rejected'] },
  isAny: (sums) => rejectedMinutes(sums) > 0,
};

const billable: TreeFigure = {
  show: ({ billableMinutes, billableExpenses }, currency) => (
    <>
      <DurationText minutes={billableMinutes} />
      {billableExpenses.length > 0 && (
        <small>
          <MoneyList amounts={billableExpenses} currency={currency} />
        </small>
      )}
    </>
  ),
  narrow: { billable: ['yes'] },
  isAny: ({ billableMinutes, billableExpenses }) => billableMinutes > 0 || billableExpenses.length > 0,
};

/** Only where a company distinguishes. */
export const billableColumns = ({ hasUnbillable }: { hasUnbillable: boolean }): TreeColumn[] =>
  hasUnbillable
    ? [{ id: 'billable', header: m.billable_field(), align: 'end', isSortable: true, figure: billable }]
    : [];

/**
 * The rejected column is shown only if the filter includes rejected worklogs and there are any. `last` is added except on phones.
 * On narrow screens both replace the count, which is then below the name, and of several last columns only one has room.
 */
export function treeColumns(
  width: TreeWidth,
  nameHeader: string,
  { rejectedItems }: ReportSums,
  last: readonly TreeColumn[] = [],
): TreeColumn[] {
  const number = { align: 'end', isSortable: true } as const;
  const name: TreeColumn = { id: 'name', header: nameHeader, isSortable: true };
  const together: TreeColumn = { ...number, id: 'hours', header: m.reports_hours(), figure: hoursAndMoney };
  if (width === 'compact') return [name, together];
  const count: TreeColumn = { ...number, id: 'items', header: m.reports_items(), figure: items };
  const parts: TreeColumn[] = [
    { ...number, id: 'approved', header: m.reports_approved(), figure: approved },
    { ...number, id: 'pending', header: m.reports_pending(), figure: pending },
  ];
  const hasRejected = rejectedItems > 0;
  if (hasRejected) parts.push({ ...number, id: 'rejected', header: m.status_rejected(), figure: rejected });
  const isFull = hasRejected || last.length > 0;
  if (width === 'plain')
    return isFull
      ? [{ ...name, width: '34%' }, ...parts, together, ...last.slice(-1)]
      : [name, count, ...parts, together];
  return [
    name,
    { id: 'share', header: m.reports_share(), width: last.length > 0 ? '14%' : '20%' },
    count,
    ...parts,
    { ...number, id: 'hours', header: m.reports_hours(), figure: hours },
    { ...number, id: 'expenses', header: m.reports_expenses(), figure: moneyFigure },
    ...last,
  ];
}
