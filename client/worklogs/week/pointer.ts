// Dragging with mouse, pen or finger. A mouse starts dragging after a small movement; a finger must rest first, because a
// simple swipe scrolls. The layout is read at each event, so new data do not disturb a drag.

import type { Worklog } from '#contract/worklogs.ts';
import { daysBetween } from '#domain/calendar.ts';
import { type Edge, moveByDays, moveSpan, resizeSpan, snapToStep, spanBetween, steps, targetTime } from './changes.ts';
import { bottomOf, type DaySpan, instantAt, topOf } from './days.ts';
import { type HourRange, worklogSpan } from './layout.ts';
import type { TimeDraft } from './time-draft.ts';

export type DragContext = {
  layout: () => {
    columns: readonly DaySpan[];
    visible: HourRange;
    zone: string;
    find: (id: string) => Worklog | undefined;
  };
  /** Null when no drag is in progress. */
  show: (draft: TimeDraft | null) => void;
  drop: (draft: TimeDraft) => void;
};

type Point = { x: number; y: number; isFine: boolean };

type GridPosition = { column: DaySpan; hour: number };

type DragHandle = { kind: 'create'; worklog: null } | { kind: 'move' | Edge; worklog: Worklog };

type Press = { pointerId: number; isTouch: boolean; point: Point; position: GridPosition; grip: DragHandle };

type Gesture = {
  press: Press | null;
  draft: TimeDraft | null;
  point: Point;
  frame: number;
  rest: ReturnType<typeof setTimeout> | undefined;
  /** When the last drag ended; the click that follows must not open a block. */
  endedAt: number;
};

const mouseTolerancePx = 4;
const touchTolerancePx = 10;
const longPressMs = 400;

/** Returns the cleanup function. */
export function listenToDrags(grid: HTMLElement, context: DragContext): () => void {
  const gesture: Gesture = {
    press: null,
    draft: null,
    point: { x: 0, y: 0, isFine: false },
    frame: 0,
    rest: undefined,
    endedAt: Number.NEGATIVE_INFINITY,
  };
  const cancel = () => end(gesture, context);
  const ending = new AbortController();
  const { signal } = ending;
  grid.addEventListener('pointerdown', (event) => begin(grid, gesture, context, event), { signal });
  grid.addEventListener('pointermove', (event) => follow(grid, gesture, context, event), { signal });
  grid.addEventListener('pointerup', () => release(gesture, context), { signal });
  grid.addEventListener('pointercancel', cancel, { signal });
  // Prevents scrolling while dragging.
  grid.addEventListener('touchmove', (event) => gesture.draft && event.preventDefault(), { signal, passive: false });
  grid.addEventListener('contextmenu', (event) => gesture.press?.isTouch && event.preventDefault(), { signal });
  grid.addEventListener('click', (event) => isAfterDrag(gesture, event) && event.stopPropagation(), {
    signal,
    capture: true,
  });
  document.addEventListener('keydown', (event) => cancelOnEscape(event, gesture, cancel), { signal, capture: true });
  return () => {
    ending.abort();
    cancel();
  };
}

const isAfterDrag = ({ endedAt }: Gesture, event: MouseEvent): boolean => event.timeStamp - endedAt < 50;

function cancelOnEscape(event: KeyboardEvent, gesture: Gesture, cancel: () => void): void {
  if (event.key !== 'Escape' || !gesture.draft) return;
  event.preventDefault();
  event.stopPropagation();
  cancel();
}

const pointOf = ({ clientX, clientY, altKey }: PointerEvent): Point => ({ x: clientX, y: clientY, isFine: altKey });

function begin(grid: HTMLElement, gesture: Gesture, context: DragContext, event: PointerEvent): void {
  if (event.button !== 0 || !event.isPrimary || gesture.press) return;
  const point = pointOf(event);
  const grip = handleAt(event.target, context);
  const position = positionAt(grid, context, point);
  if (!grip || !position) return;
  const isTouch = event.pointerType === 'touch';
  gesture.press = { pointerId: event.pointerId, isTouch, point, position, grip };
  gesture.point = point;
  if (isTouch) gesture.rest = setTimeout(() => startDrag(grid, gesture, context), longPressMs);
}

/** What the drag started on: a block that may be changed, one of its edges, or an empty area. */
function handleAt(target: EventTarget | null, { layout }: DragContext): DragHandle | null {
  if (!(target instanceof Element)) return null;
  const block = target.closest<HTMLElement>('[data-worklog]');
  if (!block) return target.closest('[data-hours]') ? { kind: 'create', worklog: null } : null;
  const worklog = layout().find(block.dataset.worklog ?? '');
  if (worklog?.actions.amend !== true || worklog.startsAt === null) return null;
  const edge = target.closest<HTMLElement>('[data-edge]')?.dataset.edge;
  return { kind: edge === 'start' || edge === 'end' ? edge : 'move', worklog };
}

