import { useSyncExternalStore } from 'react';
import { minuteMs } from '#domain/duration.ts';
import { m } from '#locales/messages.js';
import { serverNow } from '../../clock.ts';
import { formatTimeOfDay } from '../../ui/format.ts';
import { bottomOf, clockChange, type DaySpan, hourAt, irregularHours, topOf } from './days.ts';
import type { HourRange } from './layout.ts';
import { hourHeight } from './sizes.ts';
import classes from './week.module.css';

type Props = { column: DaySpan; zone: string; visible: HourRange; isToday: boolean };

/** The background of a day column: missing hours, a clock change, and the current time. */
export function ColumnBackground({ column, zone, visible, isToday }: Props) {
  const px = (hour: number) => (hour - visible.first) * hourHeight;
  const isVisible = ({ hour }: { hour: number }) => hour >= visible.first && hour < visible.last;
  const change = clockChange(column, zone);
  const above = px(topOf(column));
  const below = (visible.last - bottomOf(column)) * hourHeight;
  return (
    <>
      {above > 0 && <div className={classes.noTime} style={{ top: 0, height: above }} />}
      {below > 0 && <div className={classes.noTime} style={{ bottom: 0, height: below }} />}
      {irregularHours(column, zone)
        .filter(isVisible)
        .map(({ label, hour }) => (
          <span key={hour} className={classes.stripedHour} style={{ top: px(hour) }}>
            {formatTimeOfDay(label)}
          </span>
        ))}
      {change && isVisible(change) && (
        <p className={classes.clockChange} style={{ top: px(change.hour) }}>
          {m.week_clock_change({ before: formatTimeOfDay(change.before), after: formatTimeOfDay(change.after) })}
        </p>
      )}
      {isToday && <NowLine column={column} visible={visible} />}
    </>
  );
}

function NowLine({ column, visible }: Pick<Props, 'column' | 'visible'>) {
  const now = useSyncExternalStore(everyMinute, () => Math.floor(serverNow() / minuteMs) * minuteMs);
  const hour = hourAt(column, now);
  if (hour < visible.first || hour > visible.last) return null;
  return <div className={classes.now} style={{ top: (hour - visible.first) * hourHeight }} />;
}

function everyMinute(listener: () => void) {
  const timer = setInterval(listener, minuteMs / 4);
  return () => clearInterval(timer);
}
