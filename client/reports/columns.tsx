import type { ReactNode } from 'react';
import { m } from '#locales/messages.js';
import { formatNumber } from '../ui/format.ts';
import type { TableColumn } from '../ui/table.ts';
import { DurationText, MoneyList } from '../ui/texts.tsx';
import type { Narrow } from './filter.ts';
import { RowHoursChange, RowMoneyChanges } from './RowChange.tsx';
import { rejectedMinutesOf, type Sums } from './sums.ts';
import type { SortColumn } from './tree.ts';

/** The layout by width. `folded`: money below the hours; `plain`: more columns; `whole`: also columns for money and bars. */
export type TreeWidth = 'folded' | 'plain' | 'whole';

export type Figure = {
  show: (sums: Sums, currency: string) => ReactNode;
  /** The change since the previous period, if meaningful. */
  change?: (now: Sums, was: Sums | null) => ReactNode;
  /** Narrows the filter to the worklogs that this figure sums. */
  narrow: Narrow;
  /** Whether the figure sums any worklogs. */
  isAny: (sums: Sums) => boolean;
};

export type TreeColumn = Omit<TableColumn<never>, 'cell' | 'id'> & {
  id: SortColumn | 'share';
  figure?: Figure;
};

const hours: Figure = {
  show: ({ minutes }) => <DurationText minutes={minutes} />,
  change: (now, was) => <RowHoursChange {...{ now, was }} />,
  narrow: {},
  isAny: ({ minutes }) => minutes > 0,
};

const money: Figure = {
  show: ({ expenses }, currency) => <MoneyList amounts={expenses} currency={currency} />,
  change: (now, was) => <RowMoneyChanges {...{ now, was }} />,
  narrow: {},
  isAny: ({ expenses }) => expenses.length > 0,
};

const both: Figure = {
  narrow: {},
  isAny: ({ items: count }) => count > 0,
  show: (sums, currency) => (
    <>
      {hours.show(sums, currency)}
      {sums.expenses.length > 0 && <small>{money.show(sums, currency)}</small>}
    </>
  ),
  change: (now, was) => (
    <>
      <RowHoursChange {...{ now, was }} />
      <RowMoneyChanges {...{ now, was }} />
    </>
  ),
};

const items: Figure = { show: (sums) => formatNumber(sums.items), narrow: {}, isAny: (sums) => sums.items > 0 };

const approved: Figure = {
  show: ({ approvedMinutes }) => <DurationText minutes={approvedMinutes} />,
  narrow: { statuses: ['approved'] },
  isAny: ({ approvedMinutes }) => approvedMinutes > 0,
};

const pending: Figure = {
  show: ({ pendingMinutes }) => <DurationText minutes={pendingMinutes} />,
  narrow: { statuses: ['pending'] },
  isAny: ({ pendingMinutes }) => pendingMinutes > 0,
};

const rejected: Figure = {
  show: (sums) => <DurationText minutes={rejectedMinutesOf(sums)} />,
  narrow: { statuses: ['rejected'] },
  isAny: (sums) => rejectedMinutesOf(sums) > 0,
};

/** The rejected column is shown only if the filter includes rejected worklogs and there are any; on narrow screens it replaces the count. */
export function columnsFor(width: TreeWidth, nameHeader: string, { rejectedItems }: Sums): TreeColumn[] {
  const number = { align: 'end', isSortable: true } as const;
  const name: TreeColumn = { id: 'name', header: nameHeader, isSortable: true };
  const together: TreeColumn = { ...number, id: 'hours', header: m.reports_hours(), figure: both };
  if (width === 'folded') return [name, together];
  const count: TreeColumn = { ...number, id: 'items', header: m.reports_items(), figure: items };
  const parts: TreeColumn[] = [
    { ...number, id: 'approved', header: m.reports_approved(), figure: approved },
    { ...number, id: 'pending', header: m.reports_pending(), figure: pending },
  ];
  const hasRejected = rejectedItems > 0;
  if (hasRejected) parts.push({ ...number, id: 'rejected', header: m.status_rejected(), figure: rejected });
  if (width === 'plain') return [name, ...(hasRejected ? [] : [count]), ...parts, together];
  return [
    name,
    { id: 'share', header: m.reports_share(), width: '20%' },
    count,
    ...parts,
    { ...number, id: 'hours', header: m.reports_hours(), figure: hours },
    { ...number, id: 'expenses', header: m.reports_expenses(), figure: money },
  ];
}
