// Declines one kind of mail for a person, who need not be signed in: the code of the mail stands for them. Doing it twice
// changes nothing. Whoever has closed their account keeps no choices.

import { becomePerson } from '../identity/session-answer.ts';
import type { Db } from '../request/context.ts';
import { refused } from '../request/refused.ts';
import type { Subscription } from './unsubscribe-code.ts';

/** The rest of the transaction is that person's. */
export async function decline(db: Db, { kind, userId }: Subscription): Promise<void> {
  await becomePerson(db, userId);
  const person = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('closedAt', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  if (!person) throw refused('link.not-usable');
  await db
    .insertInto('declinedMails')
    .values({ userId, kind })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
