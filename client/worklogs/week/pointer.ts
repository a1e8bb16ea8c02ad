// Dragging with mouse, pen or finger. A mouse starts dragging after a small movement; a finger must rest first, because a
// simple swipe scrolls. The layout is read at each event, so new data do not disturb a drag.

import type { Worklog } from '#contract/worklogs.ts';
import { daysBetween } from '#domain/calendar.ts';
import { type Edge, landingOf, movedByDays, movedTo, resizedTo, snapped, spanBetween, steps } from './changes.ts';
import { bottomOf, type DayColumn, instantAt, topOf } from './days.ts';
import type { Draft } from './draft.ts';
import { type HourRange, spanOf } from './layout.ts';

export type Stage = {
  scene: () => {
    columns: readonly DayColumn[];
    sight: HourRange;
    zone: string;
    find: (id: string) => Worklog | undefined;
  };
  /** Null when no drag is in progress. */
  show: (draft: Draft | null) => void;
  drop: (draft: Draft) => void;
};

type Point = { x: number; y: number; isFine: boolean };

type Place = { column: DayColumn; hour: number };

type Grip = { kind: 'create'; worklog: null } | { kind: 'move' | Edge; worklog: Worklog };

type Press = { pointerId: number; isTouch: boolean; point: Point; place: Place; grip: Grip };

type Gesture = {
  press: Press | null;
  draft: Draft | null;
  point: Point;
  frame: number;
  rest: ReturnType<typeof setTimeout> | undefined;
  /** When the last drag ended; the click that follows must not open a block. */
  endedAt: number;
};

const mouseSlack = 4;
const touchSlack = 10;
const restMs = 400;

/** Returns the cleanup function. */
export function followPointer(grid: HTMLElement, stage: Stage): () => void {
  const gesture: Gesture = {
    press: null,
    draft: null,
    point: { x: 0, y: 0, isFine: false },
    frame: 0,
    rest: undefined,
    endedAt: Number.NEGATIVE_INFINITY,
  };
  const cancel = () => end(gesture, stage);
  const ending = new AbortController();
  const { signal } = ending;
  grid.addEventListener('pointerdown', (event) => begin(grid, gesture, stage, event), { signal });
  grid.addEventListener('pointermove', (event) => follow(grid, gesture, stage, event), { signal });
  grid.addEventListener('pointerup', () => release(gesture, stage), { signal });
  grid.addEventListener('pointercancel', cancel, { signal });
  // Prevents scrolling while dragging.
  grid.addEventListener('touchmove', (event) => gesture.draft && event.preventDefault(), { signal, passive: false });
  grid.addEventListener('contextmenu', (event) => gesture.press?.isTouch && event.preventDefault(), { signal });
  grid.addEventListener('click', (event) => isAfterDrag(gesture, event) && event.stopPropagation(), {
    signal,
    capture: true,
  });
  document.addEventListener('keydown', (event) => giveUp(event, gesture, cancel), { signal, capture: true });
  return () => {
    ending.abort();
    cancel();
  };
}

const isAfterDrag = ({ endedAt }: Gesture, event: MouseEvent): boolean => event.timeStamp - endedAt < 50;

function giveUp(event: KeyboardEvent, gesture: Gesture, cancel: () => void): void {
  if (event.key !== 'Escape' || !gesture.draft) return;
  event.preventDefault();
  event.stopPropagation();
  cancel();
}

const pointOf = ({ clientX, clientY, altKey }: PointerEvent): Point => ({ x: clientX, y: clientY, isFine: altKey });

function begin(grid: HTMLElement, gesture: Gesture, stage: Stage, event: PointerEvent): void {
  if (event.button !== 0 || !event.isPrimary || gesture.press) return;
  const point = pointOf(event);
  const grip = gripOf(event.target, stage);
  const place = placeAt(grid, stage, point);
  if (!grip || !place) return;
  const isTouch = event.pointerType === 'touch';
  gesture.press = { pointerId: event.pointerId, isTouch, point, place, grip };
  gesture.point = point;
  if (isTouch) gesture.rest = setTimeout(() => lift(grid, gesture, stage), restMs);
}

/** What the drag started on: a block that may be changed, one of its edges, or an empty area. */
function gripOf(target: EventTarget | null, { scene }: Stage): Grip | null {
  if (!(target instanceof Element)) return null;
  const block = target.closest<HTMLElement>('[data-worklog]');
  if (!block) return target.closest('[data-hours]') ? { kind: 'create', worklog: null } : null;
  const worklog = scene().find(block.dataset.worklog ?? '');
  if (worklog?.actions.amend !== true || worklog.startsAt === null) return null;
  const edge = target.closest<HTMLElement>('[data-edge]')?.dataset.edge;
  return { kind: edge === 'start' || edge === 'end' ? edge : 'move', worklog };
}

