import { Checkbox } from '@mantine/core';
import type { Role } from '#domain/permissions.ts';
import { m } from '#locales/messages.js';
import { ChoiceList, OptionLabel } from '../ui/ChoiceList.tsx';
import { useProjectChoices } from '../ui/choices.tsx';
import type { InviteForm } from './CreateInvitePage.tsx';
import classes from './members.module.css';

type Props = { form: InviteForm; role: Role };

/** The projects that the invited person is assigned to; optional. */
export function InviteProjects({ form, role }: Props) {
  const { projectIds } = form.getValues();
  const projects = useProjectChoices(projectIds, 'no');
  if (projects.options.length === 0 && projects.search === '') return null;
  const toggle = (id: string) =>
    form.setFieldValue(
      'projectIds',
      projectIds.includes(id) ? projectIds.filter((one) => one !== id) : [...projectIds, id],
    );
  return (
    <fieldset className={classes.projects} data-path="projectIds" tabIndex={-1}>
      <legend>{m.invites_projects()}</legend>
      <p className="dimmed small">{role === 'manager' ? m.invites_projects_manager() : m.invites_projects_worker()}</p>
      <ChoiceList label={m.invites_projects()} choices={projects} className={classes.projectList}>
        {(option) => (
          <Checkbox
            key={option.value}
            checked={projectIds.includes(option.value)}
            onChange={() => toggle(option.value)}
            label={<OptionLabel option={option} />}
          />
        )}
      </ChoiceList>
      {form.errors.projectIds && <p className={classes.wrong}>{form.errors.projectIds}</p>}
    </fieldset>
  );
}
