import type { PayrollWorker } from '#contract/payroll.ts';
import type { Day } from '#domain/calendar.ts';
import { formatMinutes } from '#domain/duration.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { formatDay, formatDayPart } from '../../ui/format.ts';
import classes from './payroll.module.css';

export const DayHeads = ({ days }: { days: readonly Day[] }) =>
  days.map((day) => (
    <th key={day} scope="col" data-align="end" className={classes.day} aria-label={formatDay(day)}>
      <span>{weekday(day)}</span>
      {Number(day.slice(8))}
    </th>
  ));

/** "7:30", with a dot if part of it is pending; a full sentence for screen readers. */
export function DayCells({ days, worker }: { days: readonly Day[]; worker: PayrollWorker }) {
  const byDay = new Map(worker.days.map((one) => [one.day, one]));
  return days.map((day) => {
    const { approvedMinutes = 0, pendingMinutes = 0 } = byDay.get(day) ?? {};
    const minutes = approvedMinutes + pendingMinutes;
    return (
      <td key={day} data-align="end" className={classes.day} data-pending={pendingMinutes > 0}>
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

const weekday = (day: Day): string => formatDayPart(day, { weekday: 'narrow' });
