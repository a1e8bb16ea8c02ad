import type { ReactNode } from 'react';
import type { ReportRow } from '#contract/reports.ts';
import { m } from '#locales/messages.js';
import { useIsRoomy } from '../shell/width.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { formatNumber } from '../ui/format.ts';
import { ProjectDot } from '../ui/ProjectDot.tsx';
import type { Column } from '../ui/table.ts';
import { DurationText, MoneyList } from '../ui/texts.tsx';
import classes from './reports.module.css';

export type ReportTableProps = {
  /** What a row is: "Projects", "Tasks", "Workers". */
  caption: string;
  nameHeader: string;
  rows: readonly ReportRow[];
  currency: string;
  onOpen?: ((row: ReportRow) => void) | undefined;
  empty: ReactNode;
  isLoading: boolean;
  isRefreshing: boolean;
};

/** Hours and money by project, task or worker; where there is room, a bar shows a row's hours against the largest row. */
export function ReportTable({ nameHeader, currency, onOpen, ...table }: ReportTableProps) {
  const hasBars = useIsRoomy();
  const most = Math.max(1, ...table.rows.map(({ minutes }) => minutes));
  const columns: Column<ReportRow>[] = [
    { id: 'name', header: nameHeader, cell: (row) => <Name row={row} />, onCard: 'title' },
    {
      id: 'share',
      header: m.reports_share(),
      cell: (row) => <Share row={row} most={most} />,
      width: '22%',
      onCard: 'hidden',
    },
    {
      id: 'items',
      header: m.reports_items(),
      cell: ({ items }) => <span className="numeric">{formatNumber(items)}</span>,
      align: 'end',
    },
    {
      id: 'approved',
      header: m.reports_approved(),
      cell: (row) => <DurationText minutes={row.approvedMinutes} />,
      align: 'end',
    },
    {
      id: 'pending',
      header: m.reports_pending(),
      cell: (row) => <DurationText minutes={row.pendingMinutes} />,
      align: 'end',
    },
    {
      id: 'hours',
      header: m.reports_hours(),
      cell: (row) => (
        <strong>
          <DurationText minutes={row.minutes} />
        </strong>
      ),
      align: 'end',
      onCard: 'aside',
    },
    {
      id: 'expenses',
      header: m.reports_expenses(),
      cell: (row) => <MoneyList amounts={row.expenses} currency={currency} />,
      align: 'end',
    },
  ];
  return (
    <>
      <DataTable
        {...table}
        columns={columns.filter(({ id }) => hasBars || id !== 'share')}
        keyOf={({ id }) => id}
        {...(onOpen ? { onOpen } : {})}
      />
      {hasBars && table.rows.length > 0 && <Legend />}
    </>
  );
}

const Legend = () => (
  <p className={classes.legend} aria-hidden>
    <span>
      <span className={`${classes.mark} ${classes.approved}`} /> {m.reports_approved()}
    </span>
    <span>
      <span className={`${classes.mark} ${classes.pending}`} /> {m.reports_pending()}
    </span>
  </p>
);

const Name = ({ row }: { row: ReportRow }) => (
  <span className={classes.name}>
    {row.colour && <ProjectDot colour={row.colour} />}
    {row.name}
  </span>
);

/** The figures stand beside it, so it is a picture only. */
const Share = ({ row, most }: { row: ReportRow; most: number }) => (
  <span className={classes.share} aria-hidden>
    <span className={classes.shareBar} style={{ width: `${(row.minutes / most) * 100}%` }}>
      <span className={classes.approved} style={{ flexGrow: row.approvedMinutes }} />
      <span className={classes.pending} style={{ flexGrow: row.pendingMinutes }} />
    </span>
  </span>
);
