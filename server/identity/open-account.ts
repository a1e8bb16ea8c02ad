// Locks an open account until the commit, so that it cannot be closed while its person signs in, founds or joins a company.
// Taken before the lock of a company: closing takes both in this order.

import type { Db } from '../request/context.ts';
import { refused } from '../request/refused.ts';

export async function lockOpenAccount(db: Db, id: string): Promise<void> {
  const open = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('closedAt', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  if (!open) throw refused('session.missing');
}
