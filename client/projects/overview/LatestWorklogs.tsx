import type { ProjectOverview } from '#contract/project-overview.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { useCan, useCompany } from '../../auth.ts';
import { pathTo } from '../../routes.ts';
import { Section } from '../../ui/Section.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { DayText, DurationInColumn, MoneyText } from '../../ui/texts.tsx';
import { StatusBadge } from '../../worklog/StatusBadge.tsx';
import classes from './overview.module.css';

type Props = { worklogs: ProjectOverview['latest']; projectId: string };

export function LatestWorklogs({ worklogs, projectId }: Props) {
  const { plan } = useCompany();
  const canOpen = useCan('reports.breakdown') && plan !== 'Free';
  return (
    <Section title={m.projects_latest()}>
      {worklogs.length === 0 && <p className="dimmed">{m.projects_latest_none()}</p>}
      <ul className={classes.rows}>
        {worklogs.map(({ id, workerName, taskName, day, minutes, expense, status }) => (
          <li key={id}>
            <span className={classes.main}>
              <span>
                {isolated(workerName)} <span className="dimmed">· {isolated(taskName)}</span>
              </span>
              <span className="dimmed small">
                <DayText day={day} />
              </span>
            </span>
            <span className={classes.amount}>
              {minutes !== null && <DurationInColumn minutes={minutes} />}
              {expense && <MoneyText money={expense} />}
            </span>
            <StatusBadge status={status} />
          </li>
        ))}
      </ul>
      {canOpen && (
        <p className={classes.reports}>
          <TextLink to={pathTo('/reports/projects/{projectId}', { projectId })}>{m.projects_open_report()}</TextLink>
        </p>
      )}
    </Section>
  );
}
