import { useSyncExternalStore } from 'react';
import { m } from '#locales/messages.js';
import { bottomOf, clockChange, type DayColumn, hourAt, oddHours, topOf } from './days.ts';
import type { HourRange } from './layout.ts';
import { hourHeight } from './measures.ts';
import classes from './week.module.css';

type Props = { column: DayColumn; zone: string; sight: HourRange; isToday: boolean };

/** The background of a day column: missing hours, a clock change, and the current time. */
export function ColumnGround({ column, zone, sight, isToday }: Props) {
  const px = (hour: number) => (hour - sight.first) * hourHeight;
  const isInSight = ({ hour }: { hour: number }) => hour >= sight.first && hour < sight.last;
  const change = clockChange(column, zone);
  const [above, below] = [px(topOf(column)), (sight.last - bottomOf(column)) * hourHeight];
  return (
    <>
      {above > 0 && <div className={classes.noTime} style={{ top: 0, height: above }} />}
      {below > 0 && <div className={classes.noTime} style={{ bottom: 0, height: below }} />}
      {oddHours(column, zone)
        .filter(isInSight)
        .map(({ label, hour }) => (
          <span key={hour} className={classes.oddHour} style={{ top: px(hour) }}>
            {label}
          </span>
        ))}
      {change && isInSight(change) && (
        <p className={classes.clockChange} style={{ top: px(change.hour) }}>
          {m.week_clock_change({ before: change.before, after: change.after })}
        </p>
      )}
      {isToday && <NowLine column={column} sight={sight} />}
    </>
  );
}

function NowLine({ column, sight }: Pick<Props, 'column' | 'sight'>) {
  const now = useSyncExternalStore(everyMinute, () => Math.floor(Date.now() / minuteMs) * minuteMs);
  const hour = hourAt(column, now);
  if (hour < sight.first || hour > sight.last) return null;
  return <div className={classes.now} style={{ top: (hour - sight.first) * hourHeight }} />;
}

const minuteMs = 60_000;

function everyMinute(listener: () => void) {
  const timer = setInterval(listener, minuteMs / 4);
  return () => clearInterval(timer);
}
