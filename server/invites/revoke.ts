// The end of open invites to an address, whoever made them: its owner was sent away, or closed the account.

import type { AnyContext } from '../context.ts';
import { voidInviteCodes } from '../identity/link-codes.ts';

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
