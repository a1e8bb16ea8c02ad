import { useQuery } from '@tanstack/react-query';
import Clock from 'lucide-react/icons/clock';
import type { ProjectOverview } from '#contract/project-overview.ts';
import { m } from '#locales/messages.js';
import { useCan, useCompany } from '../../auth.ts';
import { apiQuery } from '../../queries.ts';
import { ChartBox } from '../../reports/ChartBox.tsx';
import { seriesBuckets } from '../../reports/series.ts';
import { seriesTitle } from '../../reports/series-text.ts';
import { pathTo } from '../../routes.ts';
import { formatDay } from '../../ui/format.ts';
import { Section } from '../../ui/Section.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { LatestWorklogs } from './LatestWorklogs.tsx';
import classes from './overview.module.css';
import { ProjectBudgets } from './ProjectBudgets.tsx';
import { ProjectPeople } from './ProjectPeople.tsx';

/** How a project is doing: budgets, pending worklogs, the last weeks, people and the latest worklogs. */
export function OverviewSections({ projectId }: { projectId: string }) {
  const { id: companyId } = useCompany();
  const overview = useQuery(
    apiQuery('reports', 'GET /companies/{companyId}/projects/{projectId}/overview', { companyId, projectId }),
  );
  if (overview.isPending) return <SkeletonRows rows={4} height={120} />;
  if (overview.isLoadingError) return <ErrorState error={overview.error} onRetry={() => overview.refetch()} />;
  const { data } = overview;
  return (
    <div className={classes.overview}>
      <ProjectBudgets overview={data} />
      <PendingWorklogs pending={data.pending} projectId={projectId} />
      <Weeks weeks={data.weeks} projectId={projectId} />
      <ProjectPeople people={data.people} total={data.peopleTotal} />
      <LatestWorklogs worklogs={data.latest} projectId={projectId} />
    </div>
  );
}

/** Reports, where the bars lead, need a paid plan. */
function Weeks({ weeks, projectId }: Pick<ProjectOverview, 'weeks'> & { projectId: string }) {
  const { plan } = useCompany();
  const title = seriesTitle('week', 'hours');
  if (weeks.every(({ items }) => items === 0)) return null;
  return (
    <Section title={title} text={m.projects_last_weeks()}>
      <ChartBox
        title={title}
        buckets={seriesBuckets(weeks, [], 'hours')}
        size="week"
        measure="hours"
        isLoading={false}
        isRefreshing={false}
        report={plan === 'Free' ? null : pathTo('/reports/projects/{projectId}', { projectId })}
      />
    </Section>
  );
}

type PendingProps = { pending: ProjectOverview['pending']; projectId: string };

/** How many worklogs wait for a decision, with a link to them. */
function PendingWorklogs({ pending: { count, oldestOn }, projectId }: PendingProps) {
  const { plan } = useCompany();
  const canDecide = useCan('worklogs.decide');
  if (oldestOn === null) return null;
  const search = new URLSearchParams({ project: projectId, from: oldestOn });
  return (
    <p className={classes.pending}>
      <Clock size={18} aria-hidden />
      <span>{m.projects_overview_pending({ count, day: formatDay(oldestOn) })}</span>
      {canDecide && plan !== 'Free' && (
        <TextLink to={`${pathTo('/approvals')}?${search}`}>{m.dashboard_open_approvals()}</TextLink>
      )}
    </p>
  );
}
