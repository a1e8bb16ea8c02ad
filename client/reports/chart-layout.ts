// The layout of the chart, in pixels.

import { max } from 'd3-array';
import { scaleBand, scaleLinear } from 'd3-scale';
import type { SeriesBucket } from './series.ts';

export type BarPart = { status: 'approved' | 'pending' | 'rejected'; y: number; height: number };

export type ChartBar = {
  bucket: SeriesBucket;
  /** Left edge of the bar's slot, which includes the gap. */
  left: number;
  step: number;
  x: number;
  width: number;
  parts: BarPart[];
};

export type ChartLayout = {
  width: number;
  bottom: number;
  bars: ChartBar[];
  ticks: { value: number; y: number }[];
  /** SVG path with a mark for the previous period over each bar. */
  previousMarks: string;
  /** Every n-th bar has a label. */
  labelEvery: number;
};

export const chartMargin = { top: 12, right: 8, bottom: 28, left: 56 };

const minStep = 6;
const maxBarWidth = 48;
export const minLabelWidth = 52;

/** Bars have a minimum width for clicking, so the chart may be wider than its container, which scrolls. */
export function chartLayout(buckets: readonly SeriesBucket[], size: { width: number; height: number }): ChartLayout {
  const width = Math.max(size.width, chartMargin.left + chartMargin.right + buckets.length * minStep);
  const bottom = size.height - chartMargin.bottom;
  const maxValue = max(buckets, ({ total, before }) => Math.max(total, before ?? 0)) ?? 0;
  const y = scaleLinear([0, maxValue || 1], [bottom, chartMargin.top]).nice(4);
  const x = scaleBand(
    buckets.map(({ from }) => from),
    [chartMargin.left, width - chartMargin.right],
  ).paddingInner(0.25);
  const step = x.step();
  const barWidth = Math.max(2, Math.min(maxBarWidth, x.bandwidth()));
  const bars = buckets.map((bucket, index): ChartBar => {
    const left = chartMargin.left + index * step;
    const centre = (x(bucket.from) ?? 0) + x.bandwidth() / 2;
    return { bucket, left, step, x: centre - barWidth / 2, width: barWidth, parts: partsOf(bucket, y) };
  });
  return {
    width,
    bottom,
    bars,
    ticks: y.ticks(4).map((value) => ({ value, y: y(value) })),
    previousMarks: previousMarksOf(bars, y),
    labelEvery: Math.max(1, Math.ceil(minLabelWidth / step)),
  };
}

/** Approved is at the bottom, where bars can be compared. Every non-empty part is at least one pixel high. */
function partsOf(bucket: SeriesBucket, y: (value: number) => number): BarPart[] {
  let below = 0;
  return (['approved', 'pending', 'rejected'] as const).flatMap((status) => {
    const value = bucket[status];
    if (value <= 0) return [];
    const foot = y(below);
    below += value;
    const height = Math.max(1, foot - y(below));
    return [{ status, y: foot - height, height }];
  });
}

/** Marks instead of a line, which would suggest values between the buckets. */
const previousMarksOf = (bars: readonly ChartBar[], y: (value: number) => number): string =>
  bars
    .map(({ bucket, x, width }) => (bucket.before === null ? '' : `M${x - 2},${y(bucket.before)}h${width + 4}`))
    .join('');
