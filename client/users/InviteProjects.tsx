import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Role } from '#domain/permissions.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { read } from '../queries.ts';
import { ProjectDot } from '../ui/ProjectDot.tsx';
import type { InviteForm } from './CreateInvitePage.tsx';
import classes from './users.module.css';

type Props = { form: InviteForm; role: Role };

/** On which projects the person starts; may be left empty. */
export function InviteProjects({ form, role }: Props) {
  const { id: companyId } = useCompany();
  const query = useQuery(read('projects', 'GET /companies/{companyId}/projects', { companyId, archived: 'no' }));
  const projects = query.data?.projects ?? [];
  if (projects.length === 0) return null;
  const { projectIds } = form.getValues();
  const toggle = (id: string) =>
    form.setFieldValue(
      'projectIds',
      projectIds.includes(id) ? projectIds.filter((one) => one !== id) : [...projectIds, id],
    );
  return (
    <fieldset className={classes.projects} data-path="projectIds" tabIndex={-1}>
      <legend>{m.invites_projects()}</legend>
      <p className="dimmed small">{role === 'manager' ? m.invites_projects_manager() : m.invites_projects_worker()}</p>
      <div className={classes.projectList}>
        {projects.map(({ id, name, colour }) => (
          <Checkbox
            key={id}
            checked={projectIds.includes(id)}
            onChange={() => toggle(id)}
            label={
              <span className={classes.projectName}>
                <ProjectDot colour={colour} />
                {name}
              </span>
            }
          />
        ))}
      </div>
      {form.errors.projectIds && <p className={classes.wrong}>{form.errors.projectIds}</p>}
    </fieldset>
  );
}