/** The day and hour under a point, or the nearest ones outside of the grid. */
function placeAt(grid: HTMLElement, { scene }: Stage, { x, y }: Point): Place | null {
  const { columns, sight } = scene();
  const bodies = [...grid.querySelectorAll('[data-hours]')].map((body) => body.getBoundingClientRect());
  const found = bodies.findIndex(({ right }) => x < right);
  const index = found < 0 ? bodies.length - 1 : found;
  const [body, column] = [bodies[index], columns[index]];
  if (!body || !column) return null;
  const hour = sight.first + ((y - body.top) / body.height) * (sight.last - sight.first);
  const [first, last] = [Math.max(sight.first, topOf(column)), Math.min(sight.last, bottomOf(column))];
  return { column, hour: Math.min(last, Math.max(first, hour)) };
}

function follow(grid: HTMLElement, gesture: Gesture, stage: Stage, event: PointerEvent): void {
  const { press } = gesture;
  if (!press || event.pointerId !== press.pointerId) return;
  gesture.point = pointOf(event);
  if (gesture.draft) return;
  const way = Math.hypot(gesture.point.x - press.point.x, gesture.point.y - press.point.y);
  if (press.isTouch && way > touchSlack) end(gesture, stage);
  if (!press.isTouch && way > mouseSlack) lift(grid, gesture, stage);
}

function lift(grid: HTMLElement, gesture: Gesture, stage: Stage): void {
  const { press } = gesture;
  if (!press) return;
  clearTimeout(gesture.rest);
  grid.setPointerCapture(press.pointerId);
  const step = () => {
    scrollNear(gesture.point.y);
    update(grid, gesture, stage);
    gesture.frame = requestAnimationFrame(step);
  };
  step();
}

function update(grid: HTMLElement, gesture: Gesture, stage: Stage): void {
  const { press, point, draft } = gesture;
  const place = press && placeAt(grid, stage, point);
  if (!place) return;
  const next = draftOf(press, place, point.isFine ? steps.fine : steps.usual, stage.scene().zone);
  if (draft && JSON.stringify(next.landing) === JSON.stringify(draft.landing)) return;
  gesture.draft = next;
  stage.show(next);
}

function draftOf({ grip, place: start }: Press, place: Place, minutes: number, zone: string): Draft {
  const pressedAt = instantAt(start.column, start.hour);
  if (grip.kind === 'create') {
    const at = Math.min(start.column.to, Math.max(start.column.from, instantAt(start.column, place.hour)));
    return { ...grip, landing: landingOf(spanBetween(pressedAt, at, minutes), zone), by: 'pointer' };
  }
  const span = spanOf(grip.worklog) ?? { from: pressedAt, to: pressedAt };
  const at = instantAt(place.column, place.hour);
  if (grip.kind !== 'move') {
    const resized = resizedTo(span, grip.kind, snapped(at, minutes), minutes);
    return { ...grip, landing: landingOf(resized, zone), by: 'pointer' };
  }
  const days = daysBetween(start.column.day, place.column.day);
  const isLevel = Math.abs(place.hour - start.hour) * 60 < minutes / 2;
  const landing = isLevel
    ? movedByDays(landingOf(span, zone), days, zone)
    : landingOf(movedTo(span, snapped(span.from + at - pressedAt, minutes)), zone);
  return { ...grip, landing, by: 'pointer' };
}

function release(gesture: Gesture, stage: Stage): void {
  const { draft } = gesture;
  if (draft) gesture.endedAt = performance.now();
  gesture.draft = null;
  end(gesture, stage, draft);
}

function end(gesture: Gesture, stage: Stage, dropped: Draft | null = null): void {
  const wasDragging = gesture.draft !== null || dropped !== null;
  clearTimeout(gesture.rest);
  cancelAnimationFrame(gesture.frame);
  gesture.press = null;
  gesture.draft = null;
  if (dropped) stage.drop(dropped);
  else if (wasDragging) stage.show(null);
}

/** The heights of the sticky bars. */
const edgePx = { top: 150, bottom: 110 };
const scrollPx = 10;

/** Scrolls the page while dragging near the edge of the window. */
function scrollNear(y: number): void {
  if (y < edgePx.top) window.scrollBy(0, -scrollPx);
  else if (y > window.innerHeight - edgePx.bottom) window.scrollBy(0, scrollPx);
}
