import { formatMinutes } from '#domain/duration.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import classes from './own-day.module.css';
import type { OwnDay } from './own-day.ts';

/** The hours of this week beside the weekly target of the company. More than the target fills the bar, and is no warning. */
export function WeeklyTarget({ target: { minutes, targetMinutes } }: { target: NonNullable<OwnDay['target']> }) {
  const share = Math.min(100, Math.round((minutes / targetMinutes) * 100));
  const [logged, target] = [minutes, targetMinutes].map((one) => formatMinutes(one, getLocale()));
  return (
    <p className={classes.target}>
      <span className="numeric">{m.dashboard_target({ minutes: logged ?? '', target: target ?? '' })}</span>
      <span className={classes.targetBar} aria-hidden>
        <span style={{ width: `${share}%` }} />
      </span>
    </p>
  );
}
