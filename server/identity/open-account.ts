// Locks an open account until the commit. It serialises signing in, founding and joining a company, and creating an access token with
// each other and with what ends them: a new password, a second factor, closing the account. Taken before the lock of a company:
// closing takes both in this order.

import type { Db } from '../request/context.ts';
import { refused } from '../request/refused.ts';

export async function lockOpenAccount(db: Db, id: string): Promise<void> {
  const open = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('closedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!open) throw refused('session.missing');
}
