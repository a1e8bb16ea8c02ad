// Cells that all tables of worklogs show.
import type { Worklog } from '#contract/worklogs.ts';
import type { WorklogStatus } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';
import { TimeRangeText } from '../ui/texts.tsx';
import { StatusBadge } from './StatusBadge.tsx';
import type { StableRow } from './stable-rows.ts';

type TimedRow = Pick<Worklog, 'startsAt' | 'endsAt' | 'minutes' | 'zone'> & Partial<Pick<Worklog, 'day'>>;

/** From when to when; without times, whether it is an expense. */
export const WorklogTimes = ({ worklog: { startsAt, endsAt, minutes, ...place } }: { worklog: TimedRow }) =>
  startsAt && endsAt ? (
    <TimeRangeText startsAt={startsAt} endsAt={endsAt} {...place} />
  ) : (
    <span className="dimmed">{minutes === null ? m.kind_expense() : m.worklog_no_times()}</span>
  );

type StatusProps = { row: StableRow; shownStatus?: WorklogStatus | 'all' | null };

/** The badge only where it says more than the filter. */
export function RowStatus({ row: { worklog, isGone }, shownStatus = null }: StatusProps) {
  if (isGone) return <span className="dimmed small">{m.ui_gone()}</span>;
  return worklog.status === shownStatus ? null : <StatusBadge status={worklog.status} />;
}
