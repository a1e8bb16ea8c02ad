import { useState } from 'react';
import { m } from '#locales/messages.js';
import { DeferredMount, lazyPart } from '../../ui/lazy.tsx';
import { ErrorState } from '../../ui/states.tsx';
import type { FormTarget } from '../search.ts';
import { type ClockQuestion, clockQuestion, moveSpan, resizeSpan, steps } from './changes.ts';
import { DayStrip } from './DayStrip.tsx';
import { type Span, worklogSpan } from './layout.ts';
import { isSameSpan, movedEdge, type TimeDraft, timeDraftStore } from './time-draft.ts';
import { useAmendTimes } from './use-amend-times.ts';
import { useVisibleDays } from './use-visible-days.ts';
import { useWeekModel } from './use-week-model.ts';
import { WeekBar } from './WeekBar.tsx';
import { WeekGrid } from './WeekGrid.tsx';
import classes from './week.module.css';
import { ZoneNote } from './ZoneNote.tsx';

const WeekDialogs = lazyPart(() => import('./WeekDialogs.tsx').then((file) => file.WeekDialogs));

type Props = { onOpen: (target: FormTarget) => void };

type OpenQuestion = { draft: TimeDraft; question: ClockQuestion };

/** The worklogs of a week as blocks that can be created, moved and resized; with the same filters and totals as the list. */
export function WeekView({ onOpen }: Props) {
  const days = useVisibleDays();
  const { optimistic, amend, refused, closeRefusal } = useAmendTimes();
  const model = useWeekModel(days, optimistic);
  const [question, setQuestion] = useState<OpenQuestion | null>(null);
  const { week } = model;

  const write = ({ from, to }: Span) =>
    onOpen({ form: 'new', times: { start: new Date(from).toISOString(), end: new Date(to).toISOString() } });
  const drop = (draft: TimeDraft) => {
    const { span, wall } = draft.target;
    if (draft.kind === 'create') {
      timeDraftStore.set(null);
      return write(span);
    }
    const before = worklogSpan(draft.worklog);
    if (!before || isSameSpan(before, span)) return timeDraftStore.set(null);
    const question = draft.kind === 'end' ? null : clockQuestion(wall, movedEdge(draft), week.zone);
    if (question) return setQuestion({ draft, question });
    timeDraftStore.set(null);
    amend(draft.worklog, span);
  };
  const chooseInstant = (at: number | null) => {
    timeDraftStore.set(null);
    setQuestion(null);
    if (!question?.draft.worklog || at === null) return;
    amend(question.draft.worklog, spanAt(question.draft, at));
  };

  if (model.error) return <ErrorState error={model.error} onRetry={model.refetch} />;
  return (
    <section className={classes.week} aria-label={m.week_title()}>
      <WeekBar days={days} week={week} />
      {!days.isWhole && <DayStrip week={week} days={days} />}
      <ZoneNote at={week.days[0]?.column.noon ?? 0} />
      {model.isEmpty && !model.isLoading && <EmptyNote />}
      <WeekGrid model={model} days={days} onOpen={onOpen} onWrite={write} onDrop={drop} />
      <DeferredMount isNeeded={question !== null || refused !== null}>
        <WeekDialogs
          question={question?.question ?? null}
          onChoose={chooseInstant}
          refusal={refused}
          canConfirm={model.policies?.overlaps === 'flag'}
          onUse={({ worklog }, free) => amend(worklog, free)}
          onConfirm={(refusal) => amend(refusal.worklog, refusal.span, { confirmOverlap: true })}
          onClose={closeRefusal}
        />
      </DeferredMount>
    </section>
  );
}

function spanAt({ kind, target: { span } }: TimeDraft, at: number): Span {
  return kind === 'start' || kind === 'end' ? resizeSpan(span, kind, at, steps.fine) : moveSpan(span, at);
}

function EmptyNote() {
  const isTouch = window.matchMedia('(pointer: coarse)').matches;
  return <p className="dimmed">{isTouch ? m.week_empty_touch() : m.week_empty()}</p>;
}
