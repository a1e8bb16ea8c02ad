import type { ReactNode } from 'react';
import type { Day } from '#domain/calendar.ts';
import { addDays } from '#domain/calendar.ts';
import { formatMinutes } from '#domain/duration.ts';
import type { WorklogSum } from '#domain/totals.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { useCompany } from '../auth.ts';
import { DayText, DurationInColumn, MoneyList } from '../ui/texts.tsx';
import { RejectedSum } from '../worklog/RejectedSum.tsx';
import { useUnsentMinutes } from './unsent/store.ts';
import classes from './worklogs.module.css';

type Props = { day: Day; today: Day; sum: WorklogSum & { rejected: WorklogSum }; menu?: ReactNode };

/** A company day with its totals. */
export function DayHeading({ day, today, sum, menu }: Props) {
  const { id, currency } = useCompany();
  const waiting = useUnsentMinutes(id, day);
  const near = day === today ? m.worklogs_today() : day === addDays(today, -1) ? m.worklogs_yesterday() : null;
  return (
    <div className={classes.dayHeading}>
      <span>
        {near && <span className={classes.relativeDay}>{near} </span>}
        <DayText day={day} />
      </span>
      <span className={classes.daySum}>
        {sum.rejected.count > 0 && (
          <span className="visually-hidden-on-phones">
            <RejectedSum rejected={sum.rejected} />
          </span>
        )}
        {sum.expenses.length > 0 && (
          <span className="dimmed">
            <MoneyList amounts={sum.expenses} currency={currency} />
          </span>
        )}
        {waiting > 0 && (
          <span className="dimmed">{m.unsent_in_day({ duration: formatMinutes(waiting, getLocale()) })}</span>
        )}
        {(sum.minutes > 0 || sum.expenses.length === 0) && <DurationInColumn minutes={sum.minutes} />}
      </span>
      {menu}
    </div>
  );
}
