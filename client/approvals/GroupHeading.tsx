import { totalsOfWorklogs } from '#domain/totals.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { DayText, DurationText, MoneyList } from '../ui/texts.tsx';
import { RejectedSum } from '../worklog/RejectedSum.tsx';
import type { StableRow } from '../worklog/stable-rows.ts';
import classes from './approvals.module.css';
import { isSplitGroup } from './rows.ts';

type Props = {
  rows: readonly StableRow[];
  /** All rows of this page. */
  all: readonly StableRow[];
  grouping: 'day' | 'worker';
  page: number;
  pageSize: number;
  total: number;
};

/** A day or a worker with its totals; if the group continues on another page, they are marked as those of this page. */
export function GroupHeading({ rows, all, grouping, page, pageSize, total }: Props) {
  const { currency } = useCompany();
  const [first] = rows;
  if (!first) return null;
  const { minutes, expenses, rejected } = totalsOfWorklogs(rows.map(({ worklog }) => worklog));
  const count = rows.length;
  return (
    <div className={classes.groupHeading}>
      <span>{grouping === 'day' ? <DayText day={first.worklog.day} /> : first.worklog.workerName}</span>
      <span className={classes.groupSum}>
        <span className="dimmed">
          {isSplitGroup(rows, all, { grouping, page, pages: Math.ceil(total / pageSize) })
            ? m.approvals_count_on_page({ count })
            : m.approvals_count({ count })}
        </span>
        <RejectedSum rejected={rejected} />
        {minutes > 0 && <DurationText minutes={minutes} />}
        {expenses.length > 0 && <MoneyList amounts={expenses} currency={currency} />}
      </span>
    </div>
  );
}
