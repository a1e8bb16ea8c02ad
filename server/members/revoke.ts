// What a member of a company may do beyond their role: it ends with the membership and does not come back with a new one.
// Called when a membership ends, and when one is granted again, as it may have ended under an earlier release.

import { mailAccessTokensRevoked } from '../identity/mails.ts';
import { tellRightsEnded } from '../identity/people.ts';
import type { AnyContext, Membership } from '../request/context.ts';
import { endStandInsOf } from '../stand-ins/handlers.ts';

/** In the company that the transaction has entered, under its lock. What people only prefer, such as favourites, stays. */
export async function revokeMemberRights(ctx: AnyContext, { companyId, userId }: Membership): Promise<void> {
  await endStandInsOf(ctx, { companyId, userId });
  for (const table of ['projectManagers', 'projectWorkers', 'preparedFiles'] as const)
    await ctx.db.deleteFrom(table).where('companyId', '=', companyId).where('userId', '=', userId).execute();
  await ctx.db
    .updateTable('savedReportChoices')
    .set({ mail: 'never' })
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .execute();
  const revoked = await ctx.db
    .deleteFrom('accessTokens')
    .where('limitedTo', '=', companyId)
    .where('userId', '=', userId)
    .returning('name')
    .execute();
  await mailAccessTokensRevoked(ctx, userId, revoked);
  await tellRightsEnded(ctx.db, userId);
}
