import { isDay } from '#domain/calendar.ts';
import { maxProjectCodeLength, maxProjectNameLength, maxProjectNotesLength } from '#domain/projects.ts';
import { m } from '#locales/messages.js';
import { useCompany, useUser } from '../auth.ts';
import { todayIn } from '../clock.ts';
import { DayField } from '../ui/DayField.tsx';
import { TextArea } from '../ui/TextArea.tsx';
import { TextField } from '../ui/TextField.tsx';
import { AudienceField } from './AudienceField.tsx';
import { ClientField } from './ClientField.tsx';
import { ColourField } from './ColourField.tsx';
import { PeopleField } from './PeopleField.tsx';
import type { ProjectForm } from './project-form.ts';
import classes from './projects.module.css';
import { TasksField } from './TasksField.tsx';

/** All fields of a project: name, colour, tasks, people, budget, dates, notes. */
export function ProjectFields({ form }: { form: ProjectForm }) {
  const company = useCompany();
  const { uid } = useUser();
  const { startsOn, endsOn } = form.getValues();
  const today = todayIn(company.timeZone);
  return (
    <div className={classes.parts}>
      <div className={classes.part}>
        <div className={classes.pair} data-wide-first>
          <TextField
            label={m.projects_name()}
            maxLength={maxProjectNameLength}
            autoComplete="off"
            key={form.key('name')}
            {...form.getInputProps('name')}
          />
          <TextField
            label={m.projects_code()}
            maxLength={maxProjectCodeLength}
            autoComplete="off"
            key={form.key('code')}
            {...form.getInputProps('code')}
          />
        </div>
        <ClientField form={form} />
        <ColourField form={form} />
        <TasksField form={form} />
      </div>
      <div className={classes.part}>
        <PeopleField
          form={form}
          field="managerIds"
          label={m.projects_managers()}
          text={m.projects_managers_text()}
          as="manager"
          lockedId={company.scopes['projects.update'] === 'managed' ? uid : null}
        />
        <AudienceField form={form} />
        <fieldset className={classes.group}>
          <legend>{m.projects_budget()}</legend>
          <div className={classes.pair}>
            <TextField
              label={m.projects_budget_hours()}
              inputMode="decimal"
              autoComplete="off"
              unit={m.projects_hours_unit()}
              key={form.key('hours')}
              {...form.getInputProps('hours')}
            />
            <TextField
              label={m.projects_budget_money()}
              inputMode="decimal"
              autoComplete="off"
              unit={company.currency}
              key={form.key('money')}
              {...form.getInputProps('money')}
            />
          </div>
        </fieldset>
        <fieldset className={classes.group}>
          <legend>{m.projects_period()}</legend>
          <p className={classes.groupText}>{m.projects_period_text()}</p>
          <div className={classes.pair}>
            <DayField
              label={m.projects_starts_on()}
              value={startsOn}
              near={today}
              onChange={(day) => form.setFieldValue('startsOn', day)}
              error={form.errors.startsOn}
              data-path="startsOn"
            />
            <DayField
              label={m.projects_ends_on()}
              value={endsOn}
              near={isDay(startsOn) ? startsOn : today}
              onChange={(day) => form.setFieldValue('endsOn', day)}
              error={form.errors.endsOn}
              data-path="endsOn"
            />
          </div>
        </fieldset>
        <TextArea
          label={m.projects_notes()}
          minRows={4}
          maxLength={maxProjectNotesLength}
          key={form.key('notes')}
          {...form.getInputProps('notes')}
        />
      </div>
    </div>
  );
}
