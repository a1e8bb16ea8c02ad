import { type FocusEvent, useEffect, useEffectEvent, useRef } from 'react';
import { m } from '#locales/messages.js';
import { useSettings } from '../../settings/settings.ts';
import type { FormTarget } from '../search.ts';
import { DayColumn } from './DayColumn.tsx';
import { HourScale } from './HourScale.tsx';
import type { Stop } from './keyboard-stops.ts';
import type { Span } from './layout.ts';
import { listenToDrags } from './pointer.ts';
import { type TimeDraft, timeDraftStore } from './time-draft.ts';
import type { VisibleDays } from './use-visible-days.ts';
import { useWeekKeyboard } from './use-week-keyboard.ts';
import type { WeekModel } from './use-week-model.ts';
import classes from './week.module.css';

type Props = {
  model: WeekModel;
  days: VisibleDays;
  onOpen: (target: FormTarget) => void;
  onWrite: (span: Span) => void;
  onDrop: (draft: TimeDraft) => void;
};

/** The days with their hours and blocks. Uses a roving tabindex: one stop at a time is in the tab order. */
export function WeekGrid({ model, days, onOpen, onWrite, onDrop }: Props) {
  const { week } = model;
  const { hasShortcuts } = useSettings();
  const grid = useRef<HTMLDivElement>(null);
  const onNew = (stop: Stop | null) => (stop?.free ? onWrite(stop.free) : onOpen({ form: 'new' }));
  const keys = useWeekKeyboard({ grid, week, days, onNew, onDrop });
  const layout = useEffectEvent(() => ({
    columns: week.shown.map(({ column }) => column),
    visible: week.visible,
    zone: week.zone,
    find: (id: string) => week.worklogs.find((worklog) => worklog.id === id),
  }));
  const drop = useEffectEvent(onDrop);
  useEffect(() => {
    if (!grid.current) return;
    const context = { layout: () => layout(), show: timeDraftStore.set, drop: (draft: TimeDraft) => drop(draft) };
    const stop = listenToDrags(grid.current, context);
    return () => {
      stop();
      timeDraftStore.set(null);
    };
  }, []);
  const noticeFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const stop = week.days.flatMap(({ stops }) => stops).find(({ key }) => key === target.dataset.stop);
    if (stop) keys.setCurrent(stop);
  };
  const noticeLeave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) keys.onLeave();
  };
  // Handlers for events that bubble up from the buttons inside.
  const noticing = { onKeyDown: keys.onKeyDown, onFocus: noticeFocus, onBlur: noticeLeave };
  return (
    <div
      ref={grid}
      tabIndex={-1}
      className={classes.grid}
      data-days={week.shown.length}
      aria-busy={model.isLoading}
      {...noticing}
    >
      <p className="visually-hidden" id="week-keys">
        {hasShortcuts ? m.week_keys() : m.week_keys_without_letters()}
      </p>
      <HourScale model={model} />
      <ol className={classes.days} aria-describedby="week-keys">
        {week.shown.map((day) => (
          <DayColumn
            key={day.column.day}
            day={day}
            zone={week.zone}
            visible={week.visible}
            current={keys.current}
            onOpen={onOpen}
            onWrite={onWrite}
            onPress={keys.focus}
          />
        ))}
      </ol>
      <p role="status" className="visually-hidden">
        {keys.announcement}
      </p>
    </div>
  );
}
