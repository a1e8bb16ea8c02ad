import type { ReactNode } from 'react';
import type { WorklogStatus } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { DaysNote } from '../ui/DaysNote.tsx';
import { formatDayRange, formatNumber } from '../ui/format.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { DurationText, MoneyList } from '../ui/texts.tsx';
import { statusIcons } from '../worklog/status-icons.ts';
import { CountChange, HoursChange, MoneyChanges } from './Change.tsx';
import classes from './figures.module.css';
import { type ReportSums, type StatusSums, splitByStatus } from './sums.ts';
import { WorklogsLink } from './WorklogsLink.tsx';

type Props = {
  totals: ReportSums | undefined;
  before: { from: string; to: string; totals: ReportSums } | null;
  isCompared: boolean;
  currency: string;
};

/** Items, hours and money of the whole filter, by status, and compared with the previous period. */
export function ReportFigures({ totals, before, isCompared, currency }: Props) {
  if (!totals) return <Waiting isCompared={isCompared} />;
  const compared = before && { was: before.totals, days: { from: before.from, to: before.to } };
  const money = (amounts: StatusSums['expenses']) => <MoneyList amounts={amounts} currency={currency} />;
  return (
    <div className={classes.summary}>
      <dl className={classes.figures}>
        <Figure
          label={m.reports_items()}
          sums={totals}
          show={({ items }) => formatNumber(items)}
          change={compared && <CountChange now={totals.items} before={compared.was.items} days={compared.days} />}
        />
        <Figure
          label={m.reports_hours()}
          sums={totals}
          show={({ minutes }) => <DurationText minutes={minutes} />}
          billable={<DurationText minutes={totals.billableMinutes} />}
          change={compared && <HoursChange now={totals.minutes} before={compared.was.minutes} days={compared.days} />}
        />
        <Figure
          label={m.reports_expenses()}
          sums={totals}
          show={({ expenses }) => money(expenses)}
          billable={money(totals.billableExpenses)}
          change={
            compared && (
              <MoneyChanges
                now={totals.expenses}
                before={compared.was.expenses}
                days={compared.days}
                currency={currency}
              />
            )
          }
        />
      </dl>
      <p className={classes.notes}>
        {before && (
          <span className="dimmed small">{m.reports_compared({ range: formatDayRange(before.from, before.to) })} </span>
        )}
        <DaysNote />
      </p>
    </div>
  );
}

type FigureProps = {
  label: string;
  sums: ReportSums;
  show: (part: StatusSums) => ReactNode;
  billable?: ReactNode;
  change: ReactNode;
};

function Figure({ label, sums, show, billable, change }: FigureProps) {
  const { hasUnbillable } = useCompany();
  const { approved, pending, rejected } = splitByStatus(sums);
  return (
    <div className={classes.figure}>
      <dt>{label}</dt>
      <dd className={classes.total}>
        <WorklogsLink narrow={{}} isNothing={sums.items === 0}>
          {show(sums)}
        </WorklogsLink>
      </dd>
      {change && <dd>{change}</dd>}
      <PartLine status="approved" part={approved} show={show} />
      <PartLine status="pending" part={pending} show={show} />
      {rejected.items > 0 && <PartLine status="rejected" part={rejected} show={show} />}
      {hasUnbillable && billable !== undefined && (
        <dd className={`${classes.part} ${classes.other}`}>
          <span className={classes.partName}>{m.billable_field()}</span>
          <WorklogsLink narrow={{ billable: ['yes'] }} isNothing={sums.items === 0}>
            {billable}
          </WorklogsLink>
        </dd>
      )}
    </div>
  );
}

const labels: Record<WorklogStatus, () => string> = {
  approved: m.reports_approved,
  pending: m.reports_pending,
  rejected: m.status_rejected,
};

type PartLineProps = { status: WorklogStatus; part: StatusSums; show: FigureProps['show'] };

function PartLine({ status, part, show }: PartLineProps) {
  const Icon = statusIcons[status];
  return (
    <dd className={classes.part} data-status={status}>
      <Icon size={14} strokeWidth={2.25} aria-hidden />
      <span className={classes.partName}>{labels[status]()}</span>
      <WorklogsLink narrow={{ statuses: [status] }} isNothing={part.items === 0}>
        {show(part)}
      </WorklogsLink>
    </dd>
  );
}

function Waiting({ isCompared }: { isCompared: boolean }) {
  const { hasUnbillable } = useCompany();
  return (
    <div className={classes.summary} role="status">
      <span className="visually-hidden">{m.shell_loading()}</span>
      <div className={classes.figures}>
        {['items', 'hours', 'expenses'].map((figure) => (
          <div key={figure} className={classes.figure}>
            <Skeleton height={108 + (isCompared ? 24 : 0) + (hasUnbillable ? 31 : 0)} />
          </div>
        ))}
      </div>
    </div>
  );
}
