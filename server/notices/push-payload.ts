// The payload of a `send-push` job: the notice that a mail is sent of, and one device of its reader. Only ids: what is shown is
// determined when the job runs, so that nothing is shown that no longer applies.

import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../request/context.ts';
import { type NoticePayload, noticePayload } from './payload.ts';

export const pushPayload = z.intersection(noticePayload, z.object({ subscriptionId: z.uuid() }));
export type PushPayload = z.output<typeof pushPayload>;

/** As the mails of the same notices. */
const priority = 1;

/** One job for each device of the readers, so that one that cannot be reached does not hold up the others. */
export async function enqueuePushes(db: Db, notices: readonly NoticePayload[]): Promise<void> {
  const readers = [...new Set(notices.map(({ userId }) => userId))];
  const devices = await db
    .selectFrom('pushSubscriptions')
    .where('userId', '=', sql<string>`any(${readers}::uuid[])`)
    .select(['id', 'userId'])
    .orderBy('id')
    .execute();
  if (devices.length === 0) return;
  const byReader = Map.groupBy(devices, ({ userId }) => userId);
  const payloads = notices.flatMap((notice) =>
    (byReader.get(notice.userId) ?? []).map(({ id }) => JSON.stringify({ ...notice, subscriptionId: id })),
  );
  await sql`select enqueue_many('send-push', ${payloads}::json[], ${priority}::smallint)`.execute(db);
}

/** Again when the quiet hours end. Of pending work one is enough, because each counts all of it. */
export async function postponePush(db: Db, payload: PushPayload, until: Date): Promise<void> {
  const { kind, companyId, subscriptionId } = payload;
  const key = kind === 'waiting' ? `push ${subscriptionId} ${companyId} waiting` : null;
  await sql`select enqueue('send-push', ${JSON.stringify(payload)}::json, ${key}, ${until})`.execute(db);
}
