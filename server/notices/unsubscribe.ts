// Unsubscribes a person from one kind of mail. They need not be signed in: the code in the mail identifies them. Idempotent.
// Refused for closed accounts.

import type { Db } from '../request/context.ts';
import { refused } from '../request/refused.ts';
import { setCurrentPerson } from '../request/tenant.ts';
import type { MailSubscription } from './unsubscribe-code.ts';

/** Sets the person for the rest of the transaction. */
export async function unsubscribe(db: Db, { kind, userId }: MailSubscription): Promise<void> {
  await setCurrentPerson(db, userId);
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
