import { useQuery } from '@tanstack/react-query';
import type { Worklog } from '#contract/worklogs.ts';
import { totalsOfWorklogs } from '#domain/totals.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { useCompany } from '../auth.ts';
import { projectTitle } from '../ui/project-title.ts';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { DurationInColumn, MoneyList, MoneyText } from '../ui/texts.tsx';
import classes from './day-timeline.module.css';
import { layoutDay } from './day-timeline.ts';
import { statusLabel } from './labels.ts';
import { ProjectDot } from './ProjectDot.tsx';
import { WorklogTimes } from './row-cells.tsx';
import { Timeline } from './Timeline.tsx';
import { workerDayQuery } from './worklog-queries.ts';

/** The worker's day around a worklog: a timeline, and the list of its worklogs below. */
export function DayTimeline({ worklog }: { worklog: Worklog }) {
  const { id: companyId } = useCompany();
  const { data, error, refetch } = useQuery(workerDayQuery(companyId, worklog));
  if (!data && error) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <SkeletonRows rows={2} height={48} />;
  const layout = layoutDay(worklog, data.worklogs);
  const sameDay = data.worklogs.filter(({ day }) => day === worklog.day);
  return (
    <div className={classes.day}>
      {layout && <Timeline layout={layout} subject={worklog} zone={worklog.zone} />}
      <ul className={classes.list}>
        {sameDay.map((one) => (
          <li key={one.id} aria-current={one.id === worklog.id ? 'true' : undefined} data-status={one.status}>
            <span className={classes.blockLabel}>
              <ProjectDot colour={one.colour} />
              <span>
                {projectTitle(one)} · {isolated(one.taskName)}
              </span>
            </span>
            <span className={classes.figure}>
              {one.minutes !== null && <DurationInColumn minutes={one.minutes} />}
              {one.expense && <MoneyText money={one.expense} />}
            </span>
            <span className={classes.time}>
              <WorklogTimes worklog={one} />
            </span>
            <span className={classes.status}>{statusLabel(one.status)}</span>
          </li>
        ))}
      </ul>
      <Total worklogs={sameDay} />
    </div>
  );
}

function Total({ worklogs }: { worklogs: readonly Worklog[] }) {
  const { currency } = useCompany();
  const { minutes, expenses } = totalsOfWorklogs(worklogs);
  if (worklogs.length < 2) return null;
  return (
    <p className={classes.total}>
      <span className="dimmed small">{m.approvals_day_total()}</span>
      <span className={classes.figure}>
        <DurationInColumn minutes={minutes} />
        {expenses.length > 0 && <MoneyList amounts={expenses} currency={currency} />}
      </span>
    </p>
  );
}
