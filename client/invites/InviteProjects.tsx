import type { ReactNode } from 'react';
import type { Assignment } from '#domain/project-assignments.ts';
import { m } from '#locales/messages.js';
import classes from '../members/members.module.css';
import { Checkbox } from '../ui/Checkbox.tsx';
import { ChoiceList, OptionLabel } from '../ui/ChoiceList.tsx';
import { useProjectChoices } from '../worklog/choices.tsx';

type Props = {
  assignment: Assignment;
  value: readonly string[];
  onChange: (projectIds: string[]) => void;
  error?: ReactNode;
};

/** The projects that the invited person is assigned to; optional. */
export function InviteProjects({ assignment, value, onChange, error }: Props) {
  const projects = useProjectChoices([...value], 'no');
  if (projects.options.length === 0 && projects.search === '') return null;
  const toggle = (id: string) => onChange(value.includes(id) ? value.filter((one) => one !== id) : [...value, id]);
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
            checked={value.includes(option.value)}
            onChange={() => toggle(option.value)}
            label={<OptionLabel option={option} />}
          />
        )}
      </ChoiceList>
      {error && (
        <p className={classes.wrong} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
