import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type Day, daysBetween, monthEnd, monthStart, weekStart } from './calendar.ts';
import {
  bucketSizes,
  bucketsOf,
  bucketsRefusal,
  type DayRange,
  maxBuckets,
  maxReportDays,
  maxReportDaysAhead,
  previousPeriod,
  rangeRefusal,
  shiftRange,
  splitAtMonths,
} from './report-ranges.ts';

const today = '2026-11-22';
const day = fc.integer({ min: 0, max: 30_000 }).map((days) => addDays('1990-01-01', days));
const range = fc
  .tuple(day, fc.integer({ min: 0, max: maxReportDays - 1 }))
  .map(([from, days]) => ({ from, to: addDays(from, days) }));

describe('the range of a report', () => {
  test('is refused if reversed', () => {
    expect(rangeRefusal({ from: '2026-11-02', to: '2026-11-01' }, today)).toMatchObject({
      code: 'range.backwards',
      path: 'to',
    });
    expect(rangeRefusal({ from: '2026-11-01', to: '2026-11-01' }, today)).toBeNull();
  });

  test('has at most ten years', () => {
    const from = '2016-01-01';
    expect(rangeRefusal({ from, to: addDays(from, maxReportDays - 1) }, today)).toBeNull();
    expect(rangeRefusal({ from, to: addDays(from, maxReportDays) }, today)).toMatchObject({
      code: 'range.too-long',
      params: { maximum: maxReportDays },
    });
  });

  test('ends at most a year ahead', () => {
    const furthest = addDays(today, maxReportDaysAhead);
    expect(rangeRefusal({ from: today, to: furthest }, today)).toBeNull();
    expect(rangeRefusal({ from: today, to: addDays(furthest, 1) }, today)).toMatchObject({
      code: 'range.too-far-ahead',
    });
  });
});

