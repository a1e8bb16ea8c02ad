import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import type { TableColumn } from '../ui/table.ts';
import { DurationText, MoneyText } from '../ui/texts.tsx';
import { useIsLargeScreen, useIsNarrow } from '../ui/width.ts';
import { RowStatus, WorklogTimes } from '../worklog/row-cells.tsx';
import type { StableRow } from '../worklog/stable-rows.ts';
import { textLine } from '../worklog/texts.ts';
import { WorklogMarks } from '../worklog/WorklogMarks.tsx';
import { WorkNames } from '../worklog/WorkNames.tsx';
import classes from './rows.module.css';

/** People who see only their own worklogs get no worker column; narrow screens fold columns together. */
export function useReportWorklogColumns(): TableColumn<StableRow>[] {
  const isOwn = useCompany().scopes['reports.read'] === 'own';
  const isNarrow = useIsNarrow();
  const isLargeScreen = useIsLargeScreen();
  const isFull = isLargeScreen && !isNarrow;
  const work: TableColumn<StableRow> = {
    id: 'work',
    canBreak: true,
    header: m.reports_work(),
    onCard: 'title',
    cell: (row) => <Work row={row} hasWorker={!isOwn && !isFull} />,
  };
  const worker: TableColumn<StableRow> = {
    id: 'worker',
    canBreak: true,
    header: m.reports_worker(),
    cell: ({ worklog }) => worklog.workerName,
  };
  const time: TableColumn<StableRow> = { id: 'time', header: m.reports_time(), cell: (row) => <Time row={row} /> };
  const figures: TableColumn<StableRow>[] = [
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
  const status: TableColumn<StableRow> = {
    id: 'status',
    header: m.reports_status(),
    onCard: 'hidden',
    cell: (row) => <RowStatus row={row} />,
  };
  if (isNarrow) return [work, ...figures, timeAndStatus()];
  const amount: TableColumn<StableRow> = {
    id: 'amount',
    header: m.worklog_figure(),
    align: 'end',
    cell: (row) => <Amount row={row} />,
  };
  if (!isFull) return [{ ...work, width: '40%' }, time, amount, status];
  return [work, ...(isOwn ? [] : [worker]), time, ...figures, status];
}

/** On a card, on one line. */
const timeAndStatus = (): TableColumn<StableRow> => ({
  id: 'time',
  header: m.reports_time(),
  onCard: 'bare-line',
  cell: (row) => (
    <span className={classes.timeAndStatus}>
      <Time row={row} />
      <RowStatus row={row} />
    </span>
  ),
});

function Work({ row, hasWorker }: { row: StableRow; hasWorker: boolean }) {
  const texts = textLine(row.worklog);
  return (
    <span className={classes.work}>
      {hasWorker && <strong>{row.worklog.workerName}</strong>}
      <WorkNames worklog={row.worklog} />
      <WorklogMarks worklog={row.worklog} />
      {texts !== '' && <span className={classes.notes}>{texts}</span>}
    </span>
  );
}

const Hours = ({ row: { worklog } }: { row: StableRow }) =>
  worklog.minutes !== null && <DurationText minutes={worklog.minutes} />;

const Expense = ({ row: { worklog } }: { row: StableRow }) => worklog.expense && <MoneyText money={worklog.expense} />;

const Amount = ({ row }: { row: StableRow }) => (
  <span className={classes.amount}>
    <Hours row={row} />
    <Expense row={row} />
  </span>
);

const Time = ({ row: { worklog } }: { row: StableRow }) => (
  <span className={classes.time}>
    <WorklogTimes worklog={worklog} />
  </span>
);
