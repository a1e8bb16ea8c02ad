// The days of a week as columns of their real length. Noon has the same height in every column, so that working hours line
// up also if a day has 23 or 25 hours; the missing or extra hour is at the end where the clocks change.

import { addDays, type Day, dayStartsAt, resolveWallTime, wallTimeOf } from '#domain/calendar.ts';
import { hourMs } from '#domain/duration.ts';

const quarterMs = hourMs / 4;

/** Instants in milliseconds. */
export type DaySpan = { day: Day; from: number; to: number; noon: number };

export const weekDaySpans = (first: Day, count: number, zone: string): DaySpan[] =>
  Array.from({ length: count }, (_, index) => daySpan(addDays(first, index), zone));

function daySpan(day: Day, zone: string): DaySpan {
  const noon = resolveWallTime(`${day}T12:00`, zone, undefined, '').at;
  const [from, to] = [dayStartsAt(day, zone).getTime(), dayStartsAt(addDays(day, 1), zone).getTime()];
  return { day, from, to, noon: noon?.getTime() ?? from + 12 * hourMs };
}

/** The vertical position of an instant in a column, in hours: 9.5 is half past nine on every day without a clock change. */
export const hourAt = ({ noon }: DaySpan, at: number): number => 12 + (at - noon) / hourMs;

export const instantAt = ({ noon }: DaySpan, hour: number): number => noon + (hour - 12) * hourMs;

export const topOf = (column: DaySpan): number => hourAt(column, column.from);

export const bottomOf = (column: DaySpan): number => hourAt(column, column.to);

export type HourMark = { label: string; hour: number };

/** The hours of a day that differ from the hour scale of the week. */
export function irregularHours(column: DaySpan, zone: string): HourMark[] {
  if (topOf(column) === 0 && bottomOf(column) === 24) return [];
  const quarters = Math.round((column.to - column.from) / quarterMs);
  return Array.from({ length: quarters }, (_, index) => column.from + index * quarterMs).flatMap((at) => {
    const label = wallTimeOf(new Date(at), zone).slice(11);
    const hour = hourAt(column, at);
    return label.endsWith(':00') && Number(label.slice(0, 2)) !== hour ? [{ label, hour }] : [];
  });
}

/** The clock change of this day, with the wall times before and after: "02:00", "03:00". */
export function clockChange(column: DaySpan, zone: string): { hour: number; before: string; after: string } | null {
  if (column.to - column.from === 24 * hourMs) return null;
  const quarters = Math.round((column.to - column.from) / quarterMs);
  for (let index = 1; index <= quarters; index += 1) {
    const [last, at] = [column.from + (index - 1) * quarterMs, column.from + index * quarterMs];
    const after = wallTimeOf(new Date(at), zone);
    const expected = Temporal.PlainDateTime.from(wallTimeOf(new Date(last), zone)).add({ minutes: 15 });
    const before = expected.toString({ smallestUnit: 'minute' });
    if (before !== after) return { hour: hourAt(column, at), before: before.slice(11), after: after.slice(11) };
  }
  return null;
}
