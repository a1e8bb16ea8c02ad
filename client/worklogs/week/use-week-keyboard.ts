// Keyboard control of the week: the arrows move between stops, or move and resize a worklog in that mode.

import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import type { Worklog } from '#contract/worklogs.ts';
import { addDays } from '#domain/calendar.ts';
import { m } from '#locales/messages.js';
import { useStore } from '../../storage.ts';
import { isShortcutDisabled } from '../../ui/shortcuts.ts';
import { moveByDays, moveSpan, nextStep, resizeSpan, steps, targetTime } from './changes.ts';
import { blockLabel, formatDayAndSpan } from './describe.ts';
import { nearestStop, type Stop, stopInDirection } from './keyboard-stops.ts';
import { worklogSpan } from './layout.ts';
import { type TimeDraft, timeDraftStore } from './time-draft.ts';
import type { VisibleDays } from './use-visible-days.ts';
import type { Week } from './use-week-model.ts';

type Options = {
  grid: RefObject<HTMLElement | null>;
  week: Week;
  days: VisibleDays;
  onNew: (stop: Stop | null) => void;
  onDrop: (draft: TimeDraft) => void;
};

export function useWeekKeyboard({ grid, week, days, onNew, onDrop }: Options) {
  const [lastStop, setLastStop] = useState<Stop | null>(null);
  const [isFocusPending, setFocusPending] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const draft = useKeyDraft();
  const current = currentStop(week, days, lastStop);

  const focus = (stop: Stop) => {
    setLastStop(stop);
    setFocusPending(true);
    const isVisible = week.shown.some(({ column: { day } }) => day === stop.day);
    if (!isVisible) days.goTo(stop.day);
  };
  useEffect(() => {
    if (!isFocusPending || !current) return;
    const stop = grid.current?.querySelector<HTMLElement>(`[data-stop="${CSS.escape(current.key)}"]`);
    if (!stop) return;
    stop.focus();
    setFocusPending(false);
  }, [isFocusPending, current, grid]);

  const moveFocus = (key: string) => {
    if (!current) return false;
    const next = stopInDirection(
      week.days.map(({ stops }) => stops),
      current,
      key,
    );
    if (next) focus(next);
    else if (key === 'ArrowLeft' || key === 'ArrowRight') {
      focus({ ...current, key: '', day: addDays(current.day, key === 'ArrowLeft' ? -1 : 1) });
    } else return key === 'ArrowUp' || key === 'ArrowDown';
    return true;
  };

  const show = (next: TimeDraft, sentence = formatDayAndSpan(next.target.span, week.zone)) => {
    timeDraftStore.set(next);
    setAnnouncement(sentence);
  };
  const startChange = (worklog: Worklog, kind: 'move' | 'end') => {
    const span = worklogSpan(worklog);
    if (worklog.actions.amend !== true || !span) return setAnnouncement(m.week_fixed());
    show({ kind, worklog, target: targetTime(span, week.zone), by: 'keys' }, introduction(kind, worklog, week.zone));
  };
  const finishChange = (isConfirmed: boolean) => {
    if (!draft?.worklog) return;
    if (isConfirmed) onDrop(draft);
    else timeDraftStore.set(null);
    setAnnouncement(isConfirmed ? '' : m.week_cancelled());
    const span = isConfirmed ? draft.target.span : worklogSpan(draft.worklog);
    if (!span) return;
    const dayOfStop = week.days.find(({ column }) => column.from <= span.from && span.from < column.to);
    const key = dayOfStop && `${dayOfStop.column.day} ${draft.worklog.id}`;
    if (dayOfStop && key) focus({ key, day: dayOfStop.column.day, hour: 0, free: null });
  };
  const change = (event: KeyboardEvent) => {
    if (!draft?.worklog) return false;
    if (event.key === 'Tab') return finishChange(false);
    if (event.key === 'Enter' || event.key === 'Escape') finishChange(event.key === 'Enter');
    else if (event.key.toLowerCase() === 'r' && draft.kind !== 'move') {
      const kind = draft.kind === 'end' ? 'start' : 'end';
      show({ ...draft, kind }, introduction(kind, draft.worklog, week.zone));
    } else {
      const next = applyArrow(draft, event, week);
      if (!next) return event.key.startsWith('Arrow') || event.key === ' ';
      show(next);
      const day = next.target.wall.slice(0, 10);
      if (!week.shown.some(({ column }) => column.day === day)) {
        // The focused block will be unmounted.
        grid.current?.focus();
        days.goTo(day);
      }
    }
    return true;
  };

  const act = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isShortcutDisabled(event)) return false;
    if (draft) return change(event);
    const key = event.key.toLowerCase();
    const worklog = week.worklogs.find(({ id }) => current?.key.endsWith(` ${id}`));
    if (key === 'n') onNew(current);
    else if ((key === 'm' || key === 'r') && worklog) startChange(worklog, key === 'm' ? 'move' : 'end');
    else if (event.key === 'PageUp' || event.key === 'PageDown') days.stepWeek(event.key === 'PageUp' ? -1 : 1);
    else return moveFocus(event.key);
    return true;
  };

  return {
    current,
    announcement,
    setCurrent: setLastStop,
    focus,
    onKeyDown: (event: KeyboardEvent) => {
      if (act(event)) event.preventDefault();
    },
    /** Cancels a keyboard change when the focus leaves the grid. */
    onLeave: () => draft && timeDraftStore.set(null),
  };
}

