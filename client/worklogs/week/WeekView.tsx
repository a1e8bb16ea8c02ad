import { useState } from 'react';
import { m } from '#locales/messages.js';
import { zoneOfDays } from '../../ui/format.ts';
import { DeferredMount, lazyPart, withMantine } from '../../ui/lazy.tsx';
import { ErrorState } from '../../ui/states.tsx';
import type { FormTarget } from '../search.ts';
import { type ClockQuestion, movedTo, questionAbout, resizedTo, steps } from './changes.ts';
import { DayStrip } from './DayStrip.tsx';
import { type Draft, draftStore, edgeOf, isSameSpan } from './draft.ts';
import { type Span, spanOf } from './layout.ts';
import { useAmend } from './use-amend.ts';
import { useDays } from './use-days.ts';
import { useWeekPicture } from './use-week.ts';
import { WeekBar } from './WeekBar.tsx';
import { WeekGrid } from './WeekGrid.tsx';
import classes from './week.module.css';

const WeekQuestions = lazyPart(withMantine(() => import('./WeekQuestions.tsx').then((file) => file.WeekQuestions)));

type Props = { onOpen: (target: FormTarget) => void };

type Asked = { draft: Draft; question: ClockQuestion };

/** The worklogs of a week as blocks that can be created, moved and resized; with the same filters and totals as the list. */
export function WeekView({ onOpen }: Props) {
  const days = useDays();
  const { ahead, amend, refused, forgetRefusal } = useAmend();
  const picture = useWeekPicture(days, ahead);
  const [asked, setAsked] = useState<Asked | null>(null);
  const { week } = picture;

  const write = ({ from, to }: Span) =>
    onOpen({ form: 'new', times: { start: new Date(from).toISOString(), end: new Date(to).toISOString() } });
  const drop = (draft: Draft) => {
    const { span, wall } = draft.landing;
    if (draft.kind === 'create') {
      draftStore.set(null);
      return write(span);
    }
    const before = spanOf(draft.worklog);
    if (!before || isSameSpan(before, span)) return draftStore.set(null);
    const question = draft.kind === 'end' ? null : questionAbout(wall, edgeOf(draft), week.zone);
    if (question) return setAsked({ draft, question });
    draftStore.set(null);
    amend(draft.worklog, span);
  };
  const answer = (at: number | null) => {
    draftStore.set(null);
    setAsked(null);
    if (!asked?.draft.worklog || at === null) return;
    amend(asked.draft.worklog, spanAt(asked.draft, at));
  };

  if (picture.error) return <ErrorState error={picture.error} onRetry={picture.refetch} />;
  return (
    <section className={classes.week} aria-label={m.week_title()}>
      <WeekBar days={days} week={week} />
      {!days.isWhole && <DayStrip week={week} days={days} />}
      <ZoneNote at={week.days[0]?.column.noon ?? 0} />
      {picture.isEmpty && !picture.isLoading && <EmptyNote />}
      <WeekGrid picture={picture} days={days} onOpen={onOpen} onWrite={write} onDrop={drop} />
      <DeferredMount isNeeded={asked !== null || refused !== null}>
        <WeekQuestions
          question={asked?.question ?? null}
          onAnswer={answer}
          refusal={refused}
          mayConfirm={picture.policies?.overlaps === 'flag'}
          onUse={({ worklog }, free) => amend(worklog, free)}
          onConfirm={(refusal) => amend(refusal.worklog, refusal.span, { confirmOverlap: true })}
          onClose={forgetRefusal}
        />
      </DeferredMount>
    </section>
  );
}

function spanAt({ kind, landing: { span } }: Draft, at: number): Span {
  return kind === 'start' || kind === 'end' ? resizedTo(span, kind, at, steps.fine) : movedTo(span, at);
}

/** Names the zone of the hours if it is not the user's own. */
function ZoneNote({ at }: { at: number }) {
  const zone = zoneOfDays(new Date(at));
  return zone && <p className="dimmed small">{m.week_zone_note({ zone })}</p>;
}

function EmptyNote() {
  const isTouch = window.matchMedia('(pointer: coarse)').matches;
  return <p className="dimmed">{isTouch ? m.week_empty_touch() : m.week_empty()}</p>;
}
