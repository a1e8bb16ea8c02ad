// Invites: created by company admins, each for one address and one role, valid for two weeks and for one use.
// A pending invite reserves a seat, so accepting never needs one. Creating, renewing and using one locks the company.

import { sql } from 'kysely';
import type { inviteEndpoints } from '#contract/invites.ts';
import { inviteNotPendingRefusal, inviteResendRefusal, inviteState, maxListedOwnInvites } from '#domain/invites.ts';
import { normalizeEmail } from '#domain/members.ts';
import type { Role } from '#domain/permissions.ts';
import { neededAssignment } from '#domain/project-assignments.ts';
import { claimInvites } from '../billing/invite-allowance.ts';
import { newId } from '../db/ids.ts';
import { voidInviteCodes } from '../identity/link-codes.ts';
import { lockOpenAccount } from '../identity/open-account.ts';
import { revokeMemberRights } from '../members/revoke.ts';
import { claimSeats, lockCompany, lockOwnCompany } from '../members/seats.ts';
import { recordAudit } from '../request/audit.ts';
import type { AnyContext, CompanyContext, PersonContext } from '../request/context.ts';
import { countOfRows, directionOf, paginate } from '../request/paging.ts';
import type { Handlers } from '../request/pipeline.ts';
import { ensureAllowed, ensureFound, type RefusalError, refused } from '../request/refused.ts';
import { setCurrentCompany } from '../request/tenant.ts';
import { chargeRepeatedInvite } from './limits.ts';
import { insertInviteProjects } from './projects.ts';
import { getInvite, inviteKeys, inviteOf, invitesOf, selectInvites } from './rows.ts';
import { newInviteDates, newInviteRefusals, revokeExpired, sendInvite } from './send.ts';

export const inviteHandlers: Handlers<typeof inviteEndpoints> = {
  async listInvites(ctx, input) {
    const { sort, order, page: _, pageSize: __, cursor: ___, ...filter } = input;
    const paging = paginate(ctx, input, { name: 'invites', keys: inviteKeys(sort, directionOf(order)) });
    const { total } = await invitesOf(ctx, filter).select(countOfRows).executeTakeFirstOrThrow();
    const rows = await selectInvites(ctx, filter).$call(paging.select).execute();
    const { rows: shown, place } = paging.cut(rows);
    return { invites: shown.map((row) => inviteOf(ctx, row)), total, ...place };
  },

  async createInvite(ctx, { companyId, email, role, projectIds }) {
    await lockOwnCompany(ctx);
    await revokeExpired(ctx, [email]);
    ensureAllowed(await newInviteRefusals(ctx, email, projectIds));
    await claimSeats(ctx, 1);
    await chargeRepeatedInvite(ctx, email);
    await claimInvites(ctx, 1);
    const id = newId();
    await ctx.db
      .insertInto('invites')
      .values({ companyId, id, email, role, invitedBy: ctx.person.id, ...newInviteDates(ctx) })
      .execute();
    await insertInviteProjects(ctx, [{ id }], projectIds);
    return sendInvite(ctx, id);
  },

  async resendInvite(ctx, { companyId, inviteId }) {
    await lockOwnCompany(ctx);
    const row = await getInvite(ctx, inviteId);
    ensureAllowed(inviteResendRefusal(row, ctx.now));
    await chargeRepeatedInvite(ctx, row.email);
    if (inviteState(row, ctx.now) === 'expired') await claimSeats(ctx, 1);
    await claimInvites(ctx, 1);
    await setInvite(ctx, { companyId, inviteId }, { ...newInviteDates(ctx), invitedBy: ctx.person.id });
    return sendInvite(ctx, inviteId);
  },

  async updateInvite(ctx, { inviteId, role }) {
    await lockOwnCompany(ctx);
    await openPending(ctx, { companyId: ctx.company.id, inviteId });
    return changeInvite(ctx, inviteId, { role });
  },

  async revokeInvite(ctx, { inviteId }) {
    await lockOwnCompany(ctx);
    await openPending(ctx, { companyId: ctx.company.id, inviteId });
    await voidInviteCodes(ctx, [inviteId]);
    return changeInvite(ctx, inviteId, { revokedAt: ctx.now });
  },

  async listOwnInvites(ctx) {
    const rows = await ctx.db
      .selectFrom('invites as i')
      .innerJoin('companies as c', 'c.id', 'i.companyId')
      .where('i.email', '=', ctx.person.email)
      .where('i.acceptedAt', 'is', null)
      .where('i.revokedAt', 'is', null)
      .where('i.expiresAt', '>', ctx.now)
      .select(['i.id', 'i.companyId', 'c.name as companyName', 'i.role', 'i.expiresAt'])
      .orderBy('i.id', 'desc')
      .limit(maxListedOwnInvites)
      .execute();
    return { invites: rows.map((row) => ({ ...row, expiresAt: row.expiresAt.toISOString() })) };
  },

  async acceptOwnInvite(ctx, { inviteId }) {
    const companyId = await getCompanyOfOwn(ctx, inviteId);
    await acceptInviteOf(ctx, { companyId, inviteId }, ctx.person);
    return { companyId };
  },

  async declineOwnInvite(ctx, { inviteId }) {
    const companyId = await getCompanyOfOwn(ctx, inviteId);
    await openPending(ctx, { companyId, inviteId });
    await voidInviteCodes(ctx, [inviteId]);
    await setInvite(ctx, { companyId, inviteId }, { revokedAt: ctx.now });
    return null;
  },
};

