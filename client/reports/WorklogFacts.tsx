import type { ReactNode } from 'react';
import type { Worklog } from '#contract/worklogs.ts';
import { m } from '#locales/messages.js';
import type { ApiOutput } from '../api.ts';
import { useCompany } from '../auth.ts';
import { deciderText } from '../ui/decider.ts';
import { formatInstant } from '../ui/format.ts';
import { ProjectDot } from '../ui/ProjectDot.tsx';
import { ReceiptGallery } from '../ui/ReceiptGallery.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { DayText, DurationText, InstantText, MoneyText, TimeRangeText } from '../ui/texts.tsx';
import { WorklogHistory } from '../ui/WorklogHistory.tsx';
import classes from './rows.module.css';

type Props = { found: ApiOutput<'GET /companies/{companyId}/worklogs/{worklogId}'> };

/** One worklog to read: what was done, what it adds to the sums, and how it came to be so. */
export function WorklogFacts({ found: { worklog, receipts, history } }: Props) {
  const { currency } = useCompany();
  return (
    <article className={classes.facts}>
      <div className={classes.factsHead}>
        <h2 tabIndex={-1} ref={focus}>
          {worklog.workerName}
        </h2>
        <StatusBadge status={worklog.status} />
      </div>
      <Work worklog={worklog} />
      <Review worklog={worklog} />
      {worklog.notes !== '' && (
        <Part title={m.approvals_notes()}>
          <p className={classes.wholeNotes}>{worklog.notes}</p>
        </Part>
      )}
      {receipts.length > 0 && (
        <Part title={m.receipts_title()}>
          <ReceiptGallery receipts={receipts} />
        </Part>
      )}
      <Part title={m.approvals_history()}>
        <WorklogHistory events={history} zone={worklog.zone} currency={worklog.expense?.currency ?? currency} />
      </Part>
    </article>
  );
}

/** So that it is read out when it comes up. */
const focus = (heading: HTMLElement | null) => heading?.focus({ preventScroll: true });

function Work({ worklog }: { worklog: Worklog }) {
  const { colour, projectName, taskName, minutes, expense, day, startsAt, endsAt, zone } = worklog;
  return (
    <div className={classes.part}>
      <p>
        <ProjectDot colour={colour} />
        {projectName} <span className="dimmed">·</span> {taskName}
      </p>
      <p className={classes.sums}>
        {minutes !== null && <DurationText minutes={minutes} />}
        {expense && <MoneyText money={expense} />}
      </p>
      <p>
        <DayText day={day} />
        {startsAt && endsAt && (
          <>
            {', '}
            <TimeRangeText startsAt={startsAt} endsAt={endsAt} zone={zone} day={day} />
          </>
        )}
      </p>
    </div>
  );
}

function Review({ worklog }: { worklog: Worklog }) {
  const { submittedAt, reviewerName, reviewedForName, reviewedAt, reviewNotes } = worklog;
  return (
    <div className={classes.part}>
      <p className="dimmed small">
        {m.approvals_submitted_at()} <InstantText at={submittedAt} />
      </p>
      {reviewerName && reviewedAt && (
        <p className="small">
          {m.worklog_reviewed_by({ name: deciderText(reviewerName, reviewedForName), at: formatInstant(reviewedAt) })}
        </p>
      )}
      {reviewNotes && <p className={classes.wholeNotes}>{reviewNotes}</p>}
    </div>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes.part}>
    <h3>{title}</h3>
    {children}
  </section>
);
