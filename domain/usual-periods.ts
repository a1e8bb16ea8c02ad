// Presets for the period of lists and reports, in company days. They are relative to the current day: "last quarter" means
// another quarter three months later.

import { addDays, addMonths, type Day, monthEnd, monthOf, monthStart, weekStart } from './calendar.ts';
import type { DayRange } from './report-ranges.ts';

const units = ['week', 'month', 'quarter', 'year'] as const;
type Unit = (typeof units)[number];

export const usualPeriods = units.flatMap((unit) => [`this-${unit}`, `last-${unit}`] as const);
export type UsualPeriod = (typeof usualPeriods)[number];

export function periodOf(period: UsualPeriod, today: Day, weekStartsOn: number): DayRange {
  const unit = units.find((one) => period.endsWith(one)) ?? 'month';
  const current = periodAround(unit, today, weekStartsOn);
  return period.startsWith('this') ? current : periodAround(unit, addDays(current.from, -1), weekStartsOn);
}

/** The preset that gives exactly this range; null for other days. */
export const usualPeriodOf = (range: DayRange, today: Day, weekStartsOn: number): UsualPeriod | null =>
  usualPeriods.find((period) => {
    const { from, to } = periodOf(period, today, weekStartsOn);
    return from === range.from && to === range.to;
  }) ?? null;

/** Completes the range of a URL: a missing end comes from `usual`, or is the given end where that lies beyond it. A reversed range is swapped. */
export function daysAskedFor({ from, to }: { [End in keyof DayRange]: Day | null }, usual: DayRange): DayRange {
  const [first = usual.from, last = usual.to] = [
    from ?? (to !== null && to < usual.from ? to : usual.from),
    to ?? (from !== null && from > usual.to ? from : usual.to),
  ].sort();
  return { from: first, to: last };
}

function periodAround(unit: Unit, day: Day, weekStartsOn: number): DayRange {
  if (unit === 'week') {
    const from = weekStart(day, weekStartsOn);
    return { from, to: addDays(from, 6) };
  }
  const months = { month: 1, quarter: 3, year: 12 }[unit];
  const from = addMonths(monthStart(day), -(monthOf(day) % months));
  return { from, to: monthEnd(addMonths(from, months - 1)) };
}