function useKeyDraft(): TimeDraft | null {
  const draft = useStore(timeDraftStore);
  return draft?.by === 'keys' ? draft : null;
}

/** The stop that is in the tab order: the last one, the nearest to it, or nine o'clock today. */
function currentStop({ days, shown }: Week, { today }: VisibleDays, lastStop: Stop | null): Stop | null {
  const dayOfStop = lastStop && days.find(({ column }) => column.day === lastStop.day);
  if (dayOfStop && lastStop) {
    return dayOfStop.stops.find(({ key }) => key === lastStop.key) ?? nearestStop(dayOfStop.stops, lastStop.hour);
  }
  const defaultDay = shown.find(({ column }) => column.day === today) ?? shown[0];
  return defaultDay ? nearestStop(defaultDay.stops, defaultHour) : null;
}

const defaultHour = 9;

function introduction(kind: TimeDraft['kind'], worklog: Worklog, zone: string): string {
  const named = { worklog: blockLabel(worklog, zone, false) };
  if (kind === 'move') return m.week_moving(named);
  return kind === 'end' ? m.week_resizing_end(named) : m.week_resizing_start(named);
}

const directions: Record<string, 1 | -1> = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -1, ArrowRight: 1 };

/** The draft after one press of an arrow key; null if the move is not possible. */
function applyArrow(draft: TimeDraft, event: KeyboardEvent, { zone, days }: Week): TimeDraft | null {
  const direction = directions[event.key];
  if (direction === undefined) return null;
  const { target, kind } = draft;
  const { span } = target;
  if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
    if (kind !== 'move') return null;
    const moved = moveByDays(target, direction, zone);
    const isInWeek = days.some(({ column }) => column.day === moved.wall.slice(0, 10));
    return isInWeek ? { ...draft, target: moved } : null;
  }
  const minutes = direction * (event.shiftKey ? steps.large : steps.usual);
  const changed =
    kind === 'start' || kind === 'end'
      ? resizeSpan(span, kind, nextStep(kind === 'start' ? span.from : span.to, minutes), steps.usual)
      : moveSpan(span, nextStep(span.from, minutes));
  const isInWeek = days.some(({ column }) => column.from <= changed.from && changed.from < column.to);
  return isInWeek ? { ...draft, target: targetTime(changed, zone) } : null;
}
