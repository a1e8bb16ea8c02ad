import { Link } from '@tanstack/react-router';
import CircleAlert from 'lucide-react/icons/circle-alert';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ConflictingWorklog, FreeInterval } from '#contract/worklogs.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { ApiProblem } from '../api.ts';
import { pathTo } from '../routes.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { formatTimeRange } from '../ui/format.ts';
import { problemText } from '../ui/problem-text.ts';
import { DayText, TimeRangeText } from '../ui/texts.tsx';
import { StatusBadge } from '../worklog/StatusBadge.tsx';
import { conflictingWorklogsOf, suggestedIntervals } from './entry-errors.ts';
import { withOpenForm } from './search.ts';
import classes from './worklogs.module.css';

type Props = {
  error: unknown;
  /** Zone and day of the times in the form. */
  zone: string;
  day: string;
  canConfirm: boolean;
  isSaving: boolean;
  onUse: (free: FreeInterval) => void;
  onConfirm: () => void;
};

/** A refusal of the server that concerns no single field. The input stays unchanged. */
export function RefusalNotice({ error, zone, day, canConfirm, isSaving, onUse, onConfirm }: Props) {
  if (error === null || (error instanceof ApiProblem && error.code === 'worklog.changed-since-seen')) return null;
  const conflicts = conflictingWorklogsOf(error);
  const gaps = suggestedIntervals(error);
  return (
    <Alert
      tone="error"
      tabIndex={-1}
      data-refusal
      icon={conflicts ? <TriangleAlert size={18} aria-hidden /> : <CircleAlert size={18} aria-hidden />}
      className={classes.refusal ?? ''}
    >
      <p>{problemText(error)}</p>
      {conflicts && <ConflictList conflicts={conflicts} />}
      {gaps.length > 0 && (
        <div className={classes.gaps}>
          {gaps.map((gap) => (
            <Button key={gap.startsAt} variant="default" size="compact-sm" onClick={() => onUse(gap)}>
              {m.worklog_use_gap({ time: formatTimeRange({ ...gap, zone, day }) })}
            </Button>
          ))}
        </div>
      )}
      {conflicts && canConfirm && (
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

/** Each conflicting worklog opens in place of the form; Back returns to the input. */
const ConflictList = ({ conflicts }: { conflicts: readonly ConflictingWorklog[] }) => (
  <ul className={classes.conflicts}>
    {conflicts.map(({ id, projectName, taskName, startsAt, endsAt, zone, day, status, notes }) => (
      <li key={id}>
        <Link
          to={pathTo('/worklogs')}
          search={withOpenForm({ form: 'worklog', id })}
          state={{ isOpenedHere: true }}
          className={classes.conflictLink ?? ''}
        >
          {startsAt && endsAt && (
            <span className={classes.conflictTime}>
              <DayText day={day} />, <TimeRangeText startsAt={startsAt} endsAt={endsAt} zone={zone} day={day} />
            </span>
          )}
          <span>
            {isolated(taskName)}, {isolated(projectName)}
          </span>
        </Link>
        <StatusBadge status={status} />
        {notes !== '' && <p className={`${classes.line} small`}>{notes}</p>}
      </li>
    ))}
  </ul>
);
