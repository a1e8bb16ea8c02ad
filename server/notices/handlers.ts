// A person's choices of notification mails. One row per declined kind; without rows, all are sent.

import { sql } from 'kysely';
import type { NoticeChoices, noticeEndpoints } from '#contract/notices.ts';
import { noticeKinds } from '#domain/notice-kinds.ts';
import type { PersonContext } from '../request/context.ts';
import type { Handlers } from '../request/pipeline.ts';
import { refused } from '../request/refused.ts';
import { setCurrentPerson } from '../request/tenant.ts';
import { unsubscribe } from './unsubscribe.ts';
import { readUnsubscribeCode } from './unsubscribe-code.ts';

export const emailHandlers: Handlers<typeof noticeEndpoints> = {
  async listEmailChoices(ctx) {
    return readChoices(ctx);
  },

  async chooseEmails(ctx, { kind, isWanted }) {
    const { db, person } = ctx;
    if (isWanted)
      await db.deleteFrom('declinedMails').where('userId', '=', person.id).where('kind', '=', kind).execute();
    else await unsubscribe(db, { kind, userId: person.id });
    return readChoices(ctx);
  },

  async unsubscribe({ db, config, person }, { code }) {
    const subscription = readUnsubscribeCode(config.appSecret, code);
    if (!subscription) throw refused('link.not-usable');
    await unsubscribe(db, subscription);
    // Back to the caller, for what the request still writes.
    if (person) await setCurrentPerson(db, person.id);
    return { kind: subscription.kind };
  },
};

async function readChoices({ db, person }: PersonContext): Promise<NoticeChoices> {
  const rows = await db
    .selectFrom('declinedMails')
    .where('userId', '=', person.id)
    .select(sql<string>`kind`.as('kind'))
    .execute();
  const declined = new Set(rows.map(({ kind }) => kind));
  return { emails: noticeKinds.map((kind) => ({ kind, isWanted: !declined.has(kind) })) };
}
