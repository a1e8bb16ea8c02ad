import { Link } from '@tanstack/react-router';
import CircleX from 'lucide-react/icons/circle-x';
import type { Dashboard } from '#contract/dashboard.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { pathTo } from '../routes.ts';
import { projectTitle } from '../ui/project-title.ts';
import { DayText, DurationText, InstantText, MoneyText } from '../ui/texts.tsx';
import { DashboardCard, LinkRow } from './DashboardCard.tsx';
import { DismissRejected } from './DismissRejected.tsx';
import classes from './dashboard.module.css';

/** The worker's own rejected worklogs, oldest first; each opens for correction. */
export const RejectedWorklogs = ({
  rejected: { count, oldestDay, worklogs },
  lock,
}: Pick<Dashboard, 'rejected' | 'lock'>) => (
  <DashboardCard tone="rejected" icon={CircleX} title={m.dashboard_rejected({ count })}>
    <ul>
      {worklogs.map((worklog) => (
        <li key={worklog.id}>
          <LinkRow
            to={pathTo('/worklogs')}
            search={{ worklog: worklog.id }}
            action={worklog.isLocked ? undefined : <span className={classes.correct}>{m.dashboard_correct()}</span>}
          >
            <span className={classes.rowMain}>
              <span className={classes.rowTitle}>
                {isolated(worklog.taskName)} <span className="dimmed">· {projectTitle(worklog)}</span>
              </span>
              {worklog.reviewNotes !== '' && <span className={classes.quote}>“{isolated(worklog.reviewNotes)}”</span>}
              <span className={`${classes.origin} dimmed small`}>
                <span>
                  {m.dashboard_submitted()} <InstantText at={worklog.submittedAt} />
                </span>
                {worklog.reviewerName !== '' && (
                  <span>{m.dashboard_rejected_by({ name: isolated(worklog.reviewerName) })}</span>
                )}
              </span>
            </span>
            <span className={classes.rowFigures}>
              <DayText day={worklog.day} />
              {worklog.minutes !== null && <DurationText minutes={worklog.minutes} />}
              {worklog.expense && <MoneyText money={worklog.expense} />}
            </span>
          </LinkRow>
          {worklog.isLocked && lock && <DismissRejected worklog={worklog} lock={lock} />}
        </li>
      ))}
    </ul>
    {count > worklogs.length && (
      <p className={classes.cardFoot}>
        <Link
          to={pathTo('/worklogs')}
          search={{ statuses: 'rejected', from: oldestDay ?? undefined }}
          className={classes.link ?? ''}
        >
          {m.dashboard_all_rejected()}
        </Link>
      </p>
    )}
  </DashboardCard>
);
