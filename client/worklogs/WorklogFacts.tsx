import MessageSquareText from 'lucide-react/icons/message-square-text';
import type { Worklog } from '#contract/worklogs.ts';
import { m } from '#locales/messages.js';
import { formatInstant } from '../ui/format.ts';
import { InstantText } from '../ui/texts.tsx';
import { deciderText } from '../worklog/decider.ts';
import { OverlapMark } from '../worklog/OverlapMark.tsx';
import { StatusBadge } from '../worklog/StatusBadge.tsx';
import { withOpenForm } from './search.ts';
import classes from './worklogs.module.css';

/** Status, submission, reviewer and review notes of the worklog. */
export function WorklogFacts({ worklog }: { worklog: Worklog }) {
  const { status, submittedAt, enteredByName, reviewerName, reviewedForName, reviewedAt, reviewNotes } = worklog;
  return (
    <div className={classes.facts}>
      <p className={classes.factLine}>
        <StatusBadge status={status} />
        <span className="dimmed small">
          {m.worklog_submitted_at()} <InstantText at={submittedAt} />
        </span>
      </p>
      {enteredByName && <p className="small">{m.for_others_entered_by({ name: enteredByName })}</p>}
      {reviewerName && reviewedAt && (
        <p className="small">
          {m.worklog_reviewed_by({ name: deciderText(reviewerName, reviewedForName), at: formatInstant(reviewedAt) })}
        </p>
      )}
      {reviewNotes && (
        <div className={classes.reviewNotes} data-status={status}>
          <MessageSquareText size={16} aria-hidden />
          <div>
            <h3>{m.worklog_reviewer_notes()}</h3>
            <p>{reviewNotes}</p>
          </div>
        </div>
      )}
      <OverlapMark worklog={worklog} searchOf={(id) => withOpenForm({ form: 'worklog', id })} />
    </div>
  );
}
