import type { Day } from '#domain/calendar.ts';
import { presetRange } from '#domain/period-presets.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { pathTo } from '../routes.ts';
import { formatDayRange } from '../ui/format.ts';
import { DashboardCard, LinkRow } from './DashboardCard.tsx';
import classes from './dashboard.module.css';

type Props = { today: Day; hasPayroll: boolean };

/** The reports of the last whole month, for those who come to read them; with payroll, unless it has a card of its own. */
export function LastMonth({ today, hasPayroll }: Props) {
  const { weekStartsOn } = useCompany();
  const { from, to } = presetRange('last-month', today, weekStartsOn);
  const reports = [
    { label: m.dashboard_reports_projects(), search: { group: 'project' } },
    { label: m.dashboard_reports_workers(), search: { group: 'worker' } },
    ...(hasPayroll ? [{ label: m.reports_payroll(), search: { view: 'payroll' } }] : []),
  ];
  return (
    <DashboardCard title={m.dashboard_reports({ period: formatDayRange(from, to) })}>
      <ul>
        {reports.map(({ label, search }) => (
          <li key={label}>
            <LinkRow to={pathTo('/reports')} search={{ ...search, from, to }}>
              <span className={classes.rowTitle}>{label}</span>
            </LinkRow>
          </li>
        ))}
      </ul>
    </DashboardCard>
  );
}
