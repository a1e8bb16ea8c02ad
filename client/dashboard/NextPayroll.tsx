import { Link } from '@tanstack/react-router';
import CalendarCheck from 'lucide-react/icons/calendar-check';
import type { Dashboard } from '#contract/dashboard.ts';
import type { Day } from '#domain/calendar.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { useCan } from '../auth.ts';
import { pathTo } from '../routes.ts';
import { formatDayRange, formatNumber } from '../ui/format.ts';
import { DashboardCard } from './DashboardCard.tsx';
import classes from './dashboard.module.css';

type Props = {
  payroll: NonNullable<Dashboard['payroll']>;
  /** The oldest pending day: those before the period have to be decided too. */
  since: Day | null;
};

/** The period that is closed next: what is pending in it and with whom. */
export function NextPayroll({ payroll: { from, to, isOver, pending, managers }, since }: Props) {
  const canClose = useCan('company.update');
  const canDecide = useCan('worklogs.decide');
  return (
    <DashboardCard
      icon={CalendarCheck}
      title={m.dashboard_payroll({ period: formatDayRange(from, to) })}
      text={pending > 0 ? m.dashboard_payroll_pending({ count: pending }) : m.dashboard_payroll_nothing_pending()}
    >
      {managers.length > 0 && (
        <ul aria-label={m.dashboard_payroll_deciders()}>
          {managers.map((one) => (
            <li key={one.userId ?? 'none'} className={classes.row}>
              <span className={classes.rowTitle}>
                {one.userId === null ? m.dashboard_payroll_no_manager() : isolated(one.name)}
              </span>
              <span className="numeric">{formatNumber(one.pending)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className={classes.cardFoot}>
        <Link to={pathTo('/reports')} search={{ view: 'payroll', from, to }} className={classes.link ?? ''}>
          {isOver && canClose ? m.dashboard_payroll_close() : m.dashboard_payroll_open()}
        </Link>
        {pending > 0 && canDecide && (
          <Link
            to={pathTo('/approvals')}
            search={{ from: since !== null && since < from ? since : from, to }}
            className={classes.link ?? ''}
          >
            {m.dashboard_open_approvals()}
          </Link>
        )}
      </p>
    </DashboardCard>
  );
}
