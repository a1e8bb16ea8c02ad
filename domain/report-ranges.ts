// The range of days of a report: what is refused, the period it is compared with, and the days, weeks or months it is cut
// into. Both ends are included. Nothing here knows a zone: days are days of the company.

import { addDays, addMonths, type Day, daysBetween, monthEnd, monthOf, monthStart, weekStart } from './calendar.ts';
import { type Refusal, refuse } from './reasons.ts';

export type DayRange = { from: Day; to: Day };

/** Ten years with their leap days: more is no report but an archive, and every day of it would be summed at once. */
export const longestReportDays = 3_660;

/** Work is logged ahead where the policy allows it; a year further there is only a slip of the finger. */
export const furthestReportDays = 366;

/** As many as a chart and its table can show. */
export const mostBuckets = 400;

export const bucketSizes = ['day', 'week', 'month'] as const;
export type BucketSize = (typeof bucketSizes)[number];

export function rangeRefusal({ from, to }: DayRange, today: Day): Refusal | null {
  if (to < from) return refuse('range.backwards', { path: 'to' });
  if (daysBetween(from, to) >= longestReportDays)
    return refuse('range.too-long', { path: 'to', params: { maximum: longestReportDays } });
  if (to > addDays(today, furthestReportDays))
    return refuse('range.too-far-ahead', { path: 'to', params: { maximum: furthestReportDays } });
  return null;
}

/** The period that many steps later, or earlier below zero: whole months stay whole months, other days keep their number. */
export function stepped({ from, to }: DayRange, steps: number): DayRange {
  if (from === monthStart(from) && to === monthEnd(to)) {
    const months = monthOf(to) - monthOf(from) + 1;
    const first = addMonths(from, months * steps);
    return { from: first, to: monthEnd(addMonths(first, months - 1)) };
  }
  const days = (daysBetween(from, to) + 1) * steps;
  return { from: addDays(from, days), to: addDays(to, days) };
}

/** As long and just before; before whole months, as many whole months: a year is compared with a year, a leap day or not. */
export const periodBefore = (range: DayRange): DayRange => stepped(range, -1);

/** Days from one on, up to one, or of a list without bounds. */
export type OpenRange = { from?: Day | undefined; to?: Day | undefined };

/**
 * The whole months of a range and the days on its edges: together every day of it once. Sums are kept for months, so that a
 * range of any length costs its months and at most two months of days. A range turned round has none of either.
 */
export function cutAtMonths({ from, to }: OpenRange): { months: OpenRange | null; edges: DayRange[] } {
  const first = from === undefined || from === monthStart(from) ? from : addDays(monthEnd(from), 1);
  const last = to === undefined || to === monthEnd(to) ? to : addDays(monthStart(to), -1);
  if (from !== undefined && to !== undefined && first !== undefined && last !== undefined && last < first)
    return { months: null, edges: from <= to ? [{ from, to }] : [] };
  const edges: DayRange[] = [];
  if (from !== undefined && first !== undefined && from < first) edges.push({ from, to: addDays(first, -1) });
  if (to !== undefined && last !== undefined && last < to) edges.push({ from: addDays(last, 1), to });
  return { months: { from: first, to: last }, edges };
}

/** Whether cutting the range would give more pieces than can be shown. */
export function bucketsRefusal({ from, to }: DayRange, by: BucketSize, weekStartsOn: number): Refusal | null {
  if (to < from) return null;
  const days = daysBetween(bucketStart(from, by, weekStartsOn), to) + 1;
  const count = { day: days, week: Math.ceil(days / 7), month: monthOf(to) - monthOf(from) + 1 }[by];
  return count <= mostBuckets
    ? null
    : refuse('range.too-many-buckets', { path: 'by', params: { maximum: mostBuckets } });
}

/** The range without holes, in whole days, weeks or months of the calendar; the first and the last only as far as it goes. */
export function bucketsOf({ from, to }: DayRange, by: BucketSize, weekStartsOn: number): DayRange[] {
  const buckets: DayRange[] = [];
  for (let first = from; first <= to; ) {
    const last = bucketEnd(first, by, weekStartsOn);
    buckets.push({ from: first, to: last < to ? last : to });
    first = addDays(last, 1);
  }
  return buckets;
}

function bucketStart(day: Day, by: BucketSize, weekStartsOn: number): Day {
  switch (by) {
    case 'day':
      return day;
    case 'week':
      return weekStart(day, weekStartsOn);
    case 'month':
      return monthStart(day);
  }
}

function bucketEnd(day: Day, by: BucketSize, weekStartsOn: number): Day {
  switch (by) {
    case 'day':
      return day;
    case 'week':
      return addDays(weekStart(day, weekStartsOn), 6);
    case 'month':
      return monthEnd(day);
  }
}
