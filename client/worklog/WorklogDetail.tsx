import type { ReactNode } from 'react';
import type { Receipt } from '#contract/receipts.ts';
import type { WorklogEvent } from '#contract/worklog-events.ts';
import type { Worklog } from '#contract/worklogs.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { useCompany } from '../auth.ts';
import { formatDay } from '../ui/format.ts';
import { DayTimeline } from './DayTimeline.tsx';
import { DetailFacts } from './DetailFacts.tsx';
import classes from './detail.module.css';
import { ReceiptGallery } from './ReceiptGallery.tsx';
import { StatusBadge } from './StatusBadge.tsx';
import { WorklogHistory } from './WorklogHistory.tsx';

type Props = {
  worklog: Worklog;
  receipts: readonly Receipt[];
  /** Omitted where the history is shown separately. */
  history?: readonly WorklogEvent[];
  /** Shown below the facts: changes, decisions, conflicts. */
  notice?: ReactNode;
  /** The heading gets the focus when the worklog is shown. */
  isFocused?: boolean;
};

/** Everything a decider needs to know about one worklog. */
export function WorklogDetail({ worklog, receipts, history, notice, isFocused = false }: Props) {
  return (
    <article className={classes.detail} aria-label={`${isolated(worklog.workerName)}, ${isolated(worklog.taskName)}`}>
      <header className={classes.head}>
        <h2 tabIndex={-1} ref={isFocused ? focusHeading : null}>
          {worklog.workerName}
        </h2>
        <StatusBadge status={worklog.status} />
      </header>
      <DetailFacts worklog={worklog} />
      {notice}
      <DetailSection title={m.approvals_notes()}>
        {worklog.notes === '' ? (
          <p className="dimmed">{m.approvals_no_notes()}</p>
        ) : (
          <p className={classes.notes}>{worklog.notes}</p>
        )}
      </DetailSection>
      <DetailSection title={m.receipts_title()}>
        {receipts.length === 0 ? <p className="dimmed">{m.receipts_none()}</p> : <ReceiptGallery receipts={receipts} />}
      </DetailSection>
      <DetailSection title={m.approvals_day_of({ name: worklog.workerName, day: formatDay(worklog.day) })}>
        <DayTimeline worklog={worklog} />
      </DetailSection>
      {history && <WorklogHistorySection worklog={worklog} history={history} />}
    </article>
  );
}

export function WorklogHistorySection({ worklog, history }: { worklog: Worklog; history: readonly WorklogEvent[] }) {
  const { currency } = useCompany();
  return (
    <DetailSection title={m.approvals_history()}>
      <WorklogHistory events={history} zone={worklog.zone} currency={worklog.expense?.currency ?? currency} />
    </DetailSection>
  );
}

const focusHeading = (heading: HTMLElement | null) => heading?.focus({ preventScroll: true });

const DetailSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes.part}>
    <h3>{title}</h3>
    {children}
  </section>
);
