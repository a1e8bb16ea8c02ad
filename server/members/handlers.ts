// Members of a company: the list, their roles, deactivating and reactivating. Company admins only, except for the list of workers.
// Changing a member locks the company; server/members/change-membership.ts keeps an active company admin.

import { sql } from 'kysely';
import type { memberEndpoints } from '#contract/members.ts';
import { staleRoleRefusal } from '#domain/members.ts';
import { roleLabels } from '#labels/roles.ts';
import { visibleWorkers } from '../request/access.ts';
import { choicesQueryLimit, isOneOf, toChoices } from '../request/choices.ts';
import type { CompanyContext } from '../request/context.ts';
import { countOfRows, directionOf, paginate } from '../request/paging.ts';
import type { Handlers } from '../request/pipeline.ts';
import { ensureAllowed, ensureFound, refused } from '../request/refused.ts';
import { matchesSearch } from '../request/text-search.ts';
import { assignProjects } from './assign-projects.ts';
import { changeMembership } from './change-membership.ts';
import { findDetails, listAssignableProjects } from './details.ts';
import { revokeInvitesTo } from './revoke-invites.ts';
import { memberKeys, memberOf, membersOf, selectMembers } from './rows.ts';
import { claimSeats, lockOwnCompany } from './seats.ts';

export const memberHandlers: Handlers<typeof memberEndpoints> = {
  async listMembers(ctx, input) {
    const { sort, order, page: _, pageSize: __, cursor: ___, ...filter } = input;
    const paging = paginate(ctx, input, { name: 'members', keys: memberKeys(sort, directionOf(order)) });
    const { total } = await membersOf(ctx, filter).select(countOfRows).executeTakeFirstOrThrow();
    const rows = await selectMembers(ctx, filter).$call(paging.select).execute();
    const { rows: shown, place } = paging.cut(rows);
    return { members: shown.map((row) => memberOf(ctx, row)), total, ...place };
  },

  async getMember(ctx, { userId }) {
    const member = await getMember(ctx, userId);
    return { ...member, ...(await findDetails(ctx, member)) };
  },

  async updateMember(ctx, { companyId, userId, role, isActive, seenRole }) {
    await lockOwnCompany(ctx);
    const now = await getMember(ctx, userId);
    if (now.email === null) throw refused('account.closed');
    ensureAllowed(
      staleRoleRefusal({ ...now, roleName: roleLabels[now.role]({}, { locale: ctx.locale }) }, { seenRole, role }),
    );
    if (isActive && now.deactivatedAt !== null) {
      // The seat that an invite reserves for the same person becomes theirs.
      await revokeInvitesTo(ctx, companyId, now.email);
      await claimSeats(ctx, 1);
    }
    ensureAllowed(await changeMembership(ctx, { companyId, userId }, { role, isActive }));
    return getMember(ctx, userId);
  },

  async assignMemberProjects(ctx, { userId, as, assign, unassign }) {
    const member = await getMember(ctx, userId);
    await assignProjects(ctx, member, { as, assign, unassign });
    return { ...member, ...(await findDetails(ctx, member)) };
  },

  async listAssignableProjects(ctx, { userId, ...choice }) {
    return listAssignableProjects(ctx, await getMember(ctx, userId), choice);
  },

  async listWorkers(ctx, { search, ids = [] }) {
    const matching = await selectWorkers(ctx)
      .where(matchesSearch(search, 'u.name_key'))
      .orderBy('u.nameKey')
      .orderBy('m.userId')
      .limit(choicesQueryLimit)
      .execute();
    const chosen = ids.length > 0 ? await selectWorkers(ctx).where(isOneOf('m.user_id', ids)).execute() : [];
    return { ...toChoices(matching), chosen };
  },
};

async function getMember(ctx: CompanyContext, userId: string) {
  const row = await selectMembers(ctx).where('m.userId', '=', userId).executeTakeFirst();
  return memberOf(ctx, ensureFound(row, 'member.missing'));
}

/** Includes former members, whose worklogs still exist. */
const selectWorkers = (ctx: CompanyContext) =>
  ctx.db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .where(visibleWorkers(ctx))
    .select(['m.userId', 'u.name', sql<boolean>`m.deactivated_at is null`.as('isActive')]);
