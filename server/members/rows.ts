// How members are found, counted, ordered and shown.

import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { member, memberEndpoints } from '#contract/members.ts';
import { roles } from '#domain/permissions.ts';
import type { CompanyContext } from '../context.ts';
import { hasWords } from '../words.ts';

type Filter = Pick<z.output<typeof memberEndpoints.listMembers.input>, 'search' | 'roles' | 'state'>;

/** People are looked at only where somebody is searched for: counting a company's members needs no names. */
export function membersOf(ctx: CompanyContext, { search, roles: wanted, state }: Filter = {}) {
  const named = ctx.db
    .selectFrom('users as u')
    .where(hasWords(search, 'u.name_key', 'u.email'))
    .select('u.id');
  return ctx.db
    .selectFrom('members as m')
    .where('m.companyId', '=', ctx.company.id)
    .$if(search !== undefined, (query) => query.where('m.userId', 'in', named))
    .$if(wanted !== undefined, (query) => query.where('m.role', 'in', wanted ?? []))
    .$if(state !== undefined, (query) => query.where('m.deactivatedAt', state === 'active' ? 'is' : 'is not', null));
}

export const selectMembers = (ctx: CompanyContext, filter: Filter = {}) =>
  membersOf(ctx, filter)
    .innerJoin('users as u', 'u.id', 'm.userId')
    .select(['m.userId', 'u.name', 'u.email', 'm.role', 'm.joinedAt', 'm.deactivatedAt'])
    .select(activeAdmins(ctx).as('activeAdmins'));

/** Not tied to the row: asked once, whatever the length of the list. */
const activeAdmins = (ctx: CompanyContext) => sql<number>`(select count(*) from members a
  where a.company_id = ${ctx.company.id} and a.role = 'company admin' and a.deactivated_at is null)`;

/** Roles stand in the order of the product. */
export const memberOrders: Record<'name' | 'email' | 'role' | 'joinedAt', RawBuilder<unknown>> = {
  name: sql`u.name_key`,
  email: sql`u.email`,
  role: sql`array_position(${sql.val(roles)}::text[], m.role)`,
  joinedAt: sql`m.joined_at`,
};

type MemberRow = Awaited<ReturnType<ReturnType<typeof selectMembers>['executeTakeFirstOrThrow']>>;

export const memberOf = (ctx: CompanyContext, row: MemberRow): z.input<typeof member> => ({
  userId: row.userId,
  name: row.name,
  email: row.email,
  role: row.role,
  joinedAt: row.joinedAt.toISOString(),
  deactivatedAt: row.deactivatedAt?.toISOString() ?? null,
  isYou: row.userId === ctx.person.id,
  isLastAdmin: row.role === 'company admin' && row.deactivatedAt === null && row.activeAdmins === 1,
});
