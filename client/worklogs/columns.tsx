import MessageSquareText from 'lucide-react/icons/message-square-text';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { Worklog } from '#contract/worklogs.ts';
import { m } from '#locales/messages.js';
import { ProjectDot } from '../ui/ProjectDot.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import type { Column } from '../ui/table.ts';
import { DurationText, MoneyText, TimeRangeText } from '../ui/texts.tsx';
import classes from './worklogs.module.css';

export const worklogColumns = (): readonly Column<Worklog>[] => [
  { id: 'time', header: m.worklogs_time(), cell: (worklog) => <Times worklog={worklog} />, width: '176px' },
  { id: 'what', header: m.worklogs_what(), cell: (worklog) => <What worklog={worklog} />, onCard: 'title' },
  {
    id: 'amount',
    header: m.worklogs_amount(),
    cell: (worklog) => <Amount worklog={worklog} />,
    align: 'end',
    width: '150px',
  },
  {
    id: 'status',
    header: m.worklogs_status(),
    cell: ({ status }) => <StatusBadge status={status} />,
    width: '130px',
    onCard: 'aside',
  },
];

function Times({ worklog: { startsAt, endsAt, zone } }: { worklog: Worklog }) {
  if (!startsAt || !endsAt) return <span className="dimmed">{m.kind_expense()}</span>;
  return <TimeRangeText startsAt={startsAt} endsAt={endsAt} zone={zone} />;
}

function What({ worklog }: { worklog: Worklog }) {
  const { id, colour, projectName, taskName, notes, isConflicting, status, reviewNotes } = worklog;
  return (
    <div className={classes.what} data-worklog={id}>
      <div className={classes.names}>
        <ProjectDot colour={colour} />
        <span className={classes.task}>{taskName}</span>
        <span className={classes.project}>{projectName}</span>
        {isConflicting && (
          <span className={classes.conflict}>
            <TriangleAlert size={14} aria-hidden />
            {m.worklogs_conflict()}
          </span>
        )}
      </div>
      {status === 'rejected' && reviewNotes ? (
        <p className={classes.verdict}>
          <MessageSquareText size={14} aria-hidden />
          <span className={classes.line}>{reviewNotes}</span>
        </p>
      ) : (
        notes !== '' && <p className={`${classes.line} dimmed small`}>{notes}</p>
      )}
    </div>
  );
}

function Amount({ worklog: { minutes, expense } }: { worklog: Worklog }) {
  return (
    <span className={classes.amounts}>
      {minutes !== null && <DurationText minutes={minutes} />}
      {expense && (
        <span className={minutes === null ? undefined : 'dimmed small'}>
          <MoneyText money={expense} />
        </span>
      )}
    </span>
  );
}
