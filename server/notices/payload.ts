// What a `send-notice` job carries: whom it concerns and what it is about, as ids only. The words are put together when it
// runs, from what is true then. Checked again then: the queue outlives deployments.

import { sql } from 'kysely';
import { z } from 'zod';
import { isDay } from '#domain/calendar.ts';
import type { Db } from '../request/context.ts';

const reader = { companyId: z.uuid(), userId: z.uuid() };

export const noticePayload = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('decisions'),
    ...reader,
    worklogs: z.array(z.object({ id: z.uuid(), version: z.int() })).min(1),
  }),
  z.object({ kind: z.literal('waiting'), ...reader }),
  z.object({ kind: z.literal('stand-in'), ...reader, standInId: z.uuid(), hasEnded: z.boolean() }),
  z.object({ kind: z.literal('empty-week'), ...reader, week: z.string().refine(isDay) }),
]);
export type NoticePayload = z.output<typeof noticePayload>;
export type NoticeOf<Kind extends NoticePayload['kind']> = Extract<NoticePayload, { kind: Kind }>;

/** Behind the mails that somebody waits for in front of the screen, before those of large imports. */
const priority = 1;

export async function enqueueNotices(db: Db, notices: readonly NoticePayload[]): Promise<void> {
  if (notices.length === 0) return;
  const payloads = notices.map((notice) => JSON.stringify(notice));
  await sql`select enqueue_many('send-notice', ${payloads}::json[], ${priority}::smallint)`.execute(db);
}
