import { m } from '#locales/messages.js';
import { formatDay } from '../../ui/format.ts';
import { DurationText } from '../../ui/texts.tsx';
import { weekdayAndDate } from './day-parts.ts';
import type { VisibleDays } from './use-visible-days.ts';
import type { WeekOutline } from './use-week-model.ts';
import classes from './week.module.css';

/** All seven days with their hours, for screens that show only some of them. */
export const DayStrip = ({ week, days }: { week: WeekOutline; days: VisibleDays }) => (
  <nav aria-label={m.week_days()} className={classes.strip}>
    {week.days.map(({ column: { day }, sum, isToday }) => {
      const isShown = week.shown.some(({ column }) => column.day === day);
      const { weekday, date } = weekdayAndDate(day);
      return (
        <button
          key={day}
          type="button"
          className={classes.stripDay}
          aria-current={isShown ? 'date' : undefined}
          data-today={isToday}
          onClick={() => days.goTo(day)}
        >
          <span className="visually-hidden">{formatDay(day)}, </span>
          <span aria-hidden>{weekday}</span>
          <span aria-hidden className={classes.stripDate}>
            {date}
          </span>
          <span aria-hidden className={classes.stripSum}>
            {sum.minutes > 0 && clock(sum.minutes)}
          </span>
          {sum.minutes > 0 && (
            <span className="visually-hidden">
              <DurationText minutes={sum.minutes} />
            </span>
          )}
        </button>
      );
    })}
  </nav>
);

/** "7:30": there is no room for units. */
const clock = (minutes: number): string => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
