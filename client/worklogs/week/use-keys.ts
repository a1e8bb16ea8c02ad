// Keyboard control of the week: the arrows move between stops, or move and resize a worklog in that mode.

import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import type { Worklog } from '#contract/worklogs.ts';
import { addDays } from '#domain/calendar.ts';
import { m } from '#locales/messages.js';
import { useStore } from '../../storage.ts';
import { isShortcutDisabled } from '../../ui/shortcuts.ts';
import { landingOf, movedByDays, movedTo, resizedTo, steppedBy, steps } from './changes.ts';
import { blockLabel, whenText } from './describe.ts';
import { type Draft, draftStore } from './draft.ts';
import { spanOf } from './layout.ts';
import { nearestStop, type Stop, stopTowards } from './stops.ts';
import type { ShownDays } from './use-days.ts';
import type { Week } from './use-week.ts';

type Options = {
  grid: RefObject<HTMLElement | null>;
  week: Week;
  days: ShownDays;
  onNew: (stop: Stop | null) => void;
  onDrop: (draft: Draft) => void;
};

export function useWeekKeys({ grid, week, days, onNew, onDrop }: Options) {
  const [wanted, setWanted] = useState<Stop | null>(null);
  const [isFocusDue, setFocusDue] = useState(false);
  const [said, setSaid] = useState('');
  const draft = useKeyDraft();
  const current = currentStop(week, days, wanted);

  const focus = (stop: Stop) => {
    setWanted(stop);
    setFocusDue(true);
    const isInSight = week.shown.some(({ column: { day } }) => day === stop.day);
    if (!isInSight) days.goTo(stop.day);
  };
  useEffect(() => {
    if (!isFocusDue || !current) return;
    const stop = grid.current?.querySelector<HTMLElement>(`[data-stop="${CSS.escape(current.key)}"]`);
    if (!stop) return;
    stop.focus();
    setFocusDue(false);
  }, [isFocusDue, current, grid]);

  const walk = (key: string) => {
    if (!current) return false;
    const next = stopTowards(
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

  const show = (next: Draft, sentence = whenText(next.landing.span, week.zone)) => {
    draftStore.set(next);
    setSaid(sentence);
  };
  const lift = (worklog: Worklog, kind: 'move' | 'end') => {
    const span = spanOf(worklog);
    if (worklog.actions.amend !== true || !span) return setSaid(m.week_fixed());
    show({ kind, worklog, landing: landingOf(span, week.zone), by: 'keys' }, introduction(kind, worklog, week.zone));
  };
  const putDown = (isMeant: boolean) => {
    if (!draft?.worklog) return;
    if (isMeant) onDrop(draft);
    else draftStore.set(null);
    setSaid(isMeant ? '' : m.week_cancelled());
    const span = isMeant ? draft.landing.span : spanOf(draft.worklog);
    if (!span) return;
    const home = week.days.find(({ column }) => column.from <= span.from && span.from < column.to);
    const key = home && `${home.column.day} ${draft.worklog.id}`;
    if (home && key) focus({ key, day: home.column.day, hour: 0, free: null });
  };
  const change = (event: KeyboardEvent) => {
    if (!draft?.worklog) return false;
    if (event.key === 'Tab') return putDown(false);
    if (event.key === 'Enter' || event.key === 'Escape') putDown(event.key === 'Enter');
    else if (event.key.toLowerCase() === 'r' && draft.kind !== 'move') {
      const kind = draft.kind === 'end' ? 'start' : 'end';
      show({ ...draft, kind }, introduction(kind, draft.worklog, week.zone));
    } else {
      const next = changedBy(draft, event, week);
      if (!next) return event.key.startsWith('Arrow') || event.key === ' ';
      show(next);
      const day = next.landing.wall.slice(0, 10);
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
    else if ((key === 'm' || key === 'r') && worklog) lift(worklog, key === 'm' ? 'move' : 'end');
    else if (event.key === 'PageUp' || event.key === 'PageDown') days.stepWeek(event.key === 'PageUp' ? -1 : 1);
    else return walk(event.key);
    return true;
  };

  return {
    current,
    said,
    setCurrent: setWanted,
    focus,
    onKeyDown: (event: KeyboardEvent) => {
      if (act(event)) event.preventDefault();
    },
    /** Cancels a keyboard change when the focus leaves the grid. */
    onLeave: () => draft && draftStore.set(null),
  };
}

function useKeyDraft(): Draft | null {
  const draft = useStore(draftStore);
  return draft?.by === 'keys' ? draft : null;
}

/** The stop that is in the tab order: the last one, the nearest to it, or nine o'clock today. */
function currentStop({ days, shown }: Week, { today }: ShownDays, wanted: Stop | null): Stop | null {
  const home = wanted && days.find(({ column }) => column.day === wanted.day);
  if (home && wanted) {
    return home.stops.find(({ key }) => key === wanted.key) ?? nearestStop(home.stops, wanted.hour);
  }
  const usual = shown.find(({ column }) => column.day === today) ?? shown[0];
  return usual ? nearestStop(usual.stops, usualHour) : null;
}

const usualHour = 9;

function introduction(kind: Draft['kind'], worklog: Worklog, zone: string): string {
  const named = { worklog: blockLabel(worklog, zone, false) };
  if (kind === 'move') return m.week_moving(named);
  return kind === 'end' ? m.week_resizing_end(named) : m.week_resizing_start(named);
}

const directions: Record<string, 1 | -1> = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -1, ArrowRight: 1 };

/** The draft after one press of an arrow key; null if the move is not possible. */
function changedBy(draft: Draft, event: KeyboardEvent, { zone, days }: Week): Draft | null {
  const direction = directions[event.key];
  if (direction === undefined) return null;
  const { landing, kind } = draft;
  const { span } = landing;
  if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
    if (kind !== 'move') return null;
    const moved = movedByDays(landing, direction, zone);
    const isInWeek = days.some(({ column }) => column.day === moved.wall.slice(0, 10));
    return isInWeek ? { ...draft, landing: moved } : null;
  }
  const minutes = direction * (event.shiftKey ? steps.large : steps.usual);
  const changed =
    kind === 'start' || kind === 'end'
      ? resizedTo(span, kind, steppedBy(kind === 'start' ? span.from : span.to, minutes), steps.usual)
      : movedTo(span, steppedBy(span.from, minutes));
  const isInWeek = days.some(({ column }) => column.from <= changed.from && changed.from < column.to);
  return isInWeek ? { ...draft, landing: landingOf(changed, zone) } : null;
}
