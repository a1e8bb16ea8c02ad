// Records on an invite whether its mail could be delivered, so that admins see refused addresses. Only the final result counts:
// nothing is recorded while the job is retried, or for a mail that was replaced by a newer one.

import type { Task } from 'graphile-worker';
import type { Pool } from 'pg';
import type { UndeliverableReason } from '#domain/invites.ts';
import { inCompany } from '../db/in-company.ts';
import { publishChangeOfJob } from '../db/publish.ts';
import { isLastAttempt, undeliverableReason } from '../mail/last-attempt.ts';
import { type MailedInviteKey, mailedInviteOf } from '../mail/payload.ts';

/** Wraps the mail task; records failures of mails with an invite. A job that an operator runs again may succeed. */
export function recordingInvites(pool: Pool, send: Task): Task {
  return async (payload, helpers) => {
    const invite = mailedInviteOf(payload);
    if (invite === null) return send(payload, helpers);
    try {
      await send(payload, helpers);
    } catch (error) {
      if (isLastAttempt(error, helpers)) await recordDelivery(pool, invite, undeliverableReason(error));
      throw error;
    }
    await recordDelivery(pool, invite, null);
  };
}

async function recordDelivery(
  pool: Pool,
  { companyId, inviteId, sentAt }: MailedInviteKey,
  reason: UndeliverableReason | null,
): Promise<void> {
  await inCompany(pool, companyId, async (client) => {
    const { rowCount } = await client.query(
      `update invites set undeliverable = $4
       where company_id = $1 and id = $2 and sent_at = $3 and accepted_at is null and revoked_at is null
         and undeliverable is distinct from $4`,
      [companyId, inviteId, sentAt, reason],
    );
    if (rowCount) await publishChangeOfJob(client, companyId, ['invites']);
  });
}