/**
 * Makes the person a member by an invite to their address: the only way to join. The caller has verified the mailbox. Needs no
 * seat, because the invite reserved one. A former member gets the role of an invite that was sent after they left; an older
 * invite, perhaps to another address, does not readmit them.
 */
export async function acceptInviteOf(
  ctx: AnyContext,
  invite: { companyId: string; inviteId: string },
  user: { id: string; email: string },
): Promise<void> {
  await lockOpenAccount(ctx.db, user.id);
  const { email, role, sentAt } = await openPending(ctx, invite);
  if (email !== normalizeEmail(user.email)) throw refused('link.wrong-account');
  const { companyId, inviteId } = invite;
  const joined = await ctx.db
    .insertInto('members')
    .values({ companyId, userId: user.id, role, joinedAt: ctx.now })
    .onConflict((conflict) =>
      conflict
        .columns(['companyId', 'userId'])
        .doUpdateSet({ role, deactivatedAt: null, renewedAt: ctx.now })
        .where('members.deactivatedAt', '<=', sentAt),
    )
    .returning('userId')
    .executeTakeFirst();
  if (!joined) throw await notJoinedRefusal(ctx, companyId, user.id);
  await recordAudit(ctx, companyId, [{ kind: 'member-joined', actorId: user.id, to: role }]);
  await revokeMemberRights(ctx, { companyId, userId: user.id });
  await assignInvitedProjects(ctx, invite, user.id, role);
  await setInvite(ctx, { companyId, inviteId }, { acceptedAt: ctx.now });
  ctx.publishChange(companyId, 'members', 'projects', 'dashboard');
}

async function notJoinedRefusal({ db }: AnyContext, companyId: string, userId: string): Promise<RefusalError> {
  const { deactivatedAt } = await db
    .selectFrom('members')
    .select('deactivatedAt')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return refused(deactivatedAt === null ? 'member.already' : 'invite.not-pending');
}

/** Outside of any company, row-level security shows a person exactly the invites to their verified address. */
async function getCompanyOfOwn(ctx: PersonContext, inviteId: string): Promise<string> {
  const own = await ctx.db
    .selectFrom('invites')
    .where('id', '=', inviteId)
    .where('email', '=', ctx.person.email)
    .select('companyId')
    .executeTakeFirst();
  return ensureFound(own, 'invite.missing').companyId;
}

type InviteKey = { companyId: string; inviteId: string };

/** Sets and locks the company: if two requests use or revoke an invite at the same time, the second finds it used. */
async function openPending(ctx: AnyContext, { companyId, inviteId }: InviteKey) {
  await setCurrentCompany(ctx.db, companyId);
  await lockCompany(ctx.db, companyId);
  const row = await ctx.db
    .selectFrom('invites')
    .selectAll()
    .where('companyId', '=', companyId)
    .where('id', '=', inviteId)
    .forUpdate()
    .executeTakeFirst();
  const pending = ensureFound(row, 'invite.missing');
  ensureAllowed(inviteNotPendingRefusal(pending, ctx.now));
  return pending;
}

type InviteChange =
  | { role: Role }
  | { acceptedAt: Date }
  | { revokedAt: Date }
  | (ReturnType<typeof newInviteDates> & { invitedBy: string });

async function setInvite(ctx: AnyContext, { companyId, inviteId }: InviteKey, change: InviteChange): Promise<void> {
  await ctx.db
    .updateTable('invites')
    .set(change)
    .where('companyId', '=', companyId)
    .where('id', '=', inviteId)
    .execute();
  ctx.publishChange(companyId, 'invites', 'companies');
}

async function changeInvite(ctx: CompanyContext, inviteId: string, change: InviteChange) {
  await setInvite(ctx, { companyId: ctx.company.id, inviteId }, change);
  return inviteOf(ctx, await getInvite(ctx, inviteId));
}

/** Assigns the projects of the invite to a worker or manager; other roles need no assignment. */
async function assignInvitedProjects(
  { db }: AnyContext,
  { companyId, inviteId }: InviteKey,
  userId: string,
  role: Role,
): Promise<void> {
  const assignment = neededAssignment(role);
  if (assignment === null) return;
  await db
    .insertInto(assignment === 'worker' ? 'projectWorkers' : 'projectManagers')
    .columns(['companyId', 'projectId', 'userId'])
    .expression((eb) =>
      eb
        .selectFrom('inviteProjects')
        .where('companyId', '=', companyId)
        .where('inviteId', '=', inviteId)
        .select(['companyId', 'projectId', sql<string>`${userId}::uuid`.as('userId')]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
