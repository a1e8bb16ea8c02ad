import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import type { Receipt } from '#contract/receipts.ts';
import type { Worklog, WorklogEvent } from '#contract/worklogs.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { useFilters } from '../filters.ts';
import { formatDay } from '../ui/format.ts';
import { ProjectDot } from '../ui/ProjectDot.tsx';
import { ReceiptGallery } from '../ui/ReceiptGallery.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { DayText, DurationText, InstantText, MoneyText, TimeRangeText } from '../ui/texts.tsx';
import { WorklogHistory } from '../ui/WorklogHistory.tsx';
import { DayAround } from './DayAround.tsx';
import { conflictsOf } from './day-picture.ts';
import classes from './detail.module.css';
import { approvalParameters, withWorklog } from './filter.ts';
import { dayQuery } from './queries.ts';

type Props = {
  worklog: Worklog;
  receipts: readonly Receipt[];
  /** Left out where it stands beside. */
  history?: readonly WorklogEvent[];
  /** Stands right under the facts: what changed, who decided. */
  notice?: ReactNode;
  /** Takes the focus when the worklog comes up. */
  isFocused?: boolean;
};

/** Everything needed to decide on one worklog. */
export function WorklogDetail({ worklog, receipts, history, notice, isFocused = false }: Props) {
  return (
    <article className={classes.detail} aria-label={`${worklog.workerName}, ${worklog.taskName}`}>
      <header className={classes.head}>
        <h2 tabIndex={-1} ref={isFocused ? focus : null}>
          {worklog.workerName}
        </h2>
        <StatusBadge status={worklog.status} />
      </header>
      <Facts worklog={worklog} />
      {notice}
      <Conflicts worklog={worklog} />
      <Part title={m.approvals_notes()}>
        {worklog.notes === '' ? (
          <p className="dimmed">{m.approvals_no_notes()}</p>
        ) : (
          <p className={classes.notes}>{worklog.notes}</p>
        )}
      </Part>
      <Part title={m.receipts_title()}>
        {receipts.length === 0 ? <p className="dimmed">{m.receipts_none()}</p> : <ReceiptGallery receipts={receipts} />}
      </Part>
      <Part title={m.approvals_day_of({ name: worklog.workerName, day: formatDay(worklog.day) })}>
        <DayAround worklog={worklog} />
      </Part>
      {history && <WorklogPast worklog={worklog} history={history} />}
    </article>
  );
}

export function WorklogPast({ worklog, history }: { worklog: Worklog; history: readonly WorklogEvent[] }) {
  const { currency } = useCompany();
  return (
    <Part title={m.approvals_history()}>
      <WorklogHistory events={history} zone={worklog.zone} currency={worklog.expense?.currency ?? currency} />
    </Part>
  );
}

const focus = (heading: HTMLElement | null) => heading?.focus({ preventScroll: true });

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes.part}>
    <h3>{title}</h3>
    {children}
  </section>
);

function Facts({ worklog }: { worklog: Worklog }) {
  return (
    <div className={classes.facts}>
      <p className={classes.work}>
        <ProjectDot colour={worklog.colour} />
        <span>
          {worklog.projectName} <span className="dimmed">·</span> {worklog.taskName}
        </span>
      </p>
      <div className={classes.figures}>
        {worklog.minutes !== null && (
          <p className={classes.figure}>
            <DurationText minutes={worklog.minutes} />
          </p>
        )}
        {worklog.expense && (
          <p className={classes.figure}>
            <MoneyText money={worklog.expense} />
          </p>
        )}
        <p className={classes.when}>
          <DayText day={worklog.day} />
          {worklog.startsAt && worklog.endsAt && (
            <>
              {', '}
              <TimeRangeText
                startsAt={worklog.startsAt}
                endsAt={worklog.endsAt}
                zone={worklog.zone}
                day={worklog.day}
              />
            </>
          )}
        </p>
      </div>
      <p className="dimmed small">
        {m.approvals_submitted_at()} <InstantText at={worklog.submittedAt} />
      </p>
    </div>
  );
}

/** What takes the same time, whether or not the policy marks it. */
function Conflicts({ worklog }: { worklog: Worklog }) {
  const { id: companyId } = useCompany();
  const { data } = useQuery(dayQuery(companyId, worklog));
  const conflicts = conflictsOf(worklog, data?.worklogs ?? []);
  // A review keeps its place: what lies beside it opens beside it.
  const isReview = useFilters(approvalParameters)[0].review === '1';
  if (conflicts.length === 0 && !worklog.isConflicting) return null;
  return (
    <div className={classes.conflicts}>
      <TriangleAlert size={18} aria-hidden />
      <div>
        <p>{m.approvals_conflicts({ count: Math.max(1, conflicts.length) })}</p>
        <ul>
          {conflicts.map((other) => (
            <li key={other.id}>
              <Link to="." search={withWorklog(other.id)} {...(isReview ? { target: '_blank' } : {})}>
                {other.projectName} · {other.taskName}
              </Link>
              {', '}
              {other.startsAt && other.endsAt && (
                <TimeRangeText startsAt={other.startsAt} endsAt={other.endsAt} zone={other.zone} day={worklog.day} />
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
