// The range of days of a report: its limits, the period it is compared with, and its buckets (days, weeks or months).
// Both ends are included. Days are company days, so no time zone is needed here.

import { addDays, addMonths, type Day, daysBetween, monthEnd, monthOf, monthStart, weekStart } from './calendar.ts';
import { type Refusal, refuse } from './reasons.ts';

export type DayRange = { from: Day; to: Day };

/** Ten years with their leap days. */
export const maxReportDays = 3_660;

/** Future work can be logged where the policy allows it; a date more than a year ahead is a typing error. */
export const maxReportDaysAhead = 366;

/** As many as a chart and its table can show. */
export const maxBuckets = 400;

export const bucketSizes = ['day', 'week', 'month'] as const;
export type BucketSize = (typeof bucketSizes)[number];

export function rangeRefusal({ from, to }: DayRange, today: Day): Refusal | null {
  if (to < from) return refuse('range.backwards', { path: 'to' });
  if (daysBetween(from, to) >= maxReportDays)
    return refuse('range.too-long', { path: 'to', params: { maximum: maxReportDays } });
  if (to > addDays(today, maxReportDaysAhead))
    return refuse('range.too-far-ahead', { path: 'to', params: { maximum: maxReportDaysAhead } });
  return null;
}

/** The range `steps` periods later (earlier if negative): whole months stay whole months, other ranges keep their number of days. */
export function shiftRange({ from, to }: DayRange, steps: number): DayRange {
  if (from === monthStart(from) && to === monthEnd(to)) {
    const months = monthOf(to) - monthOf(from) + 1;
    const first = addMonths(from, months * steps);
    return { from: first, to: monthEnd(addMonths(first, months - 1)) };
  }
  const days = (daysBetween(from, to) + 1) * steps;
  return { from: addDays(from, days), to: addDays(to, days) };
}

/** The period of the same length just before; for whole months the same number of months, so a year is compared with a year. */
export const previousPeriod = (range: DayRange): DayRange => shiftRange(range, -1);

/** A range that may be open at either end. */
export type OpenRange = { from?: Day | undefined; to?: Day | undefined };

/**
 * Splits a range into whole months and the days at its edges; together they cover every day once. Sums are stored by month,
 * so a range of any length costs its months and at most two months of single days. A reversed range gives neither.
 */
export function splitAtMonths({ from, to }: OpenRange): { months: OpenRange | null; edges: DayRange[] } {
  const first = from === undefined || from === monthStart(from) ? from : addDays(monthEnd(from), 1);
  const last = to === undefined || to === monthEnd(to) ? to : addDays(monthStart(to), -1);
  if (from !== undefined && to !== undefined && first !== undefined && last !== undefined && last < first)
    return { months: null, edges: from <= to ? [{ from, to }] : [] };
  const edges: DayRange[] = [];
  if (from !== undefined && first !== undefined && from < first) edges.push({ from, to: addDays(first, -1) });
  if (to !== undefined && last !== undefined && last < to) edges.push({ from: addDays(last, 1), to });
  return { months: { from: first, to: last }, edges };
}

/** Refuses more buckets than can be shown. */
export function bucketsRefusal({ from, to }: DayRange, by: BucketSize, weekStartsOn: number): Refusal | null {
  if (to < from) return null;
  const days = daysBetween(bucketStart(from, by, weekStartsOn), to) + 1;
  const count = { day: days, week: Math.ceil(days / 7), month: monthOf(to) - monthOf(from) + 1 }[by];
  return count <= maxBuckets ? null : refuse('range.too-many-buckets', { path: 'by', params: { maximum: maxBuckets } });
}

/** The range as consecutive calendar days, weeks or months; the first and the last are cut to the range. */
export function bucketsOf({ from, to }: DayRange, by: BucketSize, weekStartsOn: number): DayRange[] {
  const buckets: DayRange[] = [];
  for (let first = from; first <= to; ) {
    const last = bucketEnd(first, by, weekStartsOn);
    buckets.push({ from: first, to: last < to ? last : to });
    first = addDays(last, 1);
  }
  return buckets;
}

/** The days of the bucket that contains `day`, cut to the range. */
export function bucketAround(day: Day, by: BucketSize, { from, to }: DayRange, weekStartsOn: number): DayRange {
  const first = bucketStart(day, by, weekStartsOn);
  const last = bucketEnd(day, by, weekStartsOn);
  return { from: first > from ? first : from, to: last < to ? last : to };
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
