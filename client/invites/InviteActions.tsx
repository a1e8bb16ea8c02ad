import Send from 'lucide-react/icons/send';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import type { Invite } from '#contract/invites.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { ConfirmDialog } from '../members/ConfirmDialog.tsx';
import { affectedBy, useApiMutation } from '../queries.ts';
import { showToast } from '../toast.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { toastProblem } from '../ui/problem-toast.ts';
import { useIsLargeScreen } from '../ui/width.ts';
import classes from './invites.module.css';

/** Resends pending and expired invites, and revokes pending ones. */
export function InviteActions({ invite }: { invite: Invite }) {
  const { id: companyId } = useCompany();
  const hasIcons = !useIsLargeScreen();
  const [isAsking, setAsking] = useState(false);
  const resend = useApiMutation('POST /companies/{companyId}/invites/{inviteId}/resend', {
    invalidates: affectedBy.invites,
  });
  const revoke = useApiMutation('DELETE /companies/{companyId}/invites/{inviteId}', {
    invalidates: affectedBy.invites,
  });
  const { email, state } = invite;
  const input = { companyId, inviteId: invite.id };
  const run = async (write: typeof resend | typeof revoke, message: string) => {
    setAsking(false);
    try {
      await write.mutateAsync(input);
      showToast(message, { type: 'success' });
    } catch (error) {
      toastProblem(error);
    }
  };
  if (state !== 'pending' && state !== 'expired') return null;
  const again = {
    'aria-label': m.invites_resend_to({ email }),
    onClick: () => run(resend, m.invites_resent({ email })),
  };
  const end = { 'aria-label': m.invites_revoke_of({ email }), onClick: () => setAsking(true) };
  return (
    <span className={classes.rowButtons}>
      {hasIcons ? (
        <>
          <IconButton {...again} disabled={resend.isPending} tip={m.invites_resend()} tipAlign="end">
            <Send size={16} aria-hidden />
          </IconButton>
          {state === 'pending' && (
            <IconButton {...end} disabled={revoke.isPending} tip={m.invites_revoke()} tipAlign="end">
              <X size={16} aria-hidden />
            </IconButton>
          )}
        </>
      ) : (
        <>
          <Button {...again} variant="default" size="compact-sm" loading={resend.isPending}>
            {m.invites_resend()}
          </Button>
          {state === 'pending' && (
            <Button {...end} variant="subtle" color="gray" size="compact-sm" loading={revoke.isPending}>
              {m.invites_revoke()}
            </Button>
          )}
        </>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={m.invites_revoke_of({ email })}
        text={m.invites_revoke_text()}
        confirmLabel={m.invites_revoke()}
        onConfirm={() => run(revoke, m.invites_revoked_done({ email }))}
        onClose={() => setAsking(false)}
      />
    </span>
  );
}
