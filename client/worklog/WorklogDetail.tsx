import type { ReactNode } from 'react';
import type { Receipt } from '#contract/receipts.ts';
import type { WorklogEvent } from '#contract/worklog-events.ts';
import type { Worklog } from '#contract/worklogs.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { formatDay } from '../ui/format.ts';
import { InstantText } from '../ui/texts.tsx';
import { DayTimeline } from './DayTimeline.tsx';
import { DetailFacts } from './DetailFacts.tsx';
import { DetailSection, HistorySection, ReceiptsSection, TextSections } from './DetailSections.tsx';
import classes from './detail.module.css';
import { StatusBadge } from './StatusBadge.tsx';

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
        <h2 tabIndex={-1} ref={isFocused ? focusHeading : null} data-autofocus={isFocused || undefined}>
          {worklog.workerName}
        </h2>
        <StatusBadge status={worklog.status} />
      </header>
      <DetailFacts worklog={worklog}>
        <p className="dimmed small">
          {m.approvals_submitted_at()} <InstantText at={worklog.submittedAt} />
          {worklog.enteredByName && <> · {m.for_others_entered_by({ name: worklog.enteredByName })}</>}
        </p>
      </DetailFacts>
      {notice}
      <TextSections worklog={worklog} />
      <ReceiptsSection receipts={receipts} />
      <DetailSection title={m.approvals_day_of({ name: worklog.workerName, day: formatDay(worklog.day) })}>
        <DayTimeline worklog={worklog} />
      </DetailSection>
      {history && <HistorySection worklog={worklog} history={history} />}
    </article>
  );
}

const focusHeading = (heading: HTMLElement | null) => heading?.focus({ preventScroll: true });
