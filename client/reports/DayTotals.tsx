import { totalsOfWorklogs } from '#domain/totals.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { DayText, DurationText, MoneyList } from '../ui/texts.tsx';
import { RejectedSum } from '../worklog/RejectedSum.tsx';
import type { StableRow } from '../worklog/stable-rows.ts';
import classes from './rows.module.css';

type Props = {
  rows: readonly StableRow[];
  /** All rows of this page. */
  all: readonly StableRow[];
  page: number;
  size: number;
  total: number;
};

/** A day with its totals; if the day continues on another page, they are marked as those of this page. */
export function DayTotals({ rows, all, page, size, total }: Props) {
  const { currency } = useCompany();
  const worklogs = rows.map(({ worklog }) => worklog);
  const day = worklogs[0]?.day ?? '';
  const { minutes, expenses, rejected } = totalsOfWorklogs(worklogs);
  const isSplit = (page > 1 && all[0]?.worklog.day === day) || (page * size < total && all.at(-1)?.worklog.day === day);
  return (
    <span className={classes.day}>
      <DayText day={day} />
      <span className={classes.daySum}>
        {isSplit && <span className="dimmed">{m.reports_on_this_page()}</span>}
        <RejectedSum rejected={rejected} />
        {minutes > 0 && <DurationText minutes={minutes} />}
        {expenses.length > 0 && <MoneyList amounts={expenses} currency={currency} />}
      </span>
    </span>
  );
}
