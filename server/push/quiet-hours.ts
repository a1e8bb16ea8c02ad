// The hours in which a person wants no notifications on devices; no row: none.

import type { QuietHours } from '#domain/quiet-hours.ts';
import type { Db } from '../request/context.ts';

export async function findQuietHours(db: Db, userId: string): Promise<QuietHours | null> {
  const row = await db
    .selectFrom('quietHours')
    .where('userId', '=', userId)
    .select(['fromTime as from', 'toTime as to', 'zone'])
    .executeTakeFirst();
  return row ?? null;
}

export async function storeQuietHours(db: Db, userId: string, hours: QuietHours | null): Promise<void> {
  if (hours === null) {
    await db.deleteFrom('quietHours').where('userId', '=', userId).execute();
    return;
  }
  const row = { fromTime: hours.from, toTime: hours.to, zone: hours.zone };
  await db
    .insertInto('quietHours')
    .values({ userId, ...row })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
    .execute();
}
