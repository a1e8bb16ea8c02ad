// Makes live streams check the rights of their person now. Triggers do the same for memberships, plans and policies (0012, 0036, 0050), but
// not on Citus, where a notification of another node reaches nobody who listens on the coordinator.

import { sql } from 'kysely';
import type { Db } from './context.ts';

export async function notifyRightsChanged(db: Db, userId: string): Promise<void> {
  await sql`select pg_notify('rights', ${userId})`.execute(db);
}

/** Of all members of a company, whose plan or policies have changed. */
export async function notifyRightsOfMembers(db: Db, companyId: string): Promise<void> {
  const members = await db
    .selectFrom('members')
    .where('companyId', '=', companyId)
    .where('deactivatedAt', 'is', null)
    .select('userId')
    .execute();
  const ids = members.map(({ userId }) => userId);
  await sql`select pg_notify('rights', id) from unnest(${ids}::text[]) as id`.execute(db);
}
