// Cells that all tables of worklogs show.
import type { Worklog } from '#contract/worklogs.ts';
import type { WorklogStatus } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';
import { TimeRangeText } from '../ui/texts.tsx';
import { StatusBadge } from './StatusBadge.tsx';
import type { StableRow } from './stable-rows.ts';

/** From when to when; of an expense, that it is one. */
export const WorklogTimes = ({ worklog: { startsAt, endsAt, zone, day } }: { worklog: Worklog }) =>
  startsAt && endsAt ? (
    <TimeRangeText startsAt={startsAt} endsAt={endsAt} zone={zone} day={day} />
  ) : (
    <span className="dimmed">{m.kind_expense()}</span>
  );

type StatusProps = { row: StableRow; shownStatus?: WorklogStatus | 'all' | null };

/** The badge only where it says more than the filter. */
export function RowStatus({ row: { worklog, isGone }, shownStatus = null }: StatusProps) {
  if (isGone) return <span className="dimmed small">{m.ui_gone()}</span>;
  return worklog.status === shownStatus ? null : <StatusBadge status={worklog.status} />;
}
