import { useQuery } from '@tanstack/react-query';
import type { Worklog } from '#contract/worklogs.ts';
import { totalsOfWorklogs } from '#domain/totals.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { useCompany } from '../auth.ts';
import { foreignZone, formatTime } from '../ui/format.ts';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { DurationText, MoneyList, MoneyText, TimeRangeText } from '../ui/texts.tsx';
import classes from './day-timeline.module.css';
import { type DayLayout, layoutDay } from './day-timeline.ts';
import { statusLabel } from './labels.ts';
import { ProjectDot } from './ProjectDot.tsx';
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
      {layout && <Timeline layout={layout} subject={worklog} />}
      <ul className={classes.list}>
        {sameDay.map((one) => (
          <li key={one.id} aria-current={one.id === worklog.id ? 'true' : undefined} data-status={one.status}>
            <span className={classes.blockLabel}>
              <ProjectDot colour={one.colour} />
              <span>
                {isolated(one.projectName)} · {isolated(one.taskName)}
              </span>
            </span>
            <span className={classes.figure}>
              {one.minutes !== null && <DurationText minutes={one.minutes} />}
              {one.expense && <MoneyText money={one.expense} />}
            </span>
            <span className={classes.time}>
              {one.startsAt && one.endsAt && (
                <TimeRangeText startsAt={one.startsAt} endsAt={one.endsAt} zone={one.zone} day={one.day} />
              )}
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
        <DurationText minutes={minutes} />
        {expenses.length > 0 && <MoneyList amounts={expenses} currency={currency} />}
      </span>
    </p>
  );
}

/** Decorative: the list below contains the same figures. */
function Timeline({ layout, subject }: { layout: DayLayout; subject: Worklog }) {
  return (
    <div className={classes.picture} aria-hidden>
      <div className={classes.lanes} style={{ height: layout.lanes * 32 - 4 }}>
        {layout.ticks.map(({ at, left }) => (
          <span key={at} className={classes.line} style={{ left: `${left}%` }} />
        ))}
        {layout.blocks.map(({ worklog, left, width, lane }) => (
          <span
            key={worklog.id}
            className={classes.block}
            data-subject={worklog.id === subject.id}
            data-status={worklog.status}
            style={{
              left: `${left}%`,
              width: `${width}%`,
              top: lane * 32,
              borderInlineStartColor: `var(--project-${worklog.colour})`,
            }}
          >
            {worklog.taskName}
          </span>
        ))}
      </div>
      <div className={classes.scale}>
        {layout.ticks.map(({ at, left }) => (
          <span key={at} className="numeric" style={{ left: `${left}%` }}>
            {formatTime(at, subject.zone)}
          </span>
        ))}
      </div>
      {subject.startsAt && <p className="dimmed small">{foreignZone(subject.startsAt, subject.zone)}</p>}
    </div>
  );
}