/** The day and hour under a point, or the nearest ones outside of the grid. */
function positionAt(grid: HTMLElement, { layout }: DragContext, { x, y }: Point): GridPosition | null {
  const { columns, visible } = layout();
  const bodies = [...grid.querySelectorAll('[data-hours]')].map((body) => body.getBoundingClientRect());
  const found = bodies.findIndex(({ right }) => x < right);
  const index = found < 0 ? bodies.length - 1 : found;
  const [body, column] = [bodies[index], columns[index]];
  if (!body || !column) return null;
  const hour = visible.first + ((y - body.top) / body.height) * (visible.last - visible.first);
  const [first, last] = [Math.max(visible.first, topOf(column)), Math.min(visible.last, bottomOf(column))];
  return { column, hour: Math.min(last, Math.max(first, hour)) };
}

function follow(grid: HTMLElement, gesture: Gesture, context: DragContext, event: PointerEvent): void {
  const { press } = gesture;
  if (!press || event.pointerId !== press.pointerId) return;
  gesture.point = pointOf(event);
  if (gesture.draft) return;
  const distance = Math.hypot(gesture.point.x - press.point.x, gesture.point.y - press.point.y);
  if (press.isTouch && distance > touchTolerancePx) end(gesture, context);
  if (!press.isTouch && distance > mouseTolerancePx) startDrag(grid, gesture, context);
}

function startDrag(grid: HTMLElement, gesture: Gesture, context: DragContext): void {
  const { press } = gesture;
  if (!press) return;
  clearTimeout(gesture.rest);
  grid.setPointerCapture(press.pointerId);
  const step = () => {
    scrollNear(gesture.point.y);
    update(grid, gesture, context);
    gesture.frame = requestAnimationFrame(step);
  };
  step();
}

function update(grid: HTMLElement, gesture: Gesture, context: DragContext): void {
  const { press, point, draft } = gesture;
  const position = press && positionAt(grid, context, point);
  if (!position) return;
  const next = draftOf(press, position, point.isFine ? steps.fine : steps.usual, context.layout().zone);
  if (draft && JSON.stringify(next.target) === JSON.stringify(draft.target)) return;
  gesture.draft = next;
  context.show(next);
}

function draftOf({ grip, position: start }: Press, position: GridPosition, minutes: number, zone: string): TimeDraft {
  const pressedAt = instantAt(start.column, start.hour);
  if (grip.kind === 'create') {
    const at = Math.min(start.column.to, Math.max(start.column.from, instantAt(start.column, position.hour)));
    return { ...grip, target: targetTime(spanBetween(pressedAt, at, minutes), zone), by: 'pointer' };
  }
  const span = worklogSpan(grip.worklog) ?? { from: pressedAt, to: pressedAt };
  const at = instantAt(position.column, position.hour);
  if (grip.kind !== 'move') {
    const resized = resizeSpan(span, grip.kind, snapToStep(at, minutes), minutes);
    return { ...grip, target: targetTime(resized, zone), by: 'pointer' };
  }
  const days = daysBetween(start.column.day, position.column.day);
  const isLevel = Math.abs(position.hour - start.hour) * 60 < minutes / 2;
  const target = isLevel
    ? moveByDays(targetTime(span, zone), days, zone)
    : targetTime(moveSpan(span, snapToStep(span.from + at - pressedAt, minutes)), zone);
  return { ...grip, target: target, by: 'pointer' };
}

function release(gesture: Gesture, context: DragContext): void {
  const { draft } = gesture;
  if (draft) gesture.endedAt = performance.now();
  gesture.draft = null;
  end(gesture, context, draft);
}

function end(gesture: Gesture, context: DragContext, dropped: TimeDraft | null = null): void {
  const wasDragging = gesture.draft !== null || dropped !== null;
  clearTimeout(gesture.rest);
  cancelAnimationFrame(gesture.frame);
  gesture.press = null;
  gesture.draft = null;
  if (dropped) context.drop(dropped);
  else if (wasDragging) context.show(null);
}

/** The heights of the sticky bars. */
const edgePx = { top: 150, bottom: 110 };
const scrollPx = 10;

/** Scrolls the page while dragging near the edge of the window. */
function scrollNear(y: number): void {
  if (y < edgePx.top) window.scrollBy(0, -scrollPx);
  else if (y > window.innerHeight - edgePx.bottom) window.scrollBy(0, scrollPx);
}
