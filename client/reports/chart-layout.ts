// Where everything of the chart stands, in pixels of the picture.

import { max } from 'd3-array';
import { scaleBand, scaleLinear } from 'd3-scale';
import type { Piece } from './series.ts';

export type Part = { status: 'approved' | 'pending' | 'rejected'; y: number; height: number };

export type Bar = {
  piece: Piece;
  /** The place of the bar with the air around it. */
  left: number;
  step: number;
  x: number;
  width: number;
  parts: Part[];
};

export type Layout = {
  width: number;
  bottom: number;
  bars: Bar[];
  ticks: { value: number; y: number }[];
  /** The period before as a mark over each bar. */
  ghost: string;
  /** Every how many bars have their name under them. */
  named: number;
};

export const margin = { top: 12, right: 8, bottom: 28, left: 56 };

const narrowestStep = 6;
const widestBar = 48;
export const nameWidth = 52;

/** Never narrower than a bar can be hit: then the picture is wider than its place, which scrolls. */
export function layoutOf(pieces: readonly Piece[], room: { width: number; height: number }): Layout {
  const width = Math.max(room.width, margin.left + margin.right + pieces.length * narrowestStep);
  const bottom = room.height - margin.bottom;
  const highest = max(pieces, ({ total, before }) => Math.max(total, before ?? 0)) ?? 0;
  const y = scaleLinear([0, highest || 1], [bottom, margin.top]).nice(4);
  const x = scaleBand(
    pieces.map(({ from }) => from),
    [margin.left, width - margin.right],
  ).paddingInner(0.25);
  const step = x.step();
  const barWidth = Math.max(2, Math.min(widestBar, x.bandwidth()));
  const bars = pieces.map((piece, index): Bar => {
    const left = margin.left + index * step;
    const centre = (x(piece.from) ?? 0) + x.bandwidth() / 2;
    return { piece, left, step, x: centre - barWidth / 2, width: barWidth, parts: partsOf(piece, y) };
  });
  return {
    width,
    bottom,
    bars,
    ticks: y.ticks(4).map((value) => ({ value, y: y(value) })),
    ghost: ghostOf(bars, y),
    named: Math.max(1, Math.ceil(nameWidth / step)),
  };
}

/** Approved at the bottom, where bars can be compared; what is there at all is seen. */
function partsOf(piece: Piece, y: (value: number) => number): Part[] {
  let below = 0;
  return (['approved', 'pending', 'rejected'] as const).flatMap((status) => {
    const value = piece[status];
    if (value <= 0) return [];
    const foot = y(below);
    below += value;
    const height = Math.max(1, foot - y(below));
    return [{ status, y: foot - height, height }];
  });
}

/** A mark over each bar: lines between them would tell of days that never were. */
const ghostOf = (bars: readonly Bar[], y: (value: number) => number): string =>
  bars
    .map(({ piece, x, width }) => (piece.before === null ? '' : `M${x - 2},${y(piece.before)}h${width + 4}`))
    .join('');
