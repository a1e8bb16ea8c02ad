import { type FocusEvent, useEffect, useEffectEvent, useRef } from 'react';
import { m } from '#locales/messages.js';
import { useSettings } from '../../settings/settings.ts';
import type { FormTarget } from '../search.ts';
import { DayColumn } from './DayColumn.tsx';
import { type Draft, draftStore } from './draft.ts';
import { HourScale } from './HourScale.tsx';
import type { Span } from './layout.ts';
import { followPointer } from './pointer.ts';
import type { Stop } from './stops.ts';
import type { ShownDays } from './use-days.ts';
import { useWeekKeys } from './use-keys.ts';
import type { WeekPicture } from './use-week.ts';
import classes from './week.module.css';

type Props = {
  picture: WeekPicture;
  days: ShownDays;
  onOpen: (target: FormTarget) => void;
  onWrite: (span: Span) => void;
  onDrop: (draft: Draft) => void;
};

/** The days with their hours and blocks. Uses a roving tabindex: one stop at a time is in the tab order. */
export function WeekGrid({ picture, days, onOpen, onWrite, onDrop }: Props) {
  const { week } = picture;
  const { hasShortcuts } = useSettings();
  const grid = useRef<HTMLDivElement>(null);
  const onNew = (stop: Stop | null) => (stop?.free ? onWrite(stop.free) : onOpen({ form: 'new' }));
  const keys = useWeekKeys({ grid, week, days, onNew, onDrop });
  const scene = useEffectEvent(() => ({
    columns: week.shown.map(({ column }) => column),
    sight: week.sight,
    zone: week.zone,
    find: (id: string) => week.worklogs.find((worklog) => worklog.id === id),
  }));
  const drop = useEffectEvent(onDrop);
  useEffect(() => {
    if (!grid.current) return;
    const stage = { scene: () => scene(), show: draftStore.set, drop: (draft: Draft) => drop(draft) };
    return followPointer(grid.current, stage);
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
      aria-busy={picture.isLoading}
      {...noticing}
    >
      <p className="visually-hidden" id="week-keys">
        {hasShortcuts ? m.week_keys() : m.week_keys_without_letters()}
      </p>
      <HourScale picture={picture} />
      <ol className={classes.days} aria-describedby="week-keys">
        {week.shown.map((day) => (
          <DayColumn
            key={day.column.day}
            day={day}
            zone={week.zone}
            sight={week.sight}
            current={keys.current}
            onOpen={onOpen}
            onWrite={onWrite}
            onPress={keys.focus}
          />
        ))}
      </ol>
      <p role="status" className="visually-hidden">
        {keys.said}
      </p>
    </div>
  );
}
