// Members of a company: the list, their roles, leaving and coming back. Company admins only, but for the list of workers.
// Whoever changes a member holds the company's lock; server/membership.ts keeps an active company admin.

import { sql } from 'kysely';
import type { z } from 'zod';
import type { member, memberEndpoints } from '#contract/members.ts';
import { visibleWorkers } from './access.ts';
import type { CompanyContext } from './context.ts';
import { changeMembership } from './membership.ts';
import type { Handlers } from './pipeline.ts';
import { ensureAllowed, found, refused } from './refused.ts';
import { containing } from './search.ts';
import { claimSeats, lockOwnCompany } from './seats.ts';

export const memberHandlers: Handlers<typeof memberEndpoints> = {
  async listMembers(ctx, { search }) {
    const pattern = search === undefined ? null : containing(search);
    const rows = await members(ctx)
      .$if(pattern !== null, (query) =>
        query.where((eb) => eb.or([eb('u.name', 'ilike', pattern), eb('u.email', 'ilike', pattern)])),
      )
      .orderBy(sql`m.deactivated_at is not null`)
      .orderBy(sql`lower(u.name)`)
      .orderBy('m.userId')
      .execute();
    return { members: rows.map((row) => memberOf(ctx, row)) };
  },

  async getMember(ctx, { userId }) {
    return getMember(ctx, userId);
  },

  async updateMember(ctx, { companyId, userId, role, isActive }) {
    await lockOwnCompany(ctx);
    const { deactivatedAt, email } = await getMember(ctx, userId);
    if (isActive && email === null) throw refused('account.closed');
    if (isActive && deactivatedAt !== null) await claimSeats(ctx, 1);
    ensureAllowed(await changeMembership(ctx, { companyId, userId }, { role, isActive }));
    return getMember(ctx, userId);
  },

  async listWorkers(ctx, { companyId }) {
    const workers = await ctx.db
      .selectFrom('members as m')
      .innerJoin('users as u', 'u.id', 'm.userId')
      .where('m.companyId', '=', companyId)
      .where(visibleWorkers(ctx))
      .select(['m.userId', 'u.name', sql<boolean>`m.deactivated_at is null`.as('isActive')])
      .orderBy(sql`lower(u.name)`)
      .orderBy('m.userId')
      .execute();
    return { workers };
  },
};

async function getMember(ctx: CompanyContext, userId: string) {
  const row = await members(ctx).where('m.userId', '=', userId).executeTakeFirst();
  return memberOf(ctx, found(row, 'member.missing'));
}

const members = (ctx: CompanyContext) =>
  ctx.db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .where('m.companyId', '=', ctx.company.id)
    .select([
      'm.userId',
      'u.name',
      'u.email',
      'm.role',
      'm.joinedAt',
      'm.deactivatedAt',
      activeAdmins.as('activeAdmins'),
    ]);

const activeAdmins = sql<number>`(select count(*) from members a
  where a.company_id = m.company_id and a.role = 'company admin' and a.deactivated_at is null)`;

type MemberRow = Awaited<ReturnType<ReturnType<typeof members>['executeTakeFirstOrThrow']>>;

const memberOf = (ctx: CompanyContext, row: MemberRow): z.input<typeof member> => ({
  userId: row.userId,
  name: row.name,
  email: row.email,
  role: row.role,
  joinedAt: row.joinedAt.toISOString(),
  deactivatedAt: row.deactivatedAt?.toISOString() ?? null,
  isYou: row.userId === ctx.person.id,
  isLastAdmin: row.role === 'company admin' && row.deactivatedAt === null && row.activeAdmins === 1,
});
