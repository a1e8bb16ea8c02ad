import ChevronRight from 'lucide-react/icons/chevron-right';
import { Fragment, useState, useSyncExternalStore } from 'react';
import type { PayrollWorker } from '#contract/payroll.ts';
import { addDays, type Day, daysBetween } from '#domain/calendar.ts';
import type { DayRange } from '#domain/report-ranges.ts';
import { m } from '#locales/messages.js';
import table from '../../ui/table.module.css';
import { withKeys } from '../../ui/table.ts';
import { DurationInColumn, DurationText, MoneyList } from '../../ui/texts.tsx';
import { useIsNarrow, useIsNarrowTable } from '../../ui/width.ts';
import { WorklogsLink } from '../WorklogsLink.tsx';
import { DayCells, DayHeads } from './DayCells.tsx';
import { ExportedBefore } from './ExportedBefore.tsx';
import { PayrollTotals } from './PayrollTotals.tsx';
import classes from './payroll.module.css';
import { payrollFilter } from './payroll-filter.ts';
import { type SumColumns, sumColumnsOf } from './sum-columns.ts';
import { TaskRows } from './TaskRows.tsx';
import { WorkerTasks } from './WorkerTasks.tsx';

type Props = {
  workers: readonly PayrollWorker[];
  /** More than the workers of this page, if there are other pages. */
  total: number;
  range: DayRange;
  currency: string;
  isRefreshing: boolean;
};

/** With more days than a month the table has no day columns, only totals and tasks. */
const maxDayColumns = 31;

/** A row for each worker, with days if they fit; the tasks when expanded. */
export function PayrollTable({ workers, total, range, currency, isRefreshing }: Props) {
  // On paper a month always has its days: the page lies, and the table is made smaller.
  const isOnPaper = useIsOnPaper();
  const isNarrow = useIsNarrow() && !isOnPaper;
  // Below 1280 px the sums share a column, so that there is room for days.
  const isCombined = (useIsNarrowTable() && !isOnPaper) || isNarrow;
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const days = isNarrow || daysBetween(range.from, range.to) >= maxDayColumns ? [] : daysOf(range);
  const columns = isCombined ? { pending: false, expenses: false } : sumColumnsOf(workers);
  return (
    <div className={`${table.scroller} ${classes.scroller}`} data-days={days.length > 0}>
      <table className={`${table.table} ${classes.table}`} data-refreshing={isRefreshing}>
        <caption className="visually-hidden">{m.reports_payroll()}</caption>
        <thead>
          <tr>
            <th scope="col" className={classes.stickyColumn}>
              {m.reports_worker()}
            </th>
            <th scope="col" data-align="end">
              {m.reports_approved()}
            </th>
            {columns.pending && (
              <th scope="col" data-align="end">
                {m.reports_payroll_not_approved()}
              </th>
            )}
            {columns.expenses && (
              <th scope="col" data-align="end">
                {m.reports_expenses()}
              </th>
            )}
            <DayHeads days={days} />
          </tr>
        </thead>
        <tbody>
          {workers.map((worker) => {
            const isOpen = opened.has(worker.userId);
            return (
              <Fragment key={worker.userId}>
                <tr className={`${table.row} ${classes.workerRow}`}>
                  <th scope="row" className={classes.stickyColumn}>
                    <button
                      type="button"
                      className={classes.open}
                      aria-expanded={isOpen}
                      onClick={() => setOpened(withKeys(opened, [worker.userId], !isOpen))}
                    >
                      <ChevronRight size={16} aria-hidden />
                      {worker.isActive ? worker.name : m.ui_deactivated({ name: worker.name })}
                    </button>
                    <ExportedBefore worker={worker} />
                  </th>
                  <Sums worker={worker} currency={currency} isCombined={isCombined} columns={columns} />
                  <DayCells days={days} sums={worker.days} />
                </tr>
                {isOpen && !isCombined && days.length > 0 && (
                  <TaskRows worker={worker} currency={currency} days={days} columns={columns} />
                )}
                {isOpen && (isCombined || days.length === 0) && (
                  <tr>
                    <td
                      colSpan={2 + Number(columns.pending) + Number(columns.expenses) + days.length}
                      className={classes.tasks}
                    >
                      <WorkerTasks worker={worker} currency={currency} />
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
        {workers.length > 1 && (
          <PayrollTotals
            workers={workers}
            isSplit={total > workers.length}
            days={days}
            currency={currency}
            isCombined={isCombined}
            columns={columns}
          />
        )}
      </table>
    </div>
  );
}

const paper = window.matchMedia('print');

const subscribeToPaper = (listener: () => void) => {
  paper.addEventListener('change', listener);
  return () => paper.removeEventListener('change', listener);
};

/** While the page is printed. */
const useIsOnPaper = (): boolean => useSyncExternalStore(subscribeToPaper, () => paper.matches);

const daysOf = ({ from, to }: DayRange): Day[] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index));

type SumsProps = { worker: PayrollWorker; currency: string; isCombined: boolean; columns: SumColumns };

function Sums({ worker: { userId, approved, pending }, currency, isCombined, columns }: SumsProps) {
  const waiting = pending.items > 0 && (
    <WorklogsLink narrow={payrollFilter({ workers: [userId], statuses: ['pending'] })}>
      <DurationText minutes={pending.minutes} />
      {pending.expenses.length > 0 && (
        <small>
          <MoneyList amounts={pending.expenses} currency={currency} />
        </small>
      )}
    </WorklogsLink>
  );
  const money = approved.expenses.length > 0 && (
    <WorklogsLink narrow={payrollFilter({ workers: [userId], statuses: ['approved'] })}>
      <MoneyList amounts={approved.expenses} currency={currency} />
    </WorklogsLink>
  );
  const hours = (
    <WorklogsLink
      narrow={payrollFilter({ workers: [userId], statuses: ['approved'] })}
      isNothing={approved.items === 0}
    >
      <strong>
        {isCombined ? <DurationText minutes={approved.minutes} /> : <DurationInColumn minutes={approved.minutes} />}
      </strong>
    </WorklogsLink>
  );
  if (isCombined) {
    return (
      <td data-align="end">
        {hours}
        {money && <small>{money}</small>}
        {waiting && (
          <small>
            {m.reports_payroll_not_approved()}: {waiting}
          </small>
        )}
      </td>
    );
  }
  return (
    <>
      <td data-align="end">{hours}</td>
      {columns.pending && <td data-align="end">{waiting || '–'}</td>}
      {columns.expenses && <td data-align="end">{money || '–'}</td>}
    </>
  );
}
