import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Member } from '#contract/members.ts';
import { isRole, type Role } from '#domain/permissions.ts';
import { m } from '#locales/messages.js';
import { ApiProblem } from '../api.ts';
import { roleLabel } from '../role-labels.ts';
import { pathTo } from '../routes.ts';
import { Button } from '../ui/Button.tsx';
import { problemText } from '../ui/problem-text.ts';
import { Section } from '../ui/Section.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { useMemberMutation } from './member-mutation.ts';
import classes from './members.module.css';
import { RoleField } from './RoleField.tsx';

/** The chosen role, and the current role that was shown while choosing. */
type RoleChoice = { role: Role; seen: Role };

/** Changes the role of a member. Giving up the own admin role needs a confirmation, as only another admin can undo it. */
export function MemberRole({ member }: { member: Member }) {
  const navigate = useNavigate();
  const [choice, setChoice] = useState<RoleChoice | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const write = useMemberMutation(member);
  const { role, seen } = choice ?? { role: member.role, seen: member.role };
  const save = async () => {
    setAsking(false);
    setError(null);
    const message = m.users_role_changed({ name: member.name, role: roleLabel(role) });
    try {
      await write.apply({ role, seenRole: seen }, message, { role: seen, seenRole: role });
      setChoice(null);
      if (member.isYou) await navigate({ to: pathTo('/dashboard') });
    } catch (refusal) {
      setError(refusal);
      setChoice({ role, seen: currentRoleOf(refusal) ?? seen });
    }
  };
  return (
    <Section
      title={m.users_role_title()}
      text={member.isLastAdmin ? m.reason_member_last_admin() : m.users_role_text()}
    >
      <RoleField
        value={role}
        onChange={(chosen) => setChoice({ role: chosen, seen })}
        isDisabled={member.isLastAdmin}
        error={error === null ? null : problemText(error)}
      />
      <div className={classes.buttons}>
        <Button
          disabled={seen === role || member.isLastAdmin}
          loading={write.isPending}
          onClick={() => (member.isYou ? setAsking(true) : save())}
        >
          {m.users_save_role()}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={m.users_own_role_title()}
        text={m.users_own_role_text()}
        confirmLabel={m.users_save_role()}
        onConfirm={save}
        onClose={() => setAsking(false)}
      />
    </Section>
  );
}

/** The role that another admin set meanwhile, from the refusal. */
function currentRoleOf(refusal: unknown): Role | null {
  if (!(refusal instanceof ApiProblem) || refusal.code !== 'member.changed-since-seen') return null;
  const role = String(refusal.extra.role);
  return isRole(role) ? role : null;
}
