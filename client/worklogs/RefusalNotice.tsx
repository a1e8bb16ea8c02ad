import { Alert, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import CircleAlert from 'lucide-react/icons/circle-alert';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { m } from '#locales/messages.js';
import { ApiProblem } from '../api.ts';
import { pathTo } from '../routes.ts';
import { problemText } from '../ui/problem-text.ts';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { DayText, TimeRangeText } from '../ui/texts.tsx';
import { type Conflict, conflictsOf } from './mistakes.ts';
import { withForm } from './search.ts';
import classes from './worklogs.module.css';

type Props = { error: unknown; mayConfirm: boolean; isSaving: boolean; onConfirm: () => void };

/** What the server refused beside single fields. What was typed stays where it is. */
export function RefusalNotice({ error, mayConfirm, isSaving, onConfirm }: Props) {
  if (error === null || (error instanceof ApiProblem && error.code === 'worklog.changed-since-seen')) return null;
  const conflicts = conflictsOf(error);
  return (
    <Alert
      color="red"
      role="alert"
      tabIndex={-1}
      data-refusal
      icon={conflicts ? <TriangleAlert size={18} aria-hidden /> : <CircleAlert size={18} aria-hidden />}
      className={classes.refusal ?? ''}
    >
      <p>{problemText(error)}</p>
      {conflicts && <ConflictList conflicts={conflicts} />}
      {conflicts && mayConfirm && (
        <div className={classes.confirm}>
          <p>{m.worklog_overlap_may()}</p>
          <Button variant="default" loading={isSaving} onClick={onConfirm}>
            {m.worklog_overlap_confirm()}
          </Button>
        </div>
      )}
    </Alert>
  );
}

/** Each opens in place of the form; Back returns to what was typed. */
const ConflictList = ({ conflicts }: { conflicts: readonly Conflict[] }) => (
  <ul className={classes.conflicts}>
    {conflicts.map(({ id, projectName, taskName, startsAt, endsAt, zone, status, notes }) => (
      <li key={id}>
        <Link
          to={pathTo('/worklogs')}
          search={withForm({ form: 'worklog', id })}
          state={{ isOpenedHere: true }}
          className={classes.conflictLink ?? ''}
        >
          {startsAt && endsAt && (
            <span className={classes.conflictTime}>
              <DayText day={startsAt.slice(0, 10)} /> <TimeRangeText startsAt={startsAt} endsAt={endsAt} zone={zone} />
            </span>
          )}
          <span>
            {taskName}, {projectName}
          </span>
        </Link>
        <StatusBadge status={status} />
        {notes !== '' && <p className={`${classes.line} small`}>{notes}</p>}
      </li>
    ))}
  </ul>
);
