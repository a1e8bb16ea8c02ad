import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { useCompany } from '../auth.ts';
import { useIsNarrow, useIsRoomy } from '../shell/width.ts';
import { ProjectDot } from '../ui/ProjectDot.tsx';
import { ReceiptCount } from '../ui/ReceiptCount.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import type { Row } from '../ui/steady-rows.ts';
import type { Column } from '../ui/table.ts';
import { DurationText, MoneyText, TimeRangeText } from '../ui/texts.tsx';
import classes from './rows.module.css';

/** Whoever only sees their own worklogs knows whose they are; where there is less room, columns fold together. */
export function useRowColumns(): Column<Row>[] {
  const isOwn = useCompany().role === 'worker';
  const isNarrow = useIsNarrow();
  const isRoomy = useIsRoomy();
  const isWhole = isRoomy && !isNarrow;
  const work: Column<Row> = {
    id: 'work',
    holdsNames: true,
    header: m.reports_work(),
    onCard: 'title',
    cell: (row) => <Work row={row} hasWorker={!isOwn && !isWhole} />,
  };
  const worker: Column<Row> = {
    id: 'worker',
    holdsNames: true,
    header: m.reports_worker(),
    cell: ({ worklog }) => worklog.workerName,
  };
  const time: Column<Row> = { id: 'time', header: m.reports_time(), cell: (row) => <Time row={row} /> };
  const figures: Column<Row>[] = [
    {
      id: 'hours',
      header: m.reports_hours(),
      align: 'end',
      onCard: 'aside',
      cell: (row) => <Hours row={row} />,
    },
    {
      id: 'expenses',
      header: m.reports_expenses(),
      align: 'end',
      onCard: 'aside',
      cell: (row) => <Expense row={row} />,
    },
  ];
  const status: Column<Row> = {
    id: 'status',
    header: m.reports_status(),
    onCard: 'hidden',
    cell: (row) => <Status row={row} />,
  };
  if (isNarrow) return [work, ...figures, { ...time, onCard: 'line' }];
  const amount: Column<Row> = {
    id: 'amount',
    header: m.worklogs_amount(),
    align: 'end',
    cell: (row) => <Amount row={row} />,
  };
  if (!isWhole) return [{ ...work, width: '40%' }, time, amount, status];
  return [work, ...(isOwn ? [] : [worker]), time, ...figures, status];
}

function Work({ row, hasWorker }: { row: Row; hasWorker: boolean }) {
  const { colour, projectName, taskName, workerName, receipts, notes, status } = row.worklog;
  const isNarrow = useIsNarrow();
  return (
    <span className={classes.work}>
      {hasWorker && <strong>{workerName}</strong>}
      <span>
        <ProjectDot colour={colour} />
        {isolated(projectName)} <span className="dimmed">·</span> {isolated(taskName)} <ReceiptCount count={receipts} />
      </span>
      {notes !== '' && <span className={classes.notes}>{notes}</span>}
      {isNarrow && (row.isGone ? <Status row={row} /> : <StatusBadge status={status} />)}
    </span>
  );
}

const Hours = ({ row: { worklog } }: { row: Row }) =>
  worklog.minutes !== null && <DurationText minutes={worklog.minutes} />;

const Expense = ({ row: { worklog } }: { row: Row }) => worklog.expense && <MoneyText money={worklog.expense} />;

const Amount = ({ row }: { row: Row }) => (
  <span className={classes.amount}>
    <Hours row={row} />
    <Expense row={row} />
  </span>
);

const Time = ({ row: { worklog } }: { row: Row }) =>
  worklog.startsAt && worklog.endsAt ? (
    <span className={classes.time}>
      <TimeRangeText startsAt={worklog.startsAt} endsAt={worklog.endsAt} zone={worklog.zone} day={worklog.day} />
    </span>
  ) : (
    <span className="dimmed">{m.kind_expense()}</span>
  );

const Status = ({ row }: { row: Row }) =>
  row.isGone ? <span className="dimmed small">{m.ui_gone()}</span> : <StatusBadge status={row.worklog.status} />;
