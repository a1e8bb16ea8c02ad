import { expect, test } from 'vitest';
import { type SeriesBucket, shownParts, withoutEmptyFuture } from './series.ts';

const bucket = (from: string, items: number): SeriesBucket => ({
  from,
  to: from,
  items,
  approved: items,
  pending: 0,
  rejected: 0,
  total: items,
  before: null,
});

test('days after today are shown up to the last one with worklogs', () => {
  const days = [bucket('2026-11-02', 1), bucket('2026-11-03', 0), bucket('2026-11-04', 0), bucket('2026-11-05', 0)];
  const shown = (all: SeriesBucket[]) => withoutEmptyFuture(all, '2026-11-03').map(({ from }) => from);
  expect(shown(days)).toEqual(['2026-11-02', '2026-11-03']);
  expect(shown([...days, bucket('2026-11-06', 2), bucket('2026-11-07', 0)])).toHaveLength(5);
});

test('the legend names what some bar shows, and a comparison even with nothing', () => {
  expect(shownParts([bucket('2026-11-02', 0)])).toEqual([]);
  expect(shownParts([bucket('2026-11-02', 1), { ...bucket('2026-11-03', 0), rejected: 2 }])).toEqual([
    'approved',
    'rejected',
  ]);
  expect(shownParts([{ ...bucket('2026-11-02', 0), pending: 1, before: 0 }])).toEqual(['pending', 'before']);
});
