// Ends pending invites: those to an address whose owner was deactivated or closed the account, and those sent by somebody who may
// no longer invite.

import { voidInviteCodes } from '../identity/link-codes.ts';
import type { AnyContext } from '../request/context.ts';

/** In the company of the transaction, which the caller has locked. Their seats become free, their links stop working. */
export async function revokeInvitesTo(ctx: AnyContext, companyId: string, email: string): Promise<void> {
  const revoked = await ctx.db
    .updateTable('invites')
    .set({ revokedAt: ctx.now })
    .where('companyId', '=', companyId)
    .where('email', '=', email)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .returning('id')
    .execute();
  if (revoked.length === 0) return;
  await voidInviteCodes(
    ctx,
    revoked.map(({ id }) => id),
  );
  ctx.publishChange(companyId, 'invites', 'companies');
}

/**
 * Expires the invites of somebody who may no longer invite; another admin can send them again or revoke them. Otherwise a
 * deactivated admin could leave invites to come back with.
 */
export async function expireInvitesBy(ctx: AnyContext, companyId: string, userId: string): Promise<void> {
  const expired = await ctx.db
    .updateTable('invites')
    .set({ expiresAt: ctx.now })
    .where('companyId', '=', companyId)
    .where('invitedBy', '=', userId)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', ctx.now)
    .returning('id')
    .execute();
  if (expired.length === 0) return;
  await voidInviteCodes(
    ctx,
    expired.map(({ id }) => id),
  );
  ctx.publishChange(companyId, 'invites', 'companies');
}
