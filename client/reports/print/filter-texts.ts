// The filter of a report as text, for the printed page.

import { useQuery } from '@tanstack/react-query';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { apiQuery } from '../../queries.ts';
import { useProjectChoices, useWorkerChoices } from '../../worklog/choices.tsx';
import { useClientChoices } from '../../worklog/client-choices.ts';
import { kindLabel, statusLabel } from '../../worklog/labels.ts';
import { useTagChoices } from '../../worklog/tag-choices.ts';
import { billableLabel } from '../filter.ts';
import type { Report } from '../use-report.ts';

export type FilterText = { label: string; value: string };

export function useFilterTexts({ company, subject, choices }: Report): FilterText[] {
  const projectIds = subject.projectId === undefined ? choices.projects : [subject.projectId];
  const taskIds = subject.taskId === undefined ? choices.tasks : [subject.taskId];
  const clientIds = subject.projectId === undefined ? choices.clients : [];
  const clients = useClientChoices(clientIds).chosen;
  const projects = useProjectChoices(projectIds, 'also').chosen;
  const workers = useWorkerChoices(choices.workers).chosen;
  const tags = useTagChoices(choices.tags).chosen;
  const [onlyProject = ''] = projectIds;
  const project = useQuery({
    ...apiQuery('projects', 'GET /companies/{companyId}/projects/{projectId}/task-choices', {
      companyId: company.id,
      projectId: onlyProject,
    }),
    enabled: taskIds.length > 0 && onlyProject !== '',
  });
  const tasks = (project.data?.tasks ?? []).filter(({ id }) => taskIds.includes(id));
  const { statuses, kinds, billable } = choices;
  return [
    { label: m.clients_client(), value: listed(clients.map(({ label }) => label)) },
    { label: m.reports_project(), value: listed(projects.map(({ label }) => label)) },
    { label: m.reports_task(), value: listed(tasks.map(({ name }) => name)) },
    { label: m.reports_worker(), value: listed(workers.map(({ label }) => label)) },
    {
      label: m.reports_status(),
      value: statuses.length === 0 ? m.reports_pending_and_approved() : listed(statuses.map(statusLabel)),
    },
    { label: m.reports_kind(), value: listed(kinds.map(kindLabel)) },
    { label: m.billable_field(), value: listed(billable.map(billableLabel)) },
    { label: m.tags_tags(), value: listed(tags.map(({ label }) => label)) },
  ].filter(({ value }) => value !== '');
}

const listed = (names: readonly string[]): string => names.map(isolated).join(', ');
