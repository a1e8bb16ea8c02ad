// Whether the mail of an invite could be handed over, noted on the invite, so that its admins see an address that is refused.
// Only the last word counts: nothing is noted while the job is tried again, nor about a mail that a newer one replaced.

import type { Task } from 'graphile-worker';
import type { Pool } from 'pg';
import type { UndeliverableReason } from '#domain/invites.ts';
import { inCompany, tellCompany } from '../jobs/in-company.ts';
import { isLastTry } from '../jobs/last-try.ts';
import { type MailedInviteKey, mailedInviteOf } from '../mail/payload.ts';
import { Undeliverable } from '../ports/mail/mail.ts';

/** The mail task, with its failure noted where the mail carries an invite. A job that an operator runs once more may succeed. */
export function notingInvites(pool: Pool, send: Task): Task {
  return async (payload, helpers) => {
    const invite = mailedInviteOf(payload);
    if (invite === null) return send(payload, helpers);
    try {
      await send(payload, helpers);
    } catch (error) {
      if (isLastTry(error, helpers)) await note(pool, invite, reasonOf(error));
      throw error;
    }
    await note(pool, invite, null);
  };
}

const reasonOf = (error: unknown): UndeliverableReason => {
  const refused = error instanceof Undeliverable ? error.refused : null;
  return refused === null ? 'not-sent' : `${refused}-refused`;
};

async function note(
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
    if (rowCount) await tellCompany(client, companyId, ['invites']);
  });
}
