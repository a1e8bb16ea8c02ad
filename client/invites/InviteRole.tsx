import type { Invite } from '#contract/invites.ts';
import type { Role } from '#domain/permissions.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { useApiMutation } from '../queries.ts';
import { roleLabel, roleOptions } from '../role-labels.ts';
import { showToast } from '../toast.ts';
import { toastProblem } from '../ui/problem-toast.ts';
import { Select } from '../ui/Select.tsx';
import { useSavedChoice } from '../ui/saved-choice.ts';
import classes from './invites.module.css';

/** The role of a pending invite, editable in the table. */
export function InviteRole({ invite }: { invite: Invite }) {
  const { id: companyId } = useCompany();
  const write = useApiMutation('PATCH /companies/{companyId}/invites/{inviteId}', { invalidates: ['invites'] });
  const { email } = invite;
  const { shown, choose } = useSavedChoice(invite.role);
  const change = (role: Role, before: Role) => choose(role, () => save(role, before));
  const save = async (role: Role, before: Role) => {
    try {
      await write.mutateAsync({ companyId, inviteId: invite.id, role });
      showToast(m.invites_role_changed({ email, role: roleLabel(role) }), {
        type: 'success',
        action: { label: m.users_undo(), run: () => void change(before, role) },
      });
    } catch (error) {
      toastProblem(error);
    }
  };
  return (
    <Select
      size="small"
      className={classes.role ?? ''}
      aria-label={m.invites_role_of({ email })}
      options={roleOptions()}
      value={shown}
      onChange={(event) => {
        const chosen = roleOptions().find(({ value }) => value === event.currentTarget.value);
        if (chosen) void change(chosen.value, invite.role);
      }}
    />
  );
}
