// Queries for members: filter, count, order, output.

import { sql } from 'kysely';
import type { z } from 'zod';
import type { member, memberEndpoints } from '#contract/members.ts';
import { isActiveAdmin } from '#domain/members.ts';
import { roles } from '#domain/permissions.ts';
import type { CompanyContext } from '../request/context.ts';
import type { SortKey } from '../request/paging.ts';
import { matchesSearch } from '../request/text-search.ts';
import { isActiveAdminIn } from './active-admins.ts';

type Filter = Pick<z.output<typeof memberEndpoints.listMembers.input>, 'search' | 'roles' | 'state'>;

/** Joins people only for a search: counting a company's members needs no names. */
export function membersOf(ctx: CompanyContext, { search, roles: filteredRoles, state }: Filter = {}) {
  const named = ctx.db
    .selectFrom('users as u')
    .where(matchesSearch(search, 'u.name_key', 'u.email'))
    .select('u.id');
  return ctx.db
    .selectFrom('members as m')
    .where('m.companyId', '=', ctx.company.id)
    .$if(search !== undefined, (query) => query.where('m.userId', 'in', named))
    .$if(filteredRoles !== undefined, (query) => query.where('m.role', 'in', filteredRoles ?? []))
    .$if(state !== undefined, (query) => query.where('m.deactivatedAt', state === 'active' ? 'is' : 'is not', null));
}

export const selectMembers = (ctx: CompanyContext, filter: Filter = {}) =>
  membersOf(ctx, filter)
    .innerJoin('users as u', 'u.id', 'm.userId')
    .select(['m.userId', 'u.name', 'u.email', 'm.role', 'm.joinedAt', 'm.deactivatedAt'])
    .select(activeAdmins(ctx).as('activeAdmins'));

/** Does not depend on the row: evaluated once per list. */
const activeAdmins = (ctx: CompanyContext) => sql<number>`(select count(*) from members a
  where a.company_id = ${ctx.company.id} and ${isActiveAdminIn('a')})`;

/** Roles sort in the order of the product. Closed accounts have no address. */
export function memberKeys(sort: 'name' | 'email' | 'role' | 'joinedAt', direction: 'asc' | 'desc'): SortKey[] {
  const orders: Record<typeof sort, Omit<SortKey, 'direction'>> = {
    name: { by: sql`u.name_key`, type: 'text' },
    email: { by: sql`u.email`, type: 'text', nulls: direction === 'asc' ? 'last' : 'first' },
    role: { by: sql`array_position(${sql.val(roles)}::text[], m.role)`, type: 'integer' },
    joinedAt: { by: sql`m.joined_at`, type: 'timestamptz' },
  };
  return [
    { ...orders[sort], direction },
    { by: sql`m.user_id`, type: 'uuid', direction },
  ];
}

type MemberRow = Awaited<ReturnType<ReturnType<typeof selectMembers>['executeTakeFirstOrThrow']>>;

export const memberOf = (ctx: CompanyContext, row: MemberRow): z.input<typeof member> => ({
  userId: row.userId,
  name: row.name,
  email: row.email,
  role: row.role,
  joinedAt: row.joinedAt.toISOString(),
  deactivatedAt: row.deactivatedAt?.toISOString() ?? null,
  isYou: row.userId === ctx.person.id,
  isLastAdmin: isActiveAdmin({ role: row.role, isActive: row.deactivatedAt === null }) && row.activeAdmins === 1,
});
