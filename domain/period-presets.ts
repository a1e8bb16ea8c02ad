// Presets for the period of lists and reports, in company days. They are relative to the current day: "last quarter" means
// another quarter three months later.

import { addDays, addMonths, type Day, monthEnd, monthOf, monthStart, weekStart } from './calendar.ts';
import type { DayRange } from './report-ranges.ts';

const units = ['week', 'month', 'quarter', 'year'] as const;
type Unit = (typeof units)[number];

export const periodPresets = units.flatMap((unit) => [`this-${unit}`, `last-${unit}`] as const);
export type PeriodPreset = (typeof periodPresets)[number];

export function presetRange(period: PeriodPreset, today: Day, weekStartsOn: number): DayRange {
  const unit = units.find((one) => period.endsWith(one)) ?? 'month';
  const current = periodAround(unit, today, weekStartsOn);
  return period.startsWith('this') ? current : periodAround(unit, addDays(current.from, -1), weekStartsOn);
}

/** The preset that gives exactly this range; null for other days. */
export const matchingPreset = (range: DayRange, today: Day, weekStartsOn: number): PeriodPreset | null =>
  periodPresets.find((period) => {
    const { from, to } = presetRange(period, today, weekStartsOn);
    return from === range.from && to === range.to;
  }) ?? null;

/** Completes the range of a URL: a missing end comes from `fallback`, or is the given end if that lies beyond it. A reversed range is swapped. */
export function completeRange({ from, to }: { [End in keyof DayRange]: Day | null }, fallback: DayRange): DayRange {
  const [first = fallback.from, last = fallback.to] = [
    from ?? (to !== null && to < fallback.from ? to : fallback.from),
    to ?? (from !== null && from > fallback.to ? from : fallback.to),
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
