import { formatMinutes } from '#domain/duration.ts';
import { numberFormat } from '#domain/intl.ts';
import type { ProjectColour } from '#domain/projects.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { DurationText } from '../ui/texts.tsx';
import classes from './projects.module.css';

type Props = { minutes: number; budgetMinutes: number | null; colour: ProjectColour };

/** Logged hours; with a budget also the used share as a bar with numbers. */
export function HoursUsed({ minutes, budgetMinutes, colour }: Props) {
  if (budgetMinutes === null) return <DurationText minutes={minutes} />;
  const share = minutes / budgetMinutes;
  const formatHoursText = (value: number) => formatMinutes(value, getLocale());
  const percent = numberFormat(getLocale(), { style: 'percent' }).format(Math.floor(share * 100) / 100);
  return (
    <span className={classes.hours}>
      <span className={classes.hoursFigures}>
        <span>{m.projects_hours_of({ used: formatHoursText(minutes), budget: formatHoursText(budgetMinutes) })}</span>
        <span className={share > 1 ? classes.over : 'dimmed'}>
          {share > 1 ? m.projects_hours_over({ over: formatHoursText(minutes - budgetMinutes) }) : percent}
        </span>
      </span>
      <span className={classes.bar} aria-hidden>
        <span style={{ width: `${Math.min(share, 1) * 100}%`, background: `var(--project-${colour})` }} />
      </span>
    </span>
  );
}
