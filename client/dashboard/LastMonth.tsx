import { Link } from '@tanstack/react-router';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { Day } from '#domain/calendar.ts';
import { presetRange } from '#domain/period-presets.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { pathTo } from '../routes.ts';
import { formatDayRange } from '../ui/format.ts';
import classes from './dashboard.module.css';

/** The reports of the last whole month, for those who come to read them. */
export function LastMonth({ today }: { today: Day }) {
  const { weekStartsOn } = useCompany();
  const { from, to } = presetRange('last-month', today, weekStartsOn);
  const reports = [
    { label: m.dashboard_reports_projects(), search: { group: 'project' } },
    { label: m.dashboard_reports_workers(), search: { group: 'worker' } },
    { label: m.reports_payroll(), search: { view: 'payroll' } },
  ];
  return (
    <section className={classes.card}>
      <header className={classes.cardHead}>
        <h2>{m.dashboard_reports({ period: formatDayRange(from, to) })}</h2>
      </header>
      <ul>
        {reports.map(({ label, search }) => (
          <li key={label}>
            <Link to={pathTo('/reports')} search={{ ...search, from, to }} className={classes.row ?? ''}>
              <span className={classes.rowTitle}>{label}</span>
              <ChevronRight size={16} aria-hidden className={classes.chevron} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
