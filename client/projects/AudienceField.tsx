import { m } from '#locales/messages.js';
import { Radio } from '../ui/Checkbox.tsx';
import { PeopleField } from './PeopleField.tsx';
import type { ProjectForm } from './project-form.ts';
import classes from './projects.module.css';

/** Who may log on the project: all current and future workers of the company, or the chosen ones. */
export function AudienceField({ form }: { form: ProjectForm }) {
  const { audience } = form.getValues();
  return (
    <>
      <fieldset className={classes.group}>
        <legend>{m.projects_workers()}</legend>
        <Radio
          name="audience"
          label={m.projects_everyone()}
          description={m.projects_everyone_text()}
          checked={audience === 'everyone'}
          onChange={() => form.setFieldValue('audience', 'everyone')}
        />
        <Radio
          name="audience"
          label={m.projects_chosen_only()}
          checked={audience === 'chosen'}
          onChange={() => form.setFieldValue('audience', 'chosen')}
        />
      </fieldset>
      {audience === 'chosen' && (
        <PeopleField
          form={form}
          field="workerIds"
          label={m.projects_chosen_workers()}
          text={m.projects_chosen_workers_text()}
          as="worker"
        />
      )}
    </>
  );
}
