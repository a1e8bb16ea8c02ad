import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Project } from '#contract/projects.ts';
import { m } from '#locales/messages.js';
import { isMissing } from '../api.ts';
import { useCompany } from '../auth.ts';
import { apiQuery } from '../queries.ts';
import { usePathParameter } from '../routing/location.ts';
import { PageError } from '../shell/route-errors.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { ProjectArchive } from './ProjectArchive.tsx';
import { ProjectEditor } from './ProjectEditor.tsx';
import { ProjectFacts } from './ProjectFacts.tsx';

export function EditProjectPage() {
  const { id: companyId } = useCompany();
  const projectId = usePathParameter('id');
  const project = useQuery(
    apiQuery('projects', 'GET /companies/{companyId}/projects/{projectId}', { companyId, projectId }),
  );
  if (!project.data && isMissing(project.error)) return <PageError error={project.error} />;
  return (
    <>
      <PageHeader title={m.route_edit_project()} text={project.data?.name} />
      {project.isError && !project.data && <ErrorState error={project.error} onRetry={project.refetch} />}
      {project.isPending && <SkeletonRows rows={6} height={56} />}
      {project.data && <EditableProject key={project.data.id} project={project.data} />}
    </>
  );
}

/** Shows the latest version until the user interacts with the form; from then on it keeps that version. */
function EditableProject({ project }: { project: Project }) {
  const [frozen, setFrozen] = useState<Project | null>(null);
  if (!project.canUpdate) return <ProjectFacts project={project} />;
  const seen = frozen ?? project;
  return (
    <>
      <ProjectEditor key={seen.version} project={seen} onTouch={() => setFrozen(seen)} />
      <ProjectArchive project={project} />
    </>
  );
}
