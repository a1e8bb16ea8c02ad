import type { Dashboard } from '#contract/dashboard.ts';
import type { Day } from '#domain/calendar.ts';
import type { GrantedScope } from '#domain/permissions.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { pathTo } from '../routes.ts';
import { DaysNote } from '../ui/DaysNote.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { DayText, DurationInColumn, DurationText } from '../ui/texts.tsx';
import { DashboardCard } from './DashboardCard.tsx';
import classes from './dashboard.module.css';
import { barShares } from './week-bars.ts';

const titles: Record<GrantedScope, () => string> = {
  all: m.dashboard_week_company,
  'managed+own': m.dashboard_week_managed_and_own,
  managed: m.dashboard_week_managed,
  own: m.dashboard_week_own,
};

type Props = { week: Dashboard['week']; minutes: number; today: Day };

/** The current week as seven bars with their durations. */
export function ThisWeek({ week, minutes, today }: Props) {
  const scope = useCompany().scopes['reports.read'] ?? 'own';
  const shares = barShares(week.map((day) => day.minutes));
  return (
    <DashboardCard
      title={titles[scope]()}
      figure={
        <p className={classes.weekTotal}>
          <DurationText minutes={minutes} />
        </p>
      }
    >
      <ul className={classes.week}>
        {week.map(({ day, minutes: own }, index) => (
          <li key={day} data-when={day === today ? 'today' : day > today ? 'ahead' : 'past'}>
            <DayText day={day} />
            <span className={classes.bar} aria-hidden>
              <span style={{ width: `${shares[index] ?? 0}%` }} />
            </span>
            <span className={classes.weekFigure}>
              {own > 0 || day <= today ? <DurationInColumn minutes={own} /> : <span className="dimmed">–</span>}
            </span>
          </li>
        ))}
      </ul>
      <p className={classes.cardFoot}>
        <span className="dimmed small">
          {m.dashboard_week_hint()} <DaysNote />
        </span>
        {scope === 'own' ? (
          <TextLink to={pathTo('/worklogs')}>{m.dashboard_open_worklogs()}</TextLink>
        ) : (
          <TextLink to={pathTo('/reports')}>{m.dashboard_open_reports()}</TextLink>
        )}
      </p>
    </DashboardCard>
  );
}
