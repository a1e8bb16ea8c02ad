import type { Role } from '#domain/permissions.ts';
import type { Assignment } from '#domain/project-assignments.ts';
import { m } from '#locales/messages.js';
import { Checkbox } from '../ui/Checkbox.tsx';
import { ChoiceList, OptionLabel } from '../ui/ChoiceList.tsx';
import type { useDraftForm } from '../ui/draft-form.ts';
import { useProjectChoices } from '../worklog/choices.tsx';
import classes from './members.module.css';

export type InviteValues = { email: string; role: Role; projectIds: string[] };
type InviteForm = ReturnType<typeof useDraftForm<InviteValues>>['form'];
type Props = { form: InviteForm; assignment: Assignment };

/** The projects that the invited person is assigned to; optional. */
export function InviteProjects({ form, assignment }: Props) {
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
      <p className="dimmed small">
        {assignment === 'manager' ? m.invites_projects_manager() : m.invites_projects_worker()}
      </p>
      <ChoiceList label={m.invites_projects()} choices={projects} isInForm>
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
