import type { Dashboard } from '#contract/dashboard.ts';
import type { Day } from '#domain/calendar.ts';
import type { Role } from '#domain/permissions.ts';
import { m } from '#locales/messages.js';
import { useCan } from '../auth.ts';
import { pathTo } from '../routes.ts';
import { DaysNote } from '../ui/DaysNote.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { DayText, DurationText } from '../ui/texts.tsx';
import classes from './dashboard.module.css';
import { barShares } from './week-bars.ts';

const titles: Record<Role, () => string> = {
  'company admin': m.dashboard_week_company,
  manager: m.dashboard_week_managed,
  'timesheet approver': m.dashboard_week_company,
  reviewer: m.dashboard_week_company,
  worker: m.dashboard_week_own,
};

type Props = { week: Dashboard['week']; minutes: number; role: Role; today: Day };

/** The current week as seven bars with their durations. */
export function ThisWeek({ week, minutes, role, today }: Props) {
  const canLog = useCan('worklogs.submit');
  const shares = barShares(week.map((day) => day.minutes));
  return (
    <section className={classes.card}>
      <header className={classes.cardHead}>
        <h2>{titles[role]()}</h2>
        <p className={classes.weekTotal}>
          <DurationText minutes={minutes} />
        </p>
      </header>
      <ul className={classes.week}>
        {week.map(({ day, minutes: own }, index) => (
          <li key={day} data-when={day === today ? 'today' : day > today ? 'ahead' : 'past'}>
            <DayText day={day} />
            <span className={classes.bar} aria-hidden>
              <span style={{ width: `${shares[index] ?? 0}%` }} />
            </span>
            <span className={classes.weekFigure}>
              {own > 0 || day <= today ? <DurationText minutes={own} /> : <span className="dimmed">–</span>}
            </span>
          </li>
        ))}
      </ul>
      <p className={classes.cardFoot}>
        <span className="dimmed small">
          {m.dashboard_week_hint()} <DaysNote />
        </span>
        {canLog ? (
          <TextLink to={pathTo('/worklogs')}>{m.dashboard_open_worklogs()}</TextLink>
        ) : (
          <TextLink to={pathTo('/reports')}>{m.dashboard_open_reports()}</TextLink>
        )}
      </p>
    </section>
  );
}
