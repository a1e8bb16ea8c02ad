// Records of a member that a mail about work could not be delivered, so that admins see it, until the next one is. Only the final
// result counts: nothing is recorded while the job is retried, or for a mail that no longer applies.

import type { JobHelpers, Task } from 'graphile-worker';
import type { Pool } from 'pg';
import { z } from 'zod';
import { inCompany } from '../db/in-company.ts';
import { publishChangeOfJob } from '../db/publish.ts';
import { isLastAttempt, undeliverableReason } from '../mail/last-attempt.ts';

const reader = z.object({ companyId: z.uuid(), userId: z.uuid() });
type Reader = z.output<typeof reader>;

/** A task that returns whether a mail was sent. */
type SendToMember = (payload: unknown, helpers: JobHelpers) => Promise<'sent' | 'not needed'>;

export function recordingMembers(pool: Pool, send: SendToMember): Task {
  return async (payload, helpers) => {
    const { data: member } = reader.safeParse(payload);
    try {
      const outcome = await send(payload, helpers);
      if (member && outcome === 'sent') await recordSuccess(pool, member);
    } catch (error) {
      if (member && isLastAttempt(error, helpers)) await recordFailure(pool, member, undeliverableReason(error));
      throw error;
    }
  };
}

/** Most members have no row, so that one statement without a lock is all that a mail costs. */
const recordSuccess = (pool: Pool, { companyId, userId }: Reader) =>
  inCompany(pool, companyId, async (client) => {
    const { rowCount } = await client.query('delete from failed_mails where company_id = $1 and user_id = $2', [
      companyId,
      userId,
    ]);
    if (rowCount) await publishChangeOfJob(client, companyId, ['dashboard']);
  });

/** `since` stays that of the first failure. */
const recordFailure = (pool: Pool, { companyId, userId }: Reader, reason: string) =>
  inCompany(pool, companyId, async (client) => {
    await client.query(
      `insert into failed_mails (company_id, user_id, reason)
       select company_id, user_id, $3 from members where company_id = $1 and user_id = $2
       on conflict (company_id, user_id) do update set reason = excluded.reason`,
      [companyId, userId, reason],
    );
    await publishChangeOfJob(client, companyId, ['dashboard']);
  });
