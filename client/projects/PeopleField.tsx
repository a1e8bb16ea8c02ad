import { useId, useState } from 'react';
import { m } from '#locales/messages.js';
import { api } from '../api.ts';
import { useCompany } from '../auth.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import { ChoiceList } from '../ui/ChoiceList.tsx';
import { type Choices, useChoices } from '../ui/choices.ts';
import type { ProjectForm } from './project-form.ts';
import classes from './projects.module.css';

type Props = {
  form: ProjectForm;
  field: 'managerIds' | 'workerIds';
  label: string;
  text: string;
  as: 'manager' | 'worker';
  /** Cannot be removed: a manager who leaves the project could not save it. */
  lockedId?: string | null;
};

/** Checkboxes for people, with a search if there are many. Those chosen when the form opened come first. */
export function PeopleField({ form, field, label, text, as, lockedId = null }: Props) {
  const textId = useId();
  const [atFirst] = useState(() => form.getValues()[field]);
  const people = useAssignableChoices(as, atFirst);
  const chosen = new Set(form.getValues()[field]);
  const toggle = (userId: string) => {
    const next = new Set(chosen);
    if (!next.delete(userId)) next.add(userId);
    form.setFieldValue(field, [...next]);
  };
  const error = form.errors[field];
  return (
    <fieldset className={classes.group} data-path={field} tabIndex={-1} aria-describedby={textId}>
      <legend>
        {label} <span className={classes.count}>{chosen.size > 0 && m.projects_chosen({ count: chosen.size })}</span>
      </legend>
      <p className={classes.groupText} id={textId}>
        {text}
      </p>
      <ChoiceList label={label} choices={people} isInForm>
        {({ value, label: name }) => (
          <Checkbox
            key={value}
            label={name}
            checked={chosen.has(value)}
            disabled={value === lockedId && chosen.has(value)}
            onChange={() => toggle(value)}
          />
        )}
      </ChoiceList>
      {error && <p className={classes.wrong}>{error}</p>}
    </fieldset>
  );
}

/** Active members whose role allows the assignment. */
function useAssignableChoices(as: 'manager' | 'worker', ids: readonly string[]): Choices {
  const { id: companyId } = useCompany();
  return useChoices<Person>(ids, {
    key: ['members', 'assignable', companyId, as],
    load: (input, signal) =>
      api('GET /companies/{companyId}/assignable-people', { companyId, as, ...input }, { signal }),
    optionOf: ({ userId, name }) => ({ value: userId, label: name }),
  });
}

type Person = { userId: string; name: string };
