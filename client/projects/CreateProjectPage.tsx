import { useNavigate } from '@tanstack/react-router';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { refreshSession, useCompany } from '../auth.ts';
import { affectedBy, useApiMutation } from '../queries.ts';
import { pathTo } from '../routes.ts';
import { showToast } from '../toast.ts';
import { FormShell } from '../ui/FormShell.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { ProjectFields } from './ProjectFields.tsx';
import { useProjectForm } from './project-form.ts';
import { createProjectInput, emptyProject, formFieldNames } from './project-values.ts';
import classes from './projects.module.css';

export function CreateProjectPage() {
  const { id: companyId, currency } = useCompany();
  const navigate = useNavigate();
  const draft = useProjectForm('project:new', emptyProject);
  const create = useApiMutation('POST /companies/{companyId}/projects', {
    invalidates: affectedBy.projects,
  });
  return (
    <>
      <PageHeader title={m.route_create_project()} text={m.projects_create_text()} />
      <div className={classes.editor} data-in-cards data-bottom-bar>
        <FormShell
          draft={draft}
          submitLabel={m.projects_create()}
          fieldNames={formFieldNames(draft.form.getValues())}
          onCancel={() => {
            draft.discard();
            void navigate({ to: pathTo('/projects') });
          }}
          onSubmit={async (values) => {
            const made = await create.mutateAsync({
              companyId,
              ...createProjectInput(values, { currency, locale: getLocale() }),
            });
            if (made.clientName !== null) await refreshSession();
            showToast(m.projects_created({ name: made.name }), {
              type: 'success',
              action: {
                label: m.projects_open(),
                run: () => navigate({ to: pathTo('/projects/{id}', { id: made.id }) }),
              },
            });
            await navigate({ to: pathTo('/projects') });
          }}
        >
          <ProjectFields form={draft.form} />
        </FormShell>
      </div>
    </>
  );
}
