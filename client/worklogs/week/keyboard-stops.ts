// The stops of keyboard navigation in a week: every block, and between them the free times, split at full hours.

import type { Day } from '#domain/calendar.ts';
import { bottomOf, type DaySpan, instantAt, topOf } from './days.ts';
import type { HourRange, PlacedBlock, Span } from './layout.ts';

export type Stop = {
  /** Unique within the week: a worklog over midnight has one on each day. */
  key: string;
  day: Day;
  /** Vertical position; worklogs without times come first. */
  hour: number;
  /** The free time for a new worklog; null for a worklog. */
  free: Span | null;
};

/** Shorter free times get no stop. */
const minFreeHours = 0.25;

type Placed = Pick<PlacedBlock<{ id: string }>, 'worklog' | 'top' | 'bottom'>;

export const worklogKey = (day: Day, id: string): string => `${day} ${id}`;

export function stopsOf(
  column: DaySpan,
  blocks: readonly Placed[],
  untimed: readonly { id: string }[],
  visible: HourRange,
): Stop[] {
  const { day } = column;
  const first = untimed.map(({ id }) => ({
    key: worklogKey(day, id),
    day,
    hour: Number.NEGATIVE_INFINITY,
    free: null,
  }));
  const blockStops = blocks.map(({ worklog, top }) => ({
    key: worklogKey(day, worklog.id),
    day,
    hour: top,
    free: null,
  }));
  const timed = [...blockStops, ...freeStops(column, blocks, visible)].sort((a, b) => a.hour - b.hour);
  return [...first, ...timed];
}

function freeStops(column: DaySpan, blocks: readonly Placed[], visible: HourRange): Stop[] {
  const end = Math.min(visible.last, bottomOf(column));
  const found: Stop[] = [];
  let hour = Math.max(visible.first, topOf(column));
  while (hour < end) {
    const at = hour;
    const taken = blocks.filter(({ top, bottom }) => top <= at && bottom > at).map(({ bottom }) => bottom);
    const next = Math.min(end, Math.floor(hour) + 1, ...blocks.map(({ top }) => top).filter((top) => top > at));
    if (taken.length > 0) hour = Math.max(...taken);
    else {
      if (next - hour >= minFreeHours) found.push(freeStop(column, hour, next));
      hour = next;
    }
  }
  return found;
}

const freeStop = (column: DaySpan, top: number, bottom: number): Stop => {
  const free = { from: Math.round(instantAt(column, top)), to: Math.round(instantAt(column, bottom)) };
  return { key: `${column.day} @${free.from}`, day: column.day, hour: top, free };
};

/** The free time at an instant, for pointer presses. */
export const freeStopAt = (stops: readonly Stop[], column: DaySpan, at: number): Stop | null =>
  stops.find(({ day, free }) => day === column.day && free !== null && free.from <= at && at < free.to) ?? null;

/** The stop nearest in height, for the neighbouring column and when a stop has disappeared. */
export function nearestStop(stops: readonly Stop[], hour: number): Stop | null {
  const distance = (stop: Stop) => (Number.isFinite(hour) ? Math.abs(Math.max(-24, stop.hour) - hour) : stop.hour);
  return stops.reduce<Stop | null>((best, stop) => (best && distance(best) <= distance(stop) ? best : stop), null);
}

/** The next stop: up and down within a day, left and right to the neighbouring days, Home and End within the day. */
export function stopInDirection(days: readonly (readonly Stop[])[], from: Stop, key: string): Stop | null {
  const at = days.findIndex((stops) => stops.some((stop) => stop.key === from.key));
  const stops = days[at] ?? [];
  const index = stops.findIndex((stop) => stop.key === from.key);
  switch (key) {
    case 'ArrowDown':
      return stops[index + 1] ?? null;
    case 'ArrowUp':
      return stops[index - 1] ?? null;
    case 'ArrowLeft':
      return nearestStop(days[at - 1] ?? [], from.hour);
    case 'ArrowRight':
      return nearestStop(days[at + 1] ?? [], from.hour);
    case 'Home':
      return stops[0] ?? null;
    case 'End':
      return stops.at(-1) ?? null;
    default:
      return null;
  }
}
