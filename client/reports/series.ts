// The series of a report: its buckets, and the values and labels to show for each.

import type { ReportBucket } from '#contract/reports.ts';
import { type Day, daysBetween } from '#domain/calendar.ts';
import { currencyDecimals } from '#domain/money.ts';
import { type BucketSize, bucketSizes, type DayRange, maxBuckets } from '#domain/report-ranges.ts';
import { formatDay, formatDayAndMonth, formatDayPart, formatDayRange } from '../ui/format.ts';
import { amountInCurrency, splitByStatus } from './sums.ts';

/** Hours, or the money of one currency. */
export type Measure = 'hours' | (string & {});

export type SeriesBucket = {
  from: Day;
  to: Day;
  items: number;
  approved: number;
  pending: number;
  rejected: number;
  total: number;
  /** Value of the bucket at the same position of the previous period; null if there is none. */
  before: number | null;
};

const maxDays: Record<BucketSize, number> = { day: maxBuckets, week: (maxBuckets - 1) * 7, month: Infinity };

/** The possible bucket sizes of the range. */
export const possibleBucketSizes = ({ from, to }: DayRange): BucketSize[] =>
  bucketSizes.filter((size) => daysBetween(from, to) < maxDays[size]);

/** The default bucket size: a month by days, half a year by weeks, more by months. */
export function defaultBucketSize({ from, to }: DayRange): BucketSize {
  const days = daysBetween(from, to) + 1;
  return days <= 31 ? 'day' : days <= 184 ? 'week' : 'month';
}

export const effectiveBucketSize = (chosen: BucketSize | 'auto', range: DayRange): BucketSize =>
  possibleBucketSizes(range).find((size) => size === chosen) ?? defaultBucketSize(range);

const parts = ['approved', 'pending', 'rejected', 'before'] as const;

/** The parts that some bar has, in the order of the legend. The previous period is shown even where it has nothing. */
export const shownParts = (buckets: readonly SeriesBucket[]) =>
  parts.filter((part) => buckets.some((bucket) => (part === 'before' ? bucket.before !== null : bucket[part] > 0)));

/** Values in hours or in whole units of the currency, as on the axis. */
export function seriesBuckets(
  buckets: readonly ReportBucket[],
  before: readonly ReportBucket[],
  measure: Measure,
): SeriesBucket[] {
  return buckets.map((bucket, index) => {
    const { approved, pending, rejected } = splitByStatus(bucket);
    const earlier = before[index];
    return {
      from: bucket.from,
      to: bucket.to,
      items: bucket.items,
      approved: measuredValue(approved, measure),
      pending: measuredValue(pending, measure),
      rejected: measuredValue(rejected, measure),
      total: measuredValue(bucket, measure),
      before: earlier ? measuredValue(earlier, measure) : null,
    };
  });
}

/** Without the empty buckets at the end that begin after today. */
export function withoutEmptyFuture(buckets: readonly SeriesBucket[], today: Day): SeriesBucket[] {
  const last = buckets.findLastIndex(({ from, items }) => from <= today || items > 0);
  return buckets.slice(0, last + 1);
}

const measuredValue = ({ minutes, expenses }: Pick<ReportBucket, 'minutes' | 'expenses'>, measure: Measure): number =>
  measure === 'hours' ? minutes / 60 : amountInCurrency(expenses, measure) / 10 ** currencyDecimals(measure);

/** The currencies that occur in the buckets. */
export const currenciesOf = (buckets: readonly ReportBucket[]): string[] =>
  [...new Set(buckets.flatMap(({ expenses }) => expenses.map(({ currency }) => currency)))].sort();

/** "Mon 16 Nov", "16–22 Nov 2026", "November 2026"; cut to the range. */
export function bucketLabel({ from, to }: Pick<SeriesBucket, 'from' | 'to'>, size: BucketSize): string {
  if (size === 'day') return formatDay(from);
  if (size === 'month') return formatDayPart(from, { month: 'long', year: 'numeric' });
  return formatDayRange(from, to);
}

/** The short label below a bar; the month only where it begins. */
export function tickLabel({ from }: Pick<SeriesBucket, 'from'>, size: BucketSize, isFirst: boolean): string {
  if (size === 'month') {
    const hasYear = isFirst || from.slice(5, 7) === '01';
    return formatDayPart(from, { month: 'short', ...(hasYear ? { year: '2-digit' } : {}) });
  }
  const hasMonth = size === 'week' || isFirst || from.endsWith('-01');
  return hasMonth ? formatDayAndMonth(from) : formatDayPart(from, { day: 'numeric' });
}
