import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Role } from '#domain/permissions.ts';
import { neededAssignment } from '#domain/project-assignments.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { AddSeats, isSeatsProblem, NoSeatFree } from '../members/NoSeatFree.tsx';
import { RoleField } from '../members/RoleField.tsx';
import { useSeats } from '../members/SeatsInUse.tsx';
import { affectedBy, useApiMutation } from '../queries.ts';
import { pathTo } from '../routes.ts';
import { showToast } from '../toast.ts';
import { useDraftForm } from '../ui/draft-form.ts';
import { EmailField } from '../ui/EmailField.tsx';
import { FormShell } from '../ui/FormShell.tsx';
import { InviteProjects } from './InviteProjects.tsx';
import classes from './invites.module.css';

type InviteValues = { email: string; role: Role; projectIds: string[] };

const initialValues: InviteValues = { email: '', role: 'worker', projectIds: [] };

/** Invites one person. */
export function InviteForm() {
  const { id: companyId } = useCompany();
  const navigate = useNavigate();
  const seats = useSeats();
  const [isRefused, setRefused] = useState(false);
  const draft = useDraftForm<InviteValues>({ name: 'invite:new', initialValues, required: ['email'] });
  const { form } = draft;
  const create = useApiMutation('POST /companies/{companyId}/invites', {
    invalidates: affectedBy.invites,
  });
  const { role, projectIds: chosen } = form.getValues();
  const assignment = neededAssignment(role);
  const returnTo = pathTo('/users/invites/create');
  return (
    <FormShell
      draft={draft}
      submitLabel={m.invites_send()}
      onCancel={() => {
        draft.discard();
        void navigate({ to: pathTo('/users/invites') });
      }}
      onSubmit={async (values) => {
        const projectIds = assignment ? values.projectIds : [];
        setRefused(false);
        const { email } = await create.mutateAsync({ companyId, ...values, projectIds }).catch((error: unknown) => {
          setRefused(isSeatsProblem(error));
          throw error;
        });
        showToast(m.invites_sent_to({ email }), { type: 'success' });
        await navigate({ to: pathTo('/users/invites') });
      }}
      explain={(problem) => isSeatsProblem(problem) && <AddSeats returnTo={returnTo} />}
    >
      {seats?.free === 0 && !isRefused && (
        <NoSeatFree
          text={m.reason_seats_none_free({ seats: seats.seats })}
          hint={m.users_typed_is_kept()}
          returnTo={returnTo}
        />
      )}
      <div className={classes.parts}>
        <div className={classes.part}>
          <EmailField form={form} label={m.users_email()} autoComplete="off" />
          <RoleField value={role} onChange={(next) => form.setFieldValue('role', next)} error={form.errors.role} />
        </div>
        {assignment && (
          <div className={classes.part}>
            <InviteProjects
              assignment={assignment}
              value={chosen}
              onChange={(projectIds) => form.setFieldValue('projectIds', projectIds)}
              error={form.errors.projectIds}
            />
          </div>
        )}
      </div>
    </FormShell>
  );
}
