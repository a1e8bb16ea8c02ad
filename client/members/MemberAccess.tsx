import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Member } from '#contract/members.ts';
import { m } from '#locales/messages.js';
import { pathTo } from '../routes.ts';
import { Button } from '../ui/Button.tsx';
import { problemText } from '../ui/problem-text.ts';
import { Section } from '../ui/Section.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { useMemberMutation } from './member-mutation.ts';
import classes from './members.module.css';
import { isSeatsProblem, NoSeatFree } from './NoSeatFree.tsx';

/** Deactivates or reactivates a member. Worklogs stay, so there is an undo instead of a confirmation. */
export function MemberAccess({ member }: { member: Member }) {
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const write = useMemberMutation(member);
  const { name, userId, isYou } = member;
  const isActive = member.deactivatedAt === null;
  // Refused if another admin changed the role meanwhile.
  const reactivation = { isActive: true, seenRole: member.role };
  const deactivation = { isActive: false };
  const save = async () => {
    setAsking(false);
    setError(null);
    const message = isActive ? m.users_deactivated_done({ name }) : m.users_reactivated_done({ name });
    try {
      await write.apply(isActive ? deactivation : reactivation, message, isActive ? reactivation : deactivation);
      if (isYou) await navigate({ to: '/' });
    } catch (refusal) {
      setError(refusal);
    }
  };
  const text = isActive ? m.users_deactivate_text() : m.users_reactivate_text();
  return (
    <Section
      title={isActive ? m.users_deactivate_title() : m.users_reactivate_title()}
      text={member.isLastAdmin ? m.reason_member_last_admin() : text}
    >
      {isSeatsProblem(error) ? (
        <NoSeatFree text={problemText(error)} returnTo={pathTo('/users/{uid}', { uid: userId })} />
      ) : (
        error !== null && (
          <p className={classes.wrong} role="alert">
            {problemText(error)}
          </p>
        )
      )}
      <div className={classes.buttons}>
        <Button
          variant="default"
          disabled={member.isLastAdmin}
          loading={write.isPending}
          onClick={() => (isYou ? setAsking(true) : save())}
        >
          {isActive ? m.users_deactivate({ name }) : m.users_reactivate({ name })}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={m.users_own_leave_title()}
        text={m.users_own_leave_text()}
        confirmLabel={m.users_deactivate({ name })}
        onConfirm={save}
        onClose={() => setAsking(false)}
      />
    </Section>
  );
}
