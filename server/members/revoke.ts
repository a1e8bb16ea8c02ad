// Revokes a member's rights beyond their role: they end with the membership and do not return with a new one.
// Called when a membership ends, and when one is renewed, because it may have ended under an earlier release.

import { tokenAccessOf } from '#domain/audit.ts';
import { mailAccessTokensRevoked } from '../identity/mails.ts';
import { recordAudit } from '../request/audit.ts';
import type { AnyContext, Membership } from '../request/context.ts';
import { notifyRightsChanged } from '../request/rights-changed.ts';

/** In the company of the transaction, which the caller has locked. Preferences such as favourites stay. */
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
    .returning(['name', 'isReadOnly'])
    .execute();
  const person = { actorId: ctx.person?.id ?? null, subjectId: userId };
  const entries = revoked.map((token) => ({ kind: 'token-revoked' as const, ...person, from: tokenAccessOf(token) }));
  await recordAudit(ctx, companyId, entries);
  await mailAccessTokensRevoked(ctx, userId, revoked);
  await notifyRightsChanged(ctx.db, userId);
}

/** Ends all stand-ins of a former member, in both directions, also if they return later. The caller has locked the company. */
async function endStandInsOf(ctx: AnyContext, { companyId, userId }: Membership) {
  await ctx.db
    .updateTable('standIns')
    .set({ endedAt: ctx.now })
    .where('companyId', '=', companyId)
    .where((eb) => eb.or([eb('approverId', '=', userId), eb('standInId', '=', userId)]))
    .where('endedAt', 'is', null)
    .execute();
}
