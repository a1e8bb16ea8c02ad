import type { PayrollWorker } from '#contract/payroll.ts';
import type { Day } from '#domain/calendar.ts';
import { sumByCurrency } from '#domain/money.ts';
import { m } from '#locales/messages.js';
import { DurationInColumn, DurationText, MoneyList } from '../../ui/texts.tsx';
import { DayCells } from './DayCells.tsx';
import classes from './payroll.module.css';
import type { SumColumns } from './sum-columns.ts';

type Props = {
  workers: readonly PayrollWorker[];
  days: readonly Day[];
  currency: string;
  isCombined: boolean;
  columns: SumColumns;
};

/** The totals of all workers, each below its column. */
export function PayrollTotals({ workers, days, currency, isCombined, columns }: Props) {
  const minutesOf = (status: 'approved' | 'pending') =>
    workers.reduce((total, worker) => total + worker[status].minutes, 0);
  const expenses = sumByCurrency(workers.flatMap(({ approved }) => approved.expenses));
  return (
    <tfoot>
      <tr className={classes.totals}>
        <th scope="row" className={classes.stickyColumn}>
          {m.reports_total()}
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
              {minutesOf('pending') > 0 && (
                <small>
                  {m.reports_payroll_not_approved()}: <DurationText minutes={minutesOf('pending')} />
                </small>
              )}
            </>
          ) : (
            <DurationInColumn minutes={minutesOf('approved')} />
          )}
        </td>
        {columns.pending && (
          <td data-align="end">{minutesOf('pending') > 0 && <DurationText minutes={minutesOf('pending')} />}</td>
        )}
        {columns.expenses && (
          <td data-align="end">{expenses.length > 0 && <MoneyList amounts={expenses} currency={currency} />}</td>
        )}
        <DayCells days={days} sums={workers.flatMap((worker) => worker.days)} />
      </tr>
    </tfoot>
  );
}
