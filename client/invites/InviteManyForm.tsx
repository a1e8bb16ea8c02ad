import { useRef, useState } from 'react';
import type { Role } from '#domain/permissions.ts';
import { neededAssignment } from '#domain/project-assignments.ts';
import { m } from '#locales/messages.js';
import { ApiProblem } from '../api.ts';
import { useCompany } from '../auth.ts';
import { ImportCheck, type ImportSource } from '../imports/ImportCheck.tsx';
import { RoleField } from '../members/RoleField.tsx';
import { useApiMutation } from '../queries.ts';
import { pathTo } from '../routes.ts';
import { Button } from '../ui/Button.tsx';
import { useDraftForm } from '../ui/draft-form.ts';
import { FailureAlert } from '../ui/FailureAlert.tsx';
import { problemText } from '../ui/problem-text.ts';
import { TextArea } from '../ui/TextArea.tsx';
import { InviteProjects } from './InviteProjects.tsx';
import classes from './invites.module.css';

type Values = { text: string; role: Role; projectIds: string[] };

const initialValues: Values = { text: '', role: 'worker', projectIds: [] };

/** Pasted addresses, one role and projects; what would happen with each address is shown before anything is sent. */
export function InviteManyForm() {
  const { id: companyId } = useCompany();
  const { form, removeDraft } = useDraftForm<Values>({ name: 'invite:many', initialValues, required: ['text'] });
  const [failure, setFailure] = useState<unknown>(null);
  const [checked, setChecked] = useState<ImportSource | null>(null);
  const check = useApiMutation('POST /companies/{companyId}/imports/check', { invalidates: [] });
  const { role, projectIds } = form.getValues();
  const assignment = neededAssignment(role);
  // What was checked is what is sent, so a change has to be checked again.
  const runs = useRef(0);
  const discardCheck = () => {
    runs.current += 1;
    setChecked(null);
    setFailure(null);
  };
  const submit = async (values: Values) => {
    discardCheck();
    const run = runs.current;
    const source = { companyId, ...values, projectIds: assignment ? values.projectIds : [] };
    try {
      await check.mutateAsync(source);
      if (run === runs.current) setChecked(source);
    } catch (error) {
      if (run === runs.current) setFailure(error);
    }
  };
  const projectError = failure instanceof ApiProblem && failure.errors.find(({ path }) => path === 'projectIds');
  return (
    <>
      <form className={classes.form} noValidate onInput={discardCheck} onSubmit={form.onSubmit(submit)}>
        <div className={classes.parts}>
          <div className={classes.part}>
            <TextArea
              label={m.invites_addresses()}
              description={m.invites_addresses_text()}
              placeholder={m.invites_addresses_example()}
              minRows={4}
              autoComplete="off"
              spellCheck={false}
              key={form.key('text')}
              {...form.getInputProps('text')}
            />
            <RoleField value={role} onChange={(next) => form.setFieldValue('role', next)} />
          </div>
          {assignment && (
            <div className={classes.part}>
              <InviteProjects
                assignment={assignment}
                value={projectIds}
                onChange={(chosen) => form.setFieldValue('projectIds', chosen)}
                error={projectError ? projectError.message : null}
              />
            </div>
          )}
        </div>
        {failure !== null && !projectError && <FailureAlert text={problemText(failure)} />}
        <div className={classes.buttons}>
          <Button type="submit" variant={checked ? 'default' : 'filled'} loading={check.isPending}>
            {m.invites_check_addresses()}
          </Button>
        </div>
      </form>
      {checked && check.data && (
        <ImportCheck
          source={checked}
          checked={check.data}
          returnTo={`${pathTo('/users/invites/create')}?to=many`}
          onDone={removeDraft}
        />
      )}
    </>
  );
}
