// The form of a project: its draft and client-side validation.

import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { useCompany } from '../auth.ts';
import { type DraftForm, useDraftForm } from '../ui/draft-form.ts';
import { invalidBudgetPaths, type ProjectValues } from './project-values.ts';

export type ProjectForm = DraftForm<ProjectValues>['form'];

export function useProjectForm(name: string, initialValues: ProjectValues): DraftForm<ProjectValues> {
  const { currency } = useCompany();
  return useDraftForm<ProjectValues>({
    name,
    initialValues,
    required: ['name'],
    check: (values) =>
      Object.fromEntries(
        invalidBudgetPaths(values, { currency, locale: getLocale() }).map((path) => [path, m.projects_wrong_number()]),
      ),
  });
}
