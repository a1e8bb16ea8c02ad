import type { PayrollWorker } from '#contract/payroll.ts';
import type { Day } from '#domain/calendar.ts';
import { type Money, sumByCurrency } from '#domain/money.ts';
import { m } from '#locales/messages.js';
import { DurationInColumn, DurationText, MoneyList } from '../../ui/texts.tsx';
import { DayCells } from './DayCells.tsx';
import classes from './payroll.module.css';
import type { SumColumns } from './sum-columns.ts';

type Props = {
  workers: readonly PayrollWorker[];
  /** Other workers are on other pages. */
  isSplit: boolean;
  days: readonly Day[];
  currency: string;
  isCombined: boolean;
  columns: SumColumns;
};

/** The totals of the workers of the page, each below its column. */
export function PayrollTotals({ workers, isSplit, days, currency, isCombined, columns }: Props) {
  const minutesOf = (status: 'approved' | 'pending') =>
    workers.reduce((total, worker) => total + worker[status].minutes, 0);
  const expensesOf = (status: 'approved' | 'pending') =>
    sumByCurrency(workers.flatMap((worker) => worker[status].expenses));
  const expenses = expensesOf('approved');
  const pending = <Pending minutes={minutesOf('pending')} expenses={expensesOf('pending')} currency={currency} />;
  const isPending = workers.some((worker) => worker.pending.items > 0);
  return (
    <tfoot>
      <tr className={classes.totals}>
        <th scope="row" className={classes.stickyColumn}>
          {m.reports_total()} {isSplit && <small className="dimmed">{m.reports_on_this_page()}</small>}
        </th>
        <td data-align="end">
          {isCombined ? (
            <>
              <DurationText minutes={minutesOf('approved')} />
              {expenses.length > 0 && (
                <small>
                  <MoneyList amounts={expenses} currency={currency} />
                </small>
              )}
              {isPending && (
                <small>
                  {m.reports_payroll_not_approved()}: {pending}
                </small>
              )}
            </>
          ) : (
            <DurationInColumn minutes={minutesOf('approved')} />
          )}
        </td>
        {columns.pending && <td data-align="end">{pending}</td>}
        {columns.expenses && (
          <td data-align="end">{expenses.length > 0 && <MoneyList amounts={expenses} currency={currency} />}</td>
        )}
        <DayCells days={days} sums={workers.flatMap((worker) => worker.days)} />
      </tr>
    </tfoot>
  );
}

type PendingProps = { minutes: number; expenses: readonly Money[]; currency: string };

const Pending = ({ minutes, expenses, currency }: PendingProps) => (
  <>
    {(minutes > 0 || expenses.length === 0) && <DurationText minutes={minutes} />}
    {expenses.length > 0 && (
      <small>
        <MoneyList amounts={expenses} currency={currency} />
      </small>
    )}
  </>
);
