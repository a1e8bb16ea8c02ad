// Layout of the timeline of a worker's day: a scale of hours, and a block for each timed worklog.

import type { Worklog } from '#contract/worklogs.ts';

const hourMs = 3_600_000;

/** Minimum width of the scale, so that blocks of different days can be compared. */
const minHours = 10;

export type TimelineBlock = {
  worklog: Worklog;
  /** In percent of the width. */
  left: number;
  width: number;
  /** Row of the block: overlapping blocks have different lanes. */
  lane: number;
};

export type TimelineTick = { at: string; left: number };

export type DayLayout = { blocks: TimelineBlock[]; ticks: TimelineTick[]; lanes: number };

type TimedWorklog = { worklog: Worklog; from: number; to: number };

/** Worklogs of the same day, and those of the day before or after that overlap this one. Null without any times. */
export function layoutDay(subject: Worklog, around: readonly Worklog[]): DayLayout | null {
  const others = around.filter(({ id }) => id !== subject.id);
  const timed = [subject, ...others].flatMap(asTimed).filter((one) => isNear(one, subject));
  if (timed.length === 0) return null;
  const { from, to } = scaleOf(timed);
  const share = (at: number) => ((at - from) / (to - from)) * 100;
  const laneEnds: number[] = [];
  const blocks = timed
    .toSorted((a, b) => a.from - b.from || a.to - b.to)
    .map((one): TimelineBlock => {
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

function asTimed(worklog: Worklog): TimedWorklog[] {
  if (worklog.startsAt === null || worklog.endsAt === null) return [];
  return [{ worklog, from: Date.parse(worklog.startsAt), to: Date.parse(worklog.endsAt) }];
}

/** On the same company day, or overlapping the worklog. */
function isNear({ worklog, from, to }: TimedWorklog, subject: Worklog): boolean {
  if (worklog.day === subject.day) return true;
  const [own] = asTimed(subject);
  return own !== undefined && from < own.to && own.from < to;
}

/** Whole hours around all blocks, at least `minHours`. */
function scaleOf(timed: readonly TimedWorklog[]): { from: number; to: number } {
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
