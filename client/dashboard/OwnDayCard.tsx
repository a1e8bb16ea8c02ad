import { Link } from '@tanstack/react-router';
import { formatMinutes } from '#domain/duration.ts';
import { totalsOfWorklogs } from '#domain/totals.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { getLocale } from '#locales/runtime.js';
import { useCompany } from '../auth.ts';
import { pathTo } from '../routes.ts';
import { LinkButton } from '../ui/Button.tsx';
import { formatTimeRange } from '../ui/format.ts';
import { projectTitle } from '../ui/project-title.ts';
import { DurationInColumn, DurationText, MoneyText, TimeRangeText } from '../ui/texts.tsx';
import { layoutTimes } from '../worklog/day-timeline.ts';
import { statusLabel } from '../worklog/labels.ts';
import { ProjectDot } from '../worklog/ProjectDot.tsx';
import { WorklogTimes } from '../worklog/row-cells.tsx';
import { Timeline } from '../worklog/Timeline.tsx';
import { QuickEntryOnPage } from '../worklogs/quick-entry/QuickEntryField.tsx';
import { IncompleteDay } from './IncompleteDay.tsx';
import { OwnTimerRow, StartOwnTimer } from './OwnTimer.tsx';
import classes from './own-day.module.css';
import { type OwnDay, type OwnRow, type OwnWorklog, rowsOf } from './own-day.ts';

/** What the user logged today, with its gaps; for those who never logged, how to begin. */
export function OwnDayCard({ own: { worklogs, incomplete, hasLogged, target } }: { own: OwnDay }) {
  const { timeZone } = useCompany();
  const layout = layoutTimes(worklogs);
  return (
    <section className={classes.card}>
      <header className={classes.head}>
        <h2>{hasLogged ? m.dashboard_today() : m.dashboard_first_hours()}</h2>
        {worklogs.length > 0 && (
          <p className={classes.total}>
            <DurationText minutes={totalsOfWorklogs(worklogs).minutes} />
          </p>
        )}
      </header>
      {!hasLogged && <p className={classes.text}>{m.dashboard_first_hours_text()}</p>}
      {incomplete && <IncompleteDay incomplete={incomplete} />}
      <div className={classes.entry}>
        <QuickEntryOnPage className={classes.entryField} />
        <StartOwnTimer />
      </div>
      {layout && (
        <div className={classes.picture}>
          <Timeline layout={layout} zone={timeZone} />
        </div>
      )}
      <ul className={classes.rows}>
        {rowsOf(worklogs).map((row) => (
          <li key={row.kind === 'gap' ? row.startsAt : row.worklog.id}>
            {row.kind === 'gap' ? <GapRow gap={row} zone={timeZone} /> : <WorklogRow worklog={row.worklog} />}
          </li>
        ))}
        <OwnTimerRow />
      </ul>
      {hasLogged && worklogs.length === 0 && <p className={classes.text}>{m.dashboard_today_empty()}</p>}
      {target && <WeeklyTarget target={target} />}
    </section>
  );
}

function WorklogRow({ worklog }: { worklog: OwnWorklog }) {
  const { minutes, expense, status } = worklog;
  return (
    <Link to={pathTo('/worklogs')} search={{ worklog: worklog.id }} className={classes.row ?? ''}>
      <span className={classes.time}>
        <WorklogTimes worklog={worklog} />
      </span>
      <span className={classes.task}>
        <ProjectDot colour={worklog.colour} />
        <span>
          {isolated(worklog.taskName)} <span className="dimmed">{projectTitle(worklog)}</span>
        </span>
      </span>
      <span className={classes.figure} data-status={status}>
        {minutes !== null && <DurationInColumn minutes={minutes} />}
        {expense && <MoneyText money={expense} />}
        {status === 'rejected' && <span className="small">{statusLabel(status)}</span>}
      </span>
    </Link>
  );
}

type Gap = Extract<OwnRow, { kind: 'gap' }>;

function GapRow({ gap: { startsAt, endsAt, minutes }, zone }: { gap: Gap; zone: string }) {
  const times = new URLSearchParams({ new: 'true', start: startsAt, end: endsAt });
  return (
    <div className={classes.row} data-gap>
      <span className={classes.time}>
        <TimeRangeText startsAt={startsAt} endsAt={endsAt} zone={zone} />
      </span>
      <span className={classes.task}>
        <span>
          {m.dashboard_gap()} · <DurationText minutes={minutes} />
        </span>
      </span>
      <LinkButton
        variant="default"
        size="compact-sm"
        href={`${pathTo('/worklogs')}?${times}`}
        aria-label={m.dashboard_log_gap_named({ times: formatTimeRange({ startsAt, endsAt, zone }) })}
      >
        {m.dashboard_log_gap()}
      </LinkButton>
    </div>
  );
}

/** The hours of this week beside the weekly target of the company. More than the target fills the bar, and is no warning. */
function WeeklyTarget({ target: { minutes, targetMinutes } }: { target: NonNullable<OwnDay['target']> }) {
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
