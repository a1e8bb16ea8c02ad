// The pending invite behind an invite link.

import { inviteState } from '#domain/invites.ts';
import type { Role } from '#domain/permissions.ts';
import type { AnyContext } from '../request/context.ts';
import { refused } from '../request/refused.ts';
import { setCurrentCompany } from '../request/tenant.ts';
import type { LinkCode } from './link-codes.ts';

export type OpenInvite = { companyId: string; inviteId: string; companyName: string; role: Role; name: string };

/** The pending invite of a link. Sets its company for the transaction; a revoked or expired invite is answered like an unknown code. */
export async function openInvite(ctx: AnyContext, { companyId, inviteId, email }: LinkCode): Promise<OpenInvite> {
  if (companyId === null || inviteId === null) throw refused('link.not-usable');
  await setCurrentCompany(ctx.db, companyId);
  const invite = await ctx.db
    .selectFrom('invites as i')
    .innerJoin('companies as c', 'c.id', 'i.companyId')
    .select(['i.email', 'i.role', 'i.name', 'i.acceptedAt', 'i.revokedAt', 'i.expiresAt', 'c.name as companyName'])
    .where('i.companyId', '=', companyId)
    .where('i.id', '=', inviteId)
    .executeTakeFirst();
  if (!invite || invite.email !== email || inviteState(invite, ctx.now) !== 'pending') throw refused('link.not-usable');
  return { companyId, inviteId, companyName: invite.companyName, role: invite.role, name: invite.name };
}