describe('the period before', () => {
  test.each([
    ['a month', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['a month of a leap year', '2024-03-01', '2024-03-31', '2024-02-01', '2024-02-29'],
    ['a quarter', '2026-01-01', '2026-03-31', '2025-10-01', '2025-12-31'],
    ['a year', '2025-01-01', '2025-12-31', '2024-01-01', '2024-12-31'],
    ['a week', '2026-11-16', '2026-11-22', '2026-11-09', '2026-11-15'],
    ['a day', '2026-03-01', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['a month but for a day', '2026-03-01', '2026-03-30', '2026-01-30', '2026-02-28'],
  ])('of %s', (_, from, to, first, last) => {
    expect(previousPeriod({ from, to })).toEqual({ from: first, to: last });
  });

  test('ends on the day before, and has the same length if it does not consist of whole months', () => {
    fc.assert(
      fc.property(range, (one) => {
        const before = previousPeriod(one);
        expect(before.to).toBe(addDays(one.from, -1));
        if (one.from !== monthStart(one.from))
          expect(daysBetween(before.from, before.to)).toBe(daysBetween(one.from, one.to));
      }),
    );
  });
});

describe('a step', () => {
  test.each([
    ['a month of 31 days', '2026-03-01', '2026-03-31', -1, '2026-02-01', '2026-02-28'],
    ['a month of 28 days', '2026-02-01', '2026-02-28', 1, '2026-03-01', '2026-03-31'],
    ['a quarter', '2026-01-01', '2026-03-31', -1, '2025-10-01', '2025-12-31'],
    ['a year', '2024-01-01', '2024-12-31', 1, '2025-01-01', '2025-12-31'],
    ['a week over the turn of the year', '2025-12-29', '2026-01-04', 1, '2026-01-05', '2026-01-11'],
    ['some days', '2026-11-03', '2026-11-05', -1, '2026-10-31', '2026-11-02'],
    ['a single day', '2026-03-01', '2026-03-01', -1, '2026-02-28', '2026-02-28'],
  ])('of %s', (_, from, to, steps, earlier, later) => {
    expect(shiftRange({ from, to }, steps)).toEqual({ from: earlier, to: later });
  });
});

describe('the buckets of a range', () => {
  test('are the weeks of the company, cut at both ends', () => {
    expect(bucketsOf({ from: '2026-11-18', to: '2026-11-30' }, 'week', 7)).toEqual([
      { from: '2026-11-18', to: '2026-11-21' },
      { from: '2026-11-22', to: '2026-11-28' },
      { from: '2026-11-29', to: '2026-11-30' },
    ]);
    expect(bucketsOf({ from: '2026-01-30', to: '2026-03-01' }, 'month', 1)).toEqual([
      { from: '2026-01-30', to: '2026-01-31' },
      { from: '2026-02-01', to: '2026-02-28' },
      { from: '2026-03-01', to: '2026-03-01' },
    ]);
  });

  test('cover every day once, each within one day, week or month; too many are refused', () => {
    const size = fc.constantFrom(...bucketSizes);
    fc.assert(
      fc.property(range, size, fc.integer({ min: 1, max: 7 }), (one, by, weekStartsOn) => {
        const buckets = bucketsOf(one, by, weekStartsOn);
        expect(buckets[0]?.from).toBe(one.from);
        expect(buckets.at(-1)?.to).toBe(one.to);
        // One expectation for the whole range: it has thousands of days.
        const unitOf = { day: (day: Day) => day, week: (day: Day) => weekStart(day, weekStartsOn), month: monthStart }[
          by
        ];
        const isTorn = ({ from, to }: DayRange, index: number) => {
          const next = buckets[index + 1];
          return unitOf(to) !== unitOf(from) || (next !== undefined && next.from !== addDays(to, 1));
        };
        expect(buckets.filter(isTorn)).toEqual([]);
        const refused = bucketsRefusal(one, by, weekStartsOn) !== null;
        expect(refused).toBe(buckets.length > maxBuckets);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a range cut at months', () => {
  test.each([
    ['2026-01-15', '2026-04-10', ['2026-02-01', '2026-03-31'], ['2026-01-15 2026-01-31', '2026-04-01 2026-04-10']],
    ['2026-01-01', '2026-12-31', ['2026-01-01', '2026-12-31'], []],
    ['2026-01-02', '2026-01-30', null, ['2026-01-02 2026-01-30']],
    ['2026-01-15', '2026-02-14', null, ['2026-01-15 2026-02-14']],
    [undefined, '2026-02-14', [undefined, '2026-01-31'], ['2026-02-01 2026-02-14']],
    ['2026-01-15', undefined, ['2026-02-01', undefined], ['2026-01-15 2026-01-31']],
    [undefined, undefined, [undefined, undefined], []],
    ['2026-03-02', '2026-03-01', null, []],
  ])('%s to %s', (from, to, months, edges) => {
    const cut = splitAtMonths({ from, to });
    expect(cut.months === null ? null : [cut.months.from, cut.months.to]).toEqual(months);
    expect(cut.edges.map((edge) => `${edge.from} ${edge.to}`)).toEqual(edges);
  });

  test('contains every day once, with only whole months between the edges', () => {
    fc.assert(
      fc.property(range, (one) => {
        const { months, edges } = splitAtMonths(one);
        const parts = [...edges, ...(months ? [{ from: months.from ?? '', to: months.to ?? '' }] : [])];
        const days = parts.reduce((sum, part) => sum + daysBetween(part.from, part.to) + 1, 0);
        expect(days).toBe(daysBetween(one.from, one.to) + 1);
        for (const part of parts) {
          expect(part.from <= part.to && one.from <= part.from && part.to <= one.to).toBe(true);
        }
        if (months?.from && months.to) {
          expect([months.from, months.to]).toEqual([monthStart(months.from), monthEnd(months.to)]);
          for (const edge of edges) expect(edge.to < months.from || edge.from > months.to).toBe(true);
        }
        for (const edge of edges) expect(daysBetween(edge.from, edge.to)).toBeLessThan(60);
      }),
    );
  });
});
