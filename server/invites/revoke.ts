// The end of open invites: to an address, whoever made them, as its owner was sent away or closed the account; and of those that
// somebody sent who may no longer send any.

import { voidInviteCodes } from '../identity/link-codes.ts';
import type { AnyContext } from '../request/context.ts';

/** In the company that the transaction has entered, under its lock. Their seats become free, their links stop working. */
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
  for (const { id } of revoked) await voidInviteCodes(ctx, id);
  if (revoked.length > 0) ctx.changed(companyId, 'invites', 'companies');
}

/**
 * Invites of somebody who may no longer send any: another admin has to send them again, or to take them back. Somebody who was
 * sent away must not leave doors open behind them.
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
  for (const { id } of expired) await voidInviteCodes(ctx, id);
  if (expired.length > 0) ctx.changed(companyId, 'invites', 'companies');
}
