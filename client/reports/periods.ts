// Periods of a report as days of the company: the usual ones, and the one before and after any.

import { addDays, type Day, daysBetween, monthEnd, monthStart, weekStart } from '#domain/calendar.ts';
import type { DateRange } from '../ui/date-range.ts';

const units = ['week', 'month', 'quarter', 'year'] as const;
type Unit = (typeof units)[number];

export const usualPeriods = units.flatMap((unit) => [`this-${unit}`, `last-${unit}`] as const);
export type UsualPeriod = (typeof usualPeriods)[number];

export function periodOf(period: UsualPeriod, today: Day, weekStartsOn: number): DateRange {
  const unit = units.find((one) => period.endsWith(one)) ?? 'month';
  const current = periodAround(unit, today, weekStartsOn);
  return period.startsWith('this') ? current : periodAround(unit, addDays(current.from, -1), weekStartsOn);
}

/** Null: days of one's own choice. */
export const usualPeriodOf = (range: DateRange, today: Day, weekStartsOn: number): UsualPeriod | null =>
  usualPeriods.find((period) => {
    const { from, to } = periodOf(period, today, weekStartsOn);
    return from === range.from && to === range.to;
  }) ?? null;

/** The period that many steps later, or earlier below zero: whole months stay whole months, other days keep their number. */
export function stepped({ from, to }: DateRange, steps: number): DateRange {
  if (from === monthStart(from) && to === monthEnd(to)) {
    const months = monthOf(to) - monthOf(from) + 1;
    const first = addMonths(from, months * steps);
    return { from: first, to: monthEnd(addMonths(first, months - 1)) };
  }
  const days = (daysBetween(from, to) + 1) * steps;
  return { from: addDays(from, days), to: addDays(to, days) };
}

function periodAround(unit: Unit, day: Day, weekStartsOn: number): DateRange {
  if (unit === 'week') {
    const from = weekStart(day, weekStartsOn);
    return { from, to: addDays(from, 6) };
  }
  const months = { month: 1, quarter: 3, year: 12 }[unit];
  const from = addMonths(monthStart(day), -(monthOf(day) % months));
  return { from, to: monthEnd(addMonths(from, months - 1)) };
}

/** Months since the year 0. */
const monthOf = (day: Day): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;

const addMonths = (day: Day, months: number): Day => Temporal.PlainDate.from(day).add({ months }).toString();
