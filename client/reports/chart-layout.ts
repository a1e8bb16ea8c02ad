// The layout of the chart, in pixels.

import { max } from 'd3-array';
import { scaleBand, scaleLinear } from 'd3-scale';
import type { Piece } from './series.ts';

export type Part = { status: 'approved' | 'pending' | 'rejected'; y: number; height: number };

export type Bar = {
  piece: Piece;
  /** Left edge of the bar's slot, which includes the gap. */
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
  /** SVG path with a mark for the previous period over each bar. */
  ghost: string;
  /** Every n-th bar has a label. */
  named: number;
};

export const margin = { top: 12, right: 8, bottom: 28, left: 56 };

const narrowestStep = 6;
const widestBar = 48;
export const nameWidth = 52;

/** Bars have a minimum width for clicking, so the chart may be wider than its container, which scrolls. */
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

/** Approved is at the bottom, where bars can be compared. Every non-empty part is at least one pixel high. */
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

/** Marks instead of a line, which would suggest values between the buckets. */
const ghostOf = (bars: readonly Bar[], y: (value: number) => number): string =>
  bars
    .map(({ piece, x, width }) => (piece.before === null ? '' : `M${x - 2},${y(piece.before)}h${width + 4}`))
    .join('');
