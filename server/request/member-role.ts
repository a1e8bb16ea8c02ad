// The role of somebody in a company now. A request knows that of its caller since it was opened (open-request.ts); this asks again
// after a lock, or about another company.

import type { Role } from '#domain/permissions.ts';
import type { Db, Membership } from './context.ts';

/** Null unless they are an active member. */
export async function findMemberRole(db: Db, { companyId, userId }: Membership): Promise<Role | null> {
  const member = await db
    .selectFrom('members')
    .select('role')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('deactivatedAt', 'is', null)
    .executeTakeFirst();
  return member?.role ?? null;
}
