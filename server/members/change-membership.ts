// The only function that changes a role or ends and renews a membership, so that there is always an active company admin.
// Locks the company, for both callers: an admin, and a person who closes their account.

import { sql } from 'kysely';
import { lastAdminRefusal, type MemberState } from '#domain/members.ts';
import { type AccessPolicies, accessPolicyNames, isAllowed, type Role } from '#domain/permissions.ts';
import type { Refusal } from '#domain/reasons.ts';
import { type AuditEntry, recordAudit } from '../request/audit.ts';
import type { AnyContext, Membership } from '../request/context.ts';
import { ensureFound } from '../request/refused.ts';
import { notifyRightsChanged } from '../request/rights-changed.ts';
import { isActiveAdminIn } from './active-admins.ts';
import { revokeMemberRights } from './revoke.ts';
import { expireInvitesBy, revokeInvitesTo } from './revoke-invites.ts';
import { stopRunningTimer } from './running-timers.ts';
import { lockCompany } from './seats.ts';

/** Changes the member or returns a refusal. In the company of the transaction; the caller claims seats. */
export async function changeMembership(
  ctx: AnyContext,
  { companyId, userId }: Membership,
  change: { role?: Role | undefined; isActive?: boolean | undefined },
): Promise<Refusal | null> {
  await lockCompany(ctx.db, companyId);
  const { email, role, deactivatedAt, otherAdmins, ...policies } = await getMembership(ctx, { companyId, userId });
  const before: MemberState = { role, isActive: deactivatedAt === null };
  const after: MemberState = { role: change.role ?? role, isActive: change.isActive ?? before.isActive };
  const isRenewed = after.isActive && !before.isActive;
  const refusal = lastAdminRefusal(before, after, otherAdmins);
  if (refusal) return refusal;
  await ctx.db
    .updateTable('members')
    .set({ role: after.role, deactivatedAt: after.isActive ? null : (deactivatedAt ?? ctx.now) })
    .$if(isRenewed, (query) => query.set({ renewedAt: ctx.now }))
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .execute();
  await recordAudit(ctx, companyId, entriesOf({ actorId: ctx.person?.id ?? null, subjectId: userId }, before, after));
  if (!canLog({ ...policies, ...after })) await stopRunningTimer(ctx, { companyId, userId });
  if (!after.isActive || isRenewed) await revokeMemberRights(ctx, { companyId, userId });
  else await notifyRightsChanged(ctx.db, userId);
  if (before.isActive && !after.isActive && email !== null) await revokeInvitesTo(ctx, companyId, email);
  if (canInvite(before) && !canInvite(after)) await expireInvitesBy(ctx, companyId, userId);
  ctx.publishChange(companyId, 'members', 'session', 'companies', 'stand-ins', 'projects', 'worklogs', 'dashboard');
  return null;
}

type Concerned = { actorId: string | null; subjectId: string };

function entriesOf(concerned: Concerned, before: MemberState, after: MemberState): AuditEntry[] {
  const entries: AuditEntry[] = [];
  if (before.role !== after.role)
    entries.push({ kind: 'role-changed', ...concerned, from: before.role, to: after.role });
  if (before.isActive !== after.isActive)
    entries.push({ kind: after.isActive ? 'member-activated' : 'member-deactivated', ...concerned });
  return entries;
}

const canInvite = ({ role, isActive }: MemberState): boolean => isActive && isAllowed({ role }, 'invites.manage');

const canLog = ({ isActive, ...holder }: MemberState & AccessPolicies): boolean =>
  isActive && isAllowed(holder, 'worklogs.submit');

async function getMembership({ db }: AnyContext, { companyId, userId }: Membership) {
  const row = await db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .innerJoin('companies as c', 'c.id', 'm.companyId')
    .where('m.companyId', '=', companyId)
    .where('m.userId', '=', userId)
    .select(['m.role', 'm.deactivatedAt', 'u.email', ...accessPolicyNames.map((name) => `c.${name}` as const)])
    .select(
      sql<number>`(select count(*) from members a where a.company_id = ${companyId} and a.user_id <> m.user_id
        and ${isActiveAdminIn('a')})`.as('otherAdmins'),
    )
    .executeTakeFirst();
  return ensureFound(row, 'member.missing');
}
