import { describe, expect, test } from 'vitest';
import { chartLayout, chartMargin } from './chart-layout.ts';
import type { SeriesBucket } from './series.ts';

const pieceOf = (index: number, fields: Partial<SeriesBucket> = {}): SeriesBucket => {
  const day = `2026-11-${String(index + 1).padStart(2, '0')}`;
  return { from: day, to: day, items: 1, approved: 6, pending: 2, rejected: 0, total: 8, before: null, ...fields };
};

const month = (count: number) => Array.from({ length: count }, (_, index) => pieceOf(index));

describe('the chart', () => {
  test('stacks pending hours on approved ones, down to the axis', () => {
    const { bars, bottom } = chartLayout(month(2), { width: 400, height: 200 });
    const [approved, pending] = bars[0]?.parts ?? [];
    expect(approved?.status).toBe('approved');
    expect((approved?.y ?? 0) + (approved?.height ?? 0)).toBeCloseTo(bottom);
    expect((pending?.y ?? 0) + (pending?.height ?? 0)).toBeCloseTo(approved?.y ?? 0);
    expect((approved?.height ?? 0) / (pending?.height ?? 1)).toBeCloseTo(3);
  });

  test('fits into its height, also if the previous period was higher', () => {
    const { bars, width, ticks } = chartLayout([pieceOf(0, { before: 40 }), pieceOf(1)], { width: 360, height: 200 });
    expect(width).toBe(360);
    const [first, last] = [bars[0], bars.at(-1)];
    expect(first?.x).toBeGreaterThanOrEqual(chartMargin.left);
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(360);
    expect(Math.min(...ticks.map(({ y }) => y))).toBeGreaterThanOrEqual(chartMargin.top);
    expect(ticks.at(-1)?.value).toBe(40);
  });

  test('is wider than its container if the bars would be too narrow, and labels as many as fit', () => {
    const buckets = month(9).flatMap((bucket, index) =>
      Array.from({ length: 40 }, (_, more) => ({ ...bucket, from: `${index}-${more}` })),
    );
    const { width, labelEvery } = chartLayout(buckets, { width: 300, height: 200 });
    expect(width).toBeGreaterThan(360 * 6);
    expect(labelEvery).toBeGreaterThanOrEqual(8);
    expect(chartLayout(month(3), { width: 900, height: 200 }).labelEvery).toBe(1);
  });

  test('without values has only its grid lines', () => {
    const { bars, ticks } = chartLayout([pieceOf(0, { approved: 0, pending: 0, total: 0, items: 0 })], {
      width: 360,
      height: 200,
    });
    expect(bars[0]?.parts).toEqual([]);
    expect(ticks.length).toBeGreaterThan(1);
  });
});
