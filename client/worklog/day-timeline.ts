// Layout of the timeline of a worker's day: a scale of hours, and a block for each timed worklog.

import type { Worklog } from '#contract/worklogs.ts';
import { hourMs } from '#domain/duration.ts';

/** Minimum width of the scale, so that blocks of different days can be compared. */
const minHours = 10;

/** What a block needs of a worklog. */
export type Timed = Pick<Worklog, 'startsAt' | 'endsAt'>;

export type TimelineBlock<W extends Timed> = {
  worklog: W;
  /** In percent of the width. */
  left: number;
  width: number;
  /** Row of the block: overlapping blocks have different lanes. */
  lane: number;
};

export type TimelineTick = { at: string; left: number };

export type DayLayout<W extends Timed = Worklog> = { blocks: TimelineBlock<W>[]; ticks: TimelineTick[]; lanes: number };

type PlacedInterval<W extends Timed> = { worklog: W; from: number; to: number };

/** Worklogs of the same day, and those of the day before or after that overlap this one. Null without any times. */
export function layoutDay(subject: Worklog, around: readonly Worklog[]): DayLayout | null {
  const others = around.filter(({ id }) => id !== subject.id);
  return layoutTimes([subject, ...others].filter((one) => isNear(one, subject)));
}

/** Null without any times. */
export function layoutTimes<W extends Timed>(worklogs: readonly W[]): DayLayout<W> | null {
  const timed = worklogs.flatMap(asTimed);
  if (timed.length === 0) return null;
  const { from, to } = scaleOf(timed);
  const share = (at: number) => ((at - from) / (to - from)) * 100;
  const laneEnds: number[] = [];
  const blocks = timed
    .toSorted((a, b) => a.from - b.from || a.to - b.to)
    .map((one): TimelineBlock<W> => {
      const free = laneEnds.findIndex((end) => end <= one.from);
      const lane = free < 0 ? laneEnds.length : free;
      laneEnds[lane] = one.to;
      return { worklog: one.worklog, left: share(one.from), width: share(one.to) - share(one.from), lane };
    });
  return { blocks, ticks: ticksOf(from, to, share), lanes: laneEnds.length };
}

/** Worklogs that overlap this one; rejected ones do not count. */
export const overlapsOf = (subject: Worklog, around: readonly Worklog[]): Worklog[] => {
  const [own] = asTimed(subject);
  if (!own || subject.status === 'rejected') return [];
  return around.filter((other) => {
    const [theirs] = asTimed(other);
    if (!theirs || other.id === subject.id || other.status === 'rejected') return false;
    return theirs.from < own.to && own.from < theirs.to;
  });
};

function asTimed<W extends Timed>(worklog: W): PlacedInterval<W>[] {
  if (worklog.startsAt === null || worklog.endsAt === null) return [];
  return [{ worklog, from: Date.parse(worklog.startsAt), to: Date.parse(worklog.endsAt) }];
}

/** On the same company day, or overlapping the worklog. */
function isNear(worklog: Worklog, subject: Worklog): boolean {
  if (worklog.day === subject.day) return true;
  const [[own], [other]] = [asTimed(subject), asTimed(worklog)];
  return own !== undefined && other !== undefined && other.from < own.to && own.from < other.to;
}

/** Whole hours around all blocks, at least `minHours`. */
function scaleOf(timed: readonly PlacedInterval<Timed>[]): { from: number; to: number } {
  const first = Math.floor(Math.min(...timed.map(({ from }) => from)) / hourMs);
  const last = Math.ceil(Math.max(...timed.map(({ to }) => to)) / hourMs);
  const missing = Math.max(0, minHours - (last - first));
  const before = Math.floor(missing / 2);
  return { from: (first - before) * hourMs, to: (last + missing - before) * hourMs };
}

/** Every second, fourth or sixth hour, depending on the width of the scale. */
function ticksOf(from: number, to: number, share: (at: number) => number): TimelineTick[] {
  const hours = (to - from) / hourMs;
  const step = hours <= 12 ? 2 : hours <= 24 ? 4 : 6;
  return Array.from({ length: Math.floor(hours / step) + 1 }, (_, index) => from + index * step * hourMs).map((at) => ({
    at: new Date(at).toISOString(),
    left: share(at),
  }));
}
