// An account is open or closed for good. Whoever signs in, founds or joins holds it open until the commit.
// Taken before the lock of a company: closing takes both in this order.

import type { Db } from '../request/context.ts';
import { refused } from '../request/refused.ts';

export async function holdPerson(db: Db, id: string): Promise<void> {
  const open = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('closedAt', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  if (!open) throw refused('session.missing');
}
