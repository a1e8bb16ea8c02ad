import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Member } from '#contract/members.ts';
import { m } from '#locales/messages.js';
import { pathTo } from '../routes.ts';
import { roleLabel } from '../ui/labels.ts';
import { problemText } from '../ui/problem-text.ts';
import { Section } from '../ui/Section.tsx';
import { AskFirst } from './AskFirst.tsx';
import { useMemberWrite } from './member-write.ts';
import { RoleField } from './RoleField.tsx';
import classes from './users.module.css';

/** The role is chosen, then saved. Giving up one's own admin role asks: nobody but another admin can give it back. */
export function MemberRole({ member }: { member: Member }) {
  const navigate = useNavigate();
  const [role, setRole] = useState(member.role);
  const [isAsking, setAsking] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const write = useMemberWrite(member);
  const { name } = member;
  const save = async () => {
    setAsking(false);
    setError(null);
    try {
      await write.apply({ role }, m.users_role_changed({ name, role: roleLabel(role) }), { role: member.role });
      if (member.isYou) await navigate({ to: pathTo('/dashboard') });
    } catch (refusal) {
      setError(refusal);
    }
  };
  const isChanged = role !== member.role;
  return (
    <Section
      title={m.users_role_title()}
      text={member.isLastAdmin ? m.reason_member_last_admin() : m.users_role_text()}
    >
      <RoleField
        value={role}
        onChange={setRole}
        isDisabled={member.isLastAdmin}
        error={error === null ? null : problemText(error)}
      />
      <div className={classes.buttons}>
        <Button
          disabled={!isChanged || member.isLastAdmin}
          loading={write.isPending}
          onClick={() => (member.isYou ? setAsking(true) : save())}
        >
          {m.users_save_role()}
        </Button>
      </div>
      <AskFirst
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
