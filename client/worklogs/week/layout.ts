// The layout of the week: blocks in a day column, side by side if they overlap, and the visible hours. Heights are hours of
// the column (days.ts), widths are lanes.

import { bottomOf, type DaySpan, hourAt, topOf } from './days.ts';

export type TimedWorklog = { id: string; startsAt: string | null; endsAt: string | null };

/** Instants in milliseconds. */
export type Span = { from: number; to: number };

export type PlacedBlock<W> = {
  worklog: W;
  top: number;
  bottom: number;
  lane: number;
  lanes: number;
  /** Started on the previous day. */
  continuesFromPreviousDay: boolean;
  /** Ends on the next day. */
  continuesOnNextDay: boolean;
};

/** Blocks are at least as high as a line of text, so a worklog that starts within this time is placed beside it. */
export const minBlockHours = 0.45;

export function worklogSpan({ startsAt, endsAt }: TimedWorklog): Span | null {
  return startsAt === null || endsAt === null ? null : { from: Date.parse(startsAt), to: Date.parse(endsAt) };
}

export function placeBlocks<W extends TimedWorklog>(column: DaySpan, worklogs: readonly W[]): PlacedBlock<W>[] {
  const blocks = worklogs
    .flatMap((worklog) => clipToDay(worklog, column))
    .sort((a, b) => a.top - b.top || b.bottom - a.bottom || a.worklog.id.localeCompare(b.worklog.id));
  return overlappingGroups(blocks).flatMap(inLanes);
}

function clipToDay<W extends TimedWorklog>(worklog: W, column: DaySpan): PlacedBlock<W>[] {
  const span = worklogSpan(worklog);
  if (!span || span.from >= column.to || span.to <= column.from) return [];
  const top = hourAt(column, Math.max(span.from, column.from));
  const bottom = hourAt(column, Math.min(span.to, column.to));
  return [
    {
      worklog,
      top,
      bottom,
      lane: 0,
      lanes: 1,
      continuesFromPreviousDay: span.from < column.from,
      continuesOnNextDay: span.to > column.to,
    },
  ];
}

const drawnEnd = ({ top, bottom }: PlacedBlock<unknown>): number => Math.max(bottom, top + minBlockHours);

/** Groups of blocks that overlap directly or through others; they share the width. */
function overlappingGroups<W>(blocks: readonly PlacedBlock<W>[]): PlacedBlock<W>[][] {
  const groups: PlacedBlock<W>[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const block of blocks) {
    if (block.top < end) groups.at(-1)?.push(block);
    else groups.push([block]);
    end = Math.max(end, drawnEnd(block));
  }
  return groups;
}

function inLanes<W>(group: readonly PlacedBlock<W>[]): PlacedBlock<W>[] {
  const ends: number[] = [];
  const placed = group.map((block) => {
    const free = ends.findIndex((end) => end <= block.top);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = drawnEnd(block);
    return { ...block, lane };
  });
  return placed.map((block) => ({ ...block, lanes: ends.length }));
}

export type HourRange = { first: number; last: number };

/** The usual working hours. */
export const usualHours: HourRange = { first: 6, last: 20 };

/** All hours of the days, including one that a clock change adds. */
export function allHours(columns: readonly DaySpan[]): HourRange {
  const days = columns.filter(({ from, to }) => from < to);
  return {
    first: Math.floor(Math.min(0, ...days.map(topOf))),
    last: Math.ceil(Math.max(24, ...days.map(bottomOf))),
  };
}

/** The usual hours, extended to include all worklogs. */
export function visibleHours(columns: readonly DaySpan[], worklogs: readonly TimedWorklog[]): HourRange {
  const blocks = columns.flatMap((column) => placeBlocks(column, worklogs));
  return {
    first: Math.floor(Math.min(usualHours.first, ...blocks.map(({ top }) => top))),
    last: Math.ceil(Math.max(usualHours.last, ...blocks.map(drawnEnd))),
  };
}
