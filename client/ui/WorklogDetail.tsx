import type { ReactNode } from 'react';
import type { Receipt } from '#contract/receipts.ts';
import type { WorklogEvent } from '#contract/worklog-events.ts';
import type { Worklog } from '#contract/worklogs.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { useCompany } from '../auth.ts';
import { DayAround } from './DayAround.tsx';
import { DetailFacts } from './DetailFacts.tsx';
import classes from './detail.module.css';
import { formatDay } from './format.ts';
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
        <h2 tabIndex={-1} ref={isFocused ? focus : null}>
          {worklog.workerName}
        </h2>
        <StatusBadge status={worklog.status} />
      </header>
      <DetailFacts worklog={worklog} />
      {notice}
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
