import { useQuery } from '@tanstack/react-query';
import type { Invite } from '#contract/invites.ts';
import { dayOf } from '#domain/calendar.ts';
import { m } from '#locales/messages.js';
import { type ApiOutput, api } from '../api.ts';
import { useCompany } from '../auth.ts';
import { BulkDialog, type BulkRow } from '../members/BulkDialog.tsx';
import { affectedBy, useApiMutation } from '../queries.ts';
import { roleLabel } from '../role-labels.ts';
import { showToast } from '../toast.ts';
import { EmailText } from '../ui/EmailText.tsx';
import { formatDate } from '../ui/format.ts';

type Props = { invites: readonly Invite[]; onClose: (isDone: boolean) => void };
type Results = ApiOutput<'POST /companies/{companyId}/invite-resends'>['results'];

/** Shows to whom a fresh link would be sent, then sends it. */
export function ResendDialog({ invites, onClose }: Props) {
  const { id: companyId } = useCompany();
  const input = { companyId, inviteIds: invites.map(({ id }) => id) };
  const toRows = useInviteRows(invites);
  // What is about to be confirmed must not change while it is shown.
  const check = useQuery({
    queryKey: ['invites', 'resend-check', input],
    queryFn: () => api('POST /companies/{companyId}/invite-resends/check', input),
    staleTime: 'static',
    gcTime: 0,
  });
  const write = useApiMutation('POST /companies/{companyId}/invite-resends', { invalidates: affectedBy.invites });
  const left = check.data?.invitesLeft ?? null;
  return (
    <BulkDialog
      title={m.invites_resend_title({ count: invites.length })}
      rows={check.data && toRows(check.data.results)}
      isChecking={check.isPending}
      checkError={check.error}
      onRetry={check.refetch}
      note={
        <>
          {m.invites_resend_note()} {left !== null && m.invites_resend_left({ count: left })}
        </>
      }
      confirmLabel={(count) => (count === 0 ? m.invites_resend() : m.invites_resend_many({ count }))}
      onConfirm={async () => {
        const { results } = await write.mutateAsync(input);
        const count = results.filter(({ code }) => code === null).length;
        if (count > 0) showToast(m.invites_resent_many({ count }), { type: 'success' });
        return toRows(results);
      }}
      onClose={onClose}
    />
  );
}

/** Names the invites that would be revoked, then revokes them. */
export function RevokeDialog({ invites, onClose }: Props) {
  const { id: companyId } = useCompany();
  const toRows = useInviteRows(invites);
  const write = useApiMutation('POST /companies/{companyId}/invite-revocations', { invalidates: affectedBy.invites });
  const pending = invites.filter(({ state }) => state === 'pending');
  return (
    <BulkDialog
      title={m.invites_revoke_title({ count: pending.length })}
      rows={toRows(pending.map((invite) => ({ id: invite.id, code: null, message: null, invite })))}
      note={m.invites_revoke_many_text()}
      confirmLabel={(count) => m.invites_revoke_many({ count })}
      onConfirm={async () => {
        const { results } = await write.mutateAsync({ companyId, inviteIds: pending.map(({ id }) => id) });
        const count = results.filter(({ code }) => code === null).length;
        if (count > 0) showToast(m.invites_revoked_many({ count }), { type: 'success' });
        return toRows(results);
      }}
      onClose={onClose}
    />
  );
}

function useInviteRows(invites: readonly Invite[]) {
  const { timeZone } = useCompany();
  const shown = new Map(invites.map((invite) => [invite.id, invite]));
  return (results: Results): BulkRow[] =>
    results.map(({ id, message, invite: current }) => {
      const invite = current ?? shown.get(id);
      const detail = invite && `${roleLabel(invite.role)} · ${sentText(invite, timeZone)}`;
      return { key: id, label: invite && <EmailText email={invite.email} />, detail, refusal: message };
    });
}

const sentText = ({ sentAt }: Invite, zone: string) =>
  m.invites_last_sent({ day: formatDate(dayOf(new Date(sentAt), zone)) });
