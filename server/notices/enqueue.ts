// Adds the jobs of notices: a mail to each reader, and a notification on each device where they turned those on.

import { sql } from 'kysely';
import type { Db } from '../request/context.ts';
import type { NoticePayload } from './payload.ts';
import { enqueuePushes } from './push-payload.ts';

/** After mails that somebody waits for at the screen, before those of large imports. */
const priority = 1;

export async function enqueueNotices(db: Db, notices: readonly NoticePayload[]): Promise<void> {
  if (notices.length === 0) return;
  const payloads = notices.map((notice) => JSON.stringify(notice));
  await sql`select enqueue_many('send-notice', ${payloads}::json[], ${priority}::smallint)`.execute(db);
  await enqueuePushes(db, notices);
}
