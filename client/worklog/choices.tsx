// Projects and workers as options of a filter.

import type { Worker } from '#contract/members.ts';
import type { ProjectChoice } from '#contract/projects.ts';
import { m } from '#locales/messages.js';
import { api } from '../api.ts';
import { useCompany } from '../auth.ts';
import { type Choices, type FilterOption, useChoices } from '../ui/choices.ts';
import { projectTitle } from '../ui/project-title.ts';
import { ProjectDot } from './ProjectDot.tsx';

/** `archived: 'also'` where worklogs of archived projects are shown as well. */
export function useProjectChoices(ids: readonly string[], archived: 'no' | 'also'): Choices {
  const { id: companyId } = useCompany();
  return useChoices<ProjectChoice>(ids, {
    key: ['projects', 'choices', companyId, archived],
    load: (input, signal) =>
      api('GET /companies/{companyId}/project-choices', { companyId, archived, ...input }, { signal }),
    optionOf: projectOption,
  });
}

/** Members whose worklogs the user may see, also deactivated ones. */
export function useWorkerChoices(ids: readonly string[]): Choices {
  const { id: companyId } = useCompany();
  return useChoices<Worker>(ids, {
    key: ['members', 'workers', companyId],
    load: (input, signal) => api('GET /companies/{companyId}/workers', { companyId, ...input }, { signal }),
    optionOf: workerOption,
  });
}

export const projectOption = ({ id, name, clientName, colour, isArchived }: ProjectChoice): FilterOption => ({
  value: id,
  label: projectTitle({ clientName, projectName: isArchived ? m.approvals_archived({ name }) : name }),
  mark: <ProjectDot colour={colour} />,
});

const workerOption = ({ userId, name, isActive }: Worker): FilterOption => ({
  value: userId,
  label: isActive ? name : m.ui_deactivated({ name }),
});
