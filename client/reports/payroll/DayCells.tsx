import type { PayrollWorker } from '#contract/payroll.ts';
import type { Day } from '#domain/calendar.ts';
import { formatMinutes } from '#domain/duration.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { formatDay, formatDayPart } from '../../ui/format.ts';
import classes from './payroll.module.css';

export const DayHeads = ({ days }: { days: readonly Day[] }) =>
  days.map((day) => (
    <th
      key={day}
      scope="col"
      data-align="end"
      data-weekend={isWeekend(day)}
      className={classes.day}
      aria-label={formatDay(day)}
    >
      <span>{weekday(day)}</span>
      {Number(day.slice(8))}
    </th>
  ));

/** "7:30", with a dot if part of it is pending; a full sentence for screen readers. */
export function DayCells({ days, sums }: { days: readonly Day[]; sums: PayrollWorker['days'] }) {
  const byDay = Map.groupBy(sums, ({ day }) => day);
  return days.map((day) => {
    const ofDay = byDay.get(day) ?? [];
    const pendingMinutes = ofDay.reduce((total, one) => total + one.pendingMinutes, 0);
    const minutes = ofDay.reduce((total, one) => total + one.approvedMinutes, pendingMinutes);
    return (
      <td
        key={day}
        data-align="end"
        data-weekend={isWeekend(day)}
        data-pending={pendingMinutes > 0}
        className={classes.day}
      >
        {minutes > 0 && (
          <>
            <span aria-hidden>{clock(minutes)}</span>
            <span className="visually-hidden">
              {formatMinutes(minutes, getLocale())}
              {pendingMinutes > 0 &&
                `, ${m.reports_told_pending({ value: formatMinutes(pendingMinutes, getLocale()) })}`}
            </span>
          </>
        )}
      </td>
    );
  });
}

const clock = (minutes: number): string => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;

const isWeekend = (day: Day): boolean => Temporal.PlainDate.from(day).dayOfWeek >= 6;

const weekday = (day: Day): string => formatDayPart(day, { weekday: 'narrow' });
