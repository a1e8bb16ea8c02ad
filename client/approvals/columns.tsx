import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { m } from '#locales/messages.js';
import { formatDay } from '../ui/format.ts';
import { ProjectDot } from '../ui/ProjectDot.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import type { Column } from '../ui/table.ts';
import { DayText, DurationText, MoneyText, TimeRangeText } from '../ui/texts.tsx';
import classes from './approvals.module.css';
import type { groupings } from './filter.ts';
import { rowMark } from './focus.ts';
import type { Row } from './rows.ts';
import { hasChanged, type Selected } from './selection.ts';

type Grouping = (typeof groupings)[number];

/** A worklog in words: for checkboxes and buttons. */
export const rowLabel = ({ worklog }: Row): string =>
  `${worklog.workerName}, ${worklog.taskName}, ${formatDay(worklog.day)}`;

/** What the group tells stands first in the group and not in the row. */
export const columnsFor = (grouping: Grouping, selected: Selected): Column<Row>[] => [
  {
    id: 'who',
    header: grouping === 'day' ? m.approvals_worker() : m.approvals_day(),
    onCard: 'title',
    width: '18%',
    cell: ({ worklog, isGone }) => (
      <span id={rowMark(worklog.id)} data-gone={isGone} className={classes.who}>
        {grouping === 'day' ? worklog.workerName : <DayText day={worklog.day} />}
      </span>
    ),
  },
  {
    id: 'work',
    header: m.approvals_work(),
    cell: ({ worklog }) => (
      <div className={classes.work}>
        <span>
          <ProjectDot colour={worklog.colour} />
          {worklog.projectName} <span className="dimmed">·</span> {worklog.taskName}
        </span>
        {worklog.notes !== '' && <span className={classes.notes}>{worklog.notes}</span>}
      </div>
    ),
  },
  {
    id: 'time',
    header: m.approvals_time(),
    width: '150px',
    cell: ({ worklog }) => (
      <div className={classes.time}>
        {worklog.startsAt && worklog.endsAt ? (
          <TimeRangeText startsAt={worklog.startsAt} endsAt={worklog.endsAt} zone={worklog.zone} />
        ) : (
          <span className="dimmed">{m.kind_expense()}</span>
        )}
        {worklog.isConflicting && (
          <span className={classes.conflict}>
            <TriangleAlert size={14} aria-hidden /> {m.approvals_conflict()}
          </span>
        )}
      </div>
    ),
  },
  {
    id: 'figure',
    header: m.approvals_figure(),
    align: 'end',
    width: '110px',
    cell: ({ worklog }) => (
      <div className={classes.figure}>
        {worklog.minutes !== null && <DurationText minutes={worklog.minutes} />}
        {worklog.expense && <MoneyText money={worklog.expense} />}
      </div>
    ),
  },
  {
    id: 'status',
    header: m.approvals_status(),
    width: '130px',
    onCard: 'aside',
    cell: (row) => <Status row={row} isChanged={hasChanged(selected, row)} />,
  },
];

function Status({ row, isChanged }: { row: Row; isChanged: boolean }) {
  if (row.isGone) return <span className="dimmed small">{m.approvals_gone()}</span>;
  return (
    <div className={classes.figure}>
      <StatusBadge status={row.worklog.status} />
      {isChanged && <span className={classes.conflict}>{m.approvals_changed_since_selected()}</span>}
    </div>
  );
}
