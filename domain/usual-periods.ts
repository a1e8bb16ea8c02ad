// The periods that lists and reports are usually asked for, as days of the company. They move with the calendar: what was
// saved as last quarter is another one three months later.

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

/** Null: days of one's own choice. */
export const usualPeriodOf = (range: DayRange, today: Day, weekStartsOn: number): UsualPeriod | null =>
  usualPeriods.find((period) => {
    const { from, to } = periodOf(period, today, weekStartsOn);
    return from === range.from && to === range.to;
  }) ?? null;

/** What an address asks for: an end that it leaves out is the usual one, or the other end where that lies beyond it; turned round it is read the other way. */
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
