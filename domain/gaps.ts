// Free time near a requested interval that overlaps other worklogs: what a person may log instead. Half-open intervals in
// whole minutes, because people can type nothing smaller.

import { minuteMs } from './duration.ts';
import { overlaps } from './worklogs.ts';

export type Interval = { startsAt: Date; endsAt: Date };

/** More suggestions would be hard to choose from. */
export const maxGaps = 4;

/**
 * The free parts of `requested`, in chronological order. If there are none, the nearest free time before and after it, at
 * most as long as `requested`. `taken` must contain everything within that length on both sides, in any order; its intervals
 * may overlap each other.
 */
export function freeGaps(requested: Interval, taken: readonly Interval[]): Interval[] {
  if (!taken.some((one) => overlaps(one, requested))) return [];
  const inside = freeWithin(requested, taken);
  return (inside.length > 0 ? inside : nearestGaps(requested, taken)).slice(0, maxGaps);
}

/** The parts of `frame` that nothing takes, in chronological order. */
export function freeWithin(frame: Interval, taken: readonly Interval[]): Interval[] {
  const gaps: Interval[] = [];
  let from = frame.startsAt.getTime();
  for (const { startsAt, endsAt } of taken.toSorted(byStart)) {
    gaps.push(...wholeMinutes(from, Math.min(startsAt.getTime(), frame.endsAt.getTime())));
    from = Math.max(from, endsAt.getTime());
  }
  return [...gaps, ...wholeMinutes(from, frame.endsAt.getTime())];
}

/** The last free time before the occupied block around `requested`, and the first one after it. */
function nearestGaps(requested: Interval, taken: readonly Interval[]): Interval[] {
  const length = requested.endsAt.getTime() - requested.startsAt.getTime();
  const block = blockAround(requested, taken);
  const [from, to] = [block.startsAt.getTime(), block.endsAt.getTime()];
  const before = freeWithin({ startsAt: new Date(from - length), endsAt: block.startsAt }, taken).at(-1);
  const [after] = freeWithin({ startsAt: block.endsAt, endsAt: new Date(to + length) }, taken);
  return [...(before ? [before] : []), ...(after ? [after] : [])];
}

/** The continuous block of taken intervals that touch `requested` directly or through each other. */
function blockAround(requested: Interval, taken: readonly Interval[]): Interval {
  let [from, to] = [requested.startsAt.getTime(), requested.endsAt.getTime()];
  const sorted = taken.toSorted(byStart);
  for (const one of sorted) if (one.startsAt.getTime() <= to) to = Math.max(to, one.endsAt.getTime());
  for (const one of sorted.toReversed()) {
    if (one.endsAt.getTime() >= from) from = Math.min(from, one.startsAt.getTime());
  }
  return { startsAt: new Date(from), endsAt: new Date(to) };
}

const byStart = (a: Interval, b: Interval): number => a.startsAt.getTime() - b.startsAt.getTime();

/** Empty if less than a whole minute is left. */
function wholeMinutes(from: number, to: number): Interval[] {
  const [start, end] = [Math.ceil(from / minuteMs) * minuteMs, Math.floor(to / minuteMs) * minuteMs];
  return start < end ? [{ startsAt: new Date(start), endsAt: new Date(end) }] : [];
}
