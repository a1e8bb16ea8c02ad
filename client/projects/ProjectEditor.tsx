import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Project } from '#contract/projects.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { ApiProblem } from '../api.ts';
import { refreshSession, useCompany } from '../auth.ts';
import { affectedBy, apiQuery, queryClient, useApiMutation } from '../queries.ts';
import { pathTo } from '../routes.ts';
import { showToast } from '../toast.ts';
import { FormShell } from '../ui/FormShell.tsx';
import { ProjectChanges } from './ProjectChanges.tsx';
import { ProjectFields } from './ProjectFields.tsx';
import { useProjectForm } from './project-form.ts';
import { type MergedProject, mergeProject } from './project-merge.ts';
import { formFieldNames, type ProjectValues, projectFormValues, updateProjectInput } from './project-values.ts';
import classes from './projects.module.css';

type Props = { project: Project; onTouch: () => void };
type ConcurrentChange = MergedProject & { theirs: ProjectValues };

/** Sends only changed fields. Concurrent changes of somebody else are merged with the input. */
export function ProjectEditor({ project, onTouch }: Props) {
  const { id: companyId, currency } = useCompany();
  const navigate = useNavigate();
  const format = { currency, locale: getLocale() };
  const [current, setCurrent] = useState(() => projectFormValues(project, format));
  const [concurrent, setConcurrent] = useState<ConcurrentChange | null>(null);
  const draft = useProjectForm(`project:${project.id}`, current);
  const save = useApiMutation('PATCH /companies/{companyId}/projects/{projectId}', {
    invalidates: affectedBy.projects,
  });
  const mergeLatest = async () => {
    const input = { companyId, projectId: project.id };
    const query = apiQuery('projects', 'GET /companies/{companyId}/projects/{projectId}', input);
    const theirs = projectFormValues(await queryClient.fetchQuery({ ...query, staleTime: 0 }), format);
    // Uses the current input, which may have changed since it was sent.
    const merged = mergeProject(draft.form.getValues(), theirs);
    setCurrent(theirs);
    setConcurrent({ ...merged, theirs });
    draft.form.setValues(merged.values);
    return merged;
  };
  const send = async (values: ProjectValues) => {
    onTouch();
    const changes = updateProjectInput(values, format);
    const saveOver = (version: number) => save.mutateAsync({ companyId, projectId: project.id, version, ...changes });
    if (Object.keys(changes).length > 0) {
      await saveOver(values.version).catch(async (error: unknown) => {
        if (!(error instanceof ApiProblem && error.code === 'project.changed-since-seen')) throw error;
        const { values: merged, taken, kept } = await mergeLatest();
        // Only archived or restored meanwhile, so there is nothing to merge.
        if (taken.length + kept.length > 0) throw error;
        await saveOver(merged.version);
      });
    }
    if (changes.clientName !== undefined) await refreshSession();
    showToast(m.projects_saved({ name: values.name }), { type: 'success' });
    await navigate({ to: pathTo('/projects') });
  };
  const noticing = { onChange: onTouch, onClick: onTouch, onKeyDown: onTouch };
  return (
    <div className={classes.editor} {...noticing} data-bottom-bar>
      <FormShell
        draft={draft}
        submitLabel={m.projects_save()}
        fieldNames={formFieldNames(draft.form.getValues())}
        onCancel={() => {
          draft.discard();
          void navigate({ to: pathTo('/projects') });
        }}
        onSubmit={send}
        explain={(problem) =>
          problem.code === 'project.changed-since-seen' && concurrent && <ProjectChanges {...concurrent} />
        }
      >
        <ProjectFields form={draft.form} />
      </FormShell>
    </div>
  );
}
