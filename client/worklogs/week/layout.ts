// Where each worklog of a week is drawn: pieces of a day's column, side by side where they overlap, and the hours that are
// in sight. Heights are hours of the column (days.ts), widths are lanes.

import { bottomOf, type DayColumn, hourAt, topOf } from './days.ts';

export type Spanned = { id: string; startsAt: string | null; endsAt: string | null };

/** Instants in milliseconds. */
export type Span = { from: number; to: number };

export type Piece<W> = {
  worklog: W;
  top: number;
  bottom: number;
  lane: number;
  lanes: number;
  /** It began on the day before. */
  isContinued: boolean;
  /** It goes on tomorrow. */
  goesOn: boolean;
};

/** No block is drawn lower than a line of text, so what comes within this time stands beside it. */
export const shortestHours = 0.45;

export function spanOf({ startsAt, endsAt }: Spanned): Span | null {
  return startsAt === null || endsAt === null ? null : { from: Date.parse(startsAt), to: Date.parse(endsAt) };
}

export function piecesOf<W extends Spanned>(column: DayColumn, worklogs: readonly W[]): Piece<W>[] {
  const pieces = worklogs
    .flatMap((worklog) => cut(worklog, column))
    .sort((a, b) => a.top - b.top || b.bottom - a.bottom || a.worklog.id.localeCompare(b.worklog.id));
  return groupsOf(pieces).flatMap(inLanes);
}

function cut<W extends Spanned>(worklog: W, column: DayColumn): Piece<W>[] {
  const span = spanOf(worklog);
  if (!span || span.from >= column.to || span.to <= column.from) return [];
  const top = hourAt(column, Math.max(span.from, column.from));
  const bottom = hourAt(column, Math.min(span.to, column.to));
  return [
    { worklog, top, bottom, lane: 0, lanes: 1, isContinued: span.from < column.from, goesOn: span.to > column.to },
  ];
}

const drawnEnd = ({ top, bottom }: Piece<unknown>): number => Math.max(bottom, top + shortestHours);

/** Those that overlap one another, directly or through others: they share the width. */
function groupsOf<W>(pieces: readonly Piece<W>[]): Piece<W>[][] {
  const groups: Piece<W>[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const piece of pieces) {
    if (piece.top < end) groups.at(-1)?.push(piece);
    else groups.push([piece]);
    end = Math.max(end, drawnEnd(piece));
  }
  return groups;
}

function inLanes<W>(group: readonly Piece<W>[]): Piece<W>[] {
  const ends: number[] = [];
  const placed = group.map((piece) => {
    const free = ends.findIndex((end) => end <= piece.top);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = drawnEnd(piece);
    return { ...piece, lane };
  });
  return placed.map((piece) => ({ ...piece, lanes: ends.length }));
}

export type HourRange = { first: number; last: number };

/** When most people work. */
export const usualHours: HourRange = { first: 6, last: 20 };

/** Every hour of the days, also the one that a change of the clocks adds. */
export function allHours(columns: readonly DayColumn[]): HourRange {
  const days = columns.filter(({ from, to }) => from < to);
  return {
    first: Math.floor(Math.min(0, ...days.map(topOf))),
    last: Math.ceil(Math.max(24, ...days.map(bottomOf))),
  };
}

/** The usual hours, and as many more as what is there needs. */
export function hoursInSight(columns: readonly DayColumn[], worklogs: readonly Spanned[]): HourRange {
  const pieces = columns.flatMap((column) => piecesOf(column, worklogs));
  return {
    first: Math.floor(Math.min(usualHours.first, ...pieces.map(({ top }) => top))),
    last: Math.ceil(Math.max(usualHours.last, ...pieces.map(drawnEnd))),
  };
}
