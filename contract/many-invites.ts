// Resending or revoking several invites at once: each has its own result, and a refused one does not stop the others.

import { z } from 'zod';
import { maxInvitesAtOnce } from '#domain/invites.ts';
import { endpoint } from './endpoint.ts';
import { companyPath, id, reasonCode } from './fields.ts';
import { invite } from './invites.ts';

const input = z.strictObject({ ...companyPath, inviteIds: z.array(id).min(1).max(maxInvitesAtOnce) });

const results = z
  .array(
    z
      .object({
        id,
        code: reasonCode.nullable().describe('Null: done, or possible. Otherwise why not'),
        message: z.string().nullable(),
        invite: invite.nullable().describe('Its current state; null if the caller may not see it'),
      })
      .meta({ id: 'InviteResult' }),
  )
  .max(maxInvitesAtOnce);

const resendReasons = [
  'invite.missing',
  'invite.not-pending',
  'invite.too-often',
  'invite.too-many-today',
  'seats.none-free',
] as const;

export const manyInvitesEndpoints = {
  checkInviteResends: endpoint({
    method: 'POST',
    path: '/companies/{companyId}/invite-resends/check',
    summary: 'Which of several invites would be sent again, and why the others would not. Writes nothing',
    can: 'invites.manage',
    isDryRun: true,
    input,
    output: z.object({
      results,
      invitesLeft: z
        .int()
        .nullable()
        .describe('Invites that the company may still send today; null if nothing limits them'),
    }),
    refuses: resendReasons,
  }),
  resendInvites: endpoint({
    method: 'POST',
    path: '/companies/{companyId}/invite-resends',
    summary: 'Send fresh links of several invites; the older ones stop working',
    can: 'invites.manage',
    rateLimit: 'mail',
    input,
    output: z.object({ results }),
    refuses: resendReasons,
  }),
  revokeInvites: endpoint({
    method: 'POST',
    path: '/companies/{companyId}/invite-revocations',
    summary: 'Revoke several pending invites and free their seats',
    can: 'invites.manage',
    input,
    output: z.object({ results }),
    refuses: ['invite.missing', 'invite.not-pending'],
  }),
};
