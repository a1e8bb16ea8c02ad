import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Project } from '#contract/projects.ts';
import { presetRange } from '#domain/period-presets.ts';
import { m } from '#locales/messages.js';
import { isMissing } from '../api.ts';
import { useCan, useCompany } from '../auth.ts';
import { todayIn } from '../clock.ts';
import { apiQuery } from '../queries.ts';
import { pathTo } from '../routes.ts';
import { usePathParameter } from '../routing/location.ts';
import { useNameInTitle } from '../shell/document-title.ts';
import { PageError } from '../shell/route-errors.tsx';
import { Button } from '../ui/Button.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { projectTitle } from '../ui/project-title.ts';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { ProjectDot } from '../worklog/ProjectDot.tsx';
import { ForOthersButton } from '../worklogs/for-others/ForOthersButton.tsx';
import { OverviewSections } from './overview/OverviewSections.tsx';
import { ProjectArchive } from './ProjectArchive.tsx';
import { ProjectEditor } from './ProjectEditor.tsx';
import { ProjectFacts } from './ProjectFacts.tsx';
import classes from './projects.module.css';

export function EditProjectPage() {
  const { id: companyId } = useCompany();
  const projectId = usePathParameter('id');
  const project = useQuery(
    apiQuery('projects', 'GET /companies/{companyId}/projects/{projectId}', { companyId, projectId }),
  );
  useNameInTitle(project.data?.name);
  if (!project.data && isMissing(project.error)) return <PageError error={project.error} />;
  return (
    <>
      <PageHeader title={m.route_edit_project()} text={project.data && <ProjectName project={project.data} />}>
        {project.data && <HoursByPerson projectId={projectId} />}
        {project.data?.isArchived === false && <ForOthersButton projectId={project.data.id} />}
        <JumpToForm />
      </PageHeader>
      {project.isError && !project.data && <ErrorState error={project.error} onRetry={project.refetch} />}
      {project.isPending && <SkeletonRows rows={6} height={56} />}
      {project.data && (
        <div className={classes.columns}>
          <OverviewSections key={project.data.id} projectId={project.data.id} />
          <EditableProject key={project.data.id} project={project.data} />
        </div>
      )}
    </>
  );
}

/** Shows the latest version until the user interacts with the form; from then on it keeps that version. */
function EditableProject({ project }: { project: Project }) {
  const [frozen, setFrozen] = useState<Project | null>(null);
  if (!project.canUpdate) return <ProjectFacts project={project} />;
  const seen = frozen ?? project;
  return (
    <section id={formId} aria-label={m.projects_edit()} tabIndex={-1}>
      <ProjectEditor key={seen.version} project={seen} onTouch={() => setFrozen(seen)} />
      <ProjectArchive project={project} />
    </section>
  );
}

const ProjectName = ({ project: { name, clientName, code, colour } }: { project: Project }) => (
  <span className={classes.heading}>
    <ProjectDot colour={colour} />
    <span className={classes.nameParts}>
      <strong>{projectTitle({ clientName, projectName: name })}</strong>
      {code !== '' && <span className={classes.code}>{code}</span>}
    </span>
  </span>
);

/** The report of last month, with a row for each person. */
function HoursByPerson({ projectId }: { projectId: string }) {
  const { timeZone, weekStartsOn, plan } = useCompany();
  if (!useCan('reports.breakdown') || plan === 'Free') return null;
  const { from, to } = presetRange('last-month', todayIn(timeZone), weekStartsOn);
  const search = new URLSearchParams({ group: 'worker', from, to });
  return (
    <TextLink to={`${pathTo('/reports/projects/{projectId}', { projectId })}?${search}`}>
      {m.projects_hours_by_person()}
    </TextLink>
  );
}

const formId = 'edit';

/** Where the form is below the overview. */
const JumpToForm = () => (
  <span className={classes.jump}>
    <Button
      variant="default"
      onClick={() => {
        const form = document.getElementById(formId);
        form?.scrollIntoView();
        form?.focus({ preventScroll: true });
      }}
    >
      {m.projects_edit()}
    </Button>
  </span>
);
