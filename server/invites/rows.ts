// Reads invites. A manager sees every invite, but only their own projects of it.

import { type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { invite, inviteEndpoints } from '#contract/invites.ts';
import { type InviteState, inviteState, inviteStates } from '#domain/invites.ts';
import { roles as allRoles } from '#domain/permissions.ts';
import { visibleProjects } from '../request/access.ts';
import type { CompanyContext } from '../request/context.ts';
import type { SortKey } from '../request/paging.ts';
import { ensureFound } from '../request/refused.ts';
import { matchesSearch } from '../request/text-search.ts';

type Filter = Pick<z.output<typeof inviteEndpoints.listInvites.input>, 'search' | 'states' | 'roles'>;

export const invitesOf = (ctx: CompanyContext, { search, states, roles }: Filter = {}) =>
  ctx.db
    .selectFrom('invites as i')
    .where('i.companyId', '=', ctx.company.id)
    .where(matchesSearch(search, 'i.email'))
    .$if(states !== undefined, (query) =>
      query.where(sql<SqlBool>`${stateIndex} = any(${stateIndexes(states)}::int[])`),
    )
    .$if(roles !== undefined, (query) => query.where('i.role', 'in', roles ?? []));

/** `inviteState` of the domain in SQL, as the index of its state; expiry by the clock of the transaction, like `ctx.now`. */
const stateIndex = sql<number>`case when i.accepted_at is not null then ${inviteStates.indexOf('accepted')}::int
  when i.revoked_at is not null then ${inviteStates.indexOf('revoked')}::int
  when i.expires_at <= now() then ${inviteStates.indexOf('expired')}::int
  else ${inviteStates.indexOf('pending')}::int end`;

const stateIndexes = (states: readonly InviteState[] = []): number[] =>
  states.map((state) => inviteStates.indexOf(state));

const orders: Record<'sentAt' | 'email' | 'role' | 'state', Pick<SortKey, 'by' | 'type'>> = {
  sentAt: { by: sql`i.sent_at`, type: 'timestamptz' },
  email: { by: sql`i.email`, type: 'text' },
  role: { by: sql`array_position(${sql.val(allRoles)}::text[], i.role)`, type: 'integer' },
  state: { by: stateIndex, type: 'integer' },
};

export const inviteKeys = (sort: keyof typeof orders, direction: 'asc' | 'desc'): SortKey[] => [
  { ...orders[sort], direction },
  { by: sql`i.id`, type: 'uuid', direction },
];

export const selectInvites = (ctx: CompanyContext, filter: Filter = {}) =>
  invitesOf(ctx, filter)
    .innerJoin('users as u', 'u.id', 'i.invitedBy')
    .selectAll('i')
    .select((eb) => [
      'u.name as invitedByName',
      sql<string[]>`array(${eb
        .selectFrom('inviteProjects as ip')
        .innerJoin('projects as p', (join) =>
          join.onRef('p.companyId', '=', 'ip.companyId').onRef('p.id', '=', 'ip.projectId'),
        )
        .where('ip.companyId', '=', ctx.company.id)
        .whereRef('ip.inviteId', '=', 'i.id')
        .where(visibleProjects(ctx, 'projects.read'))
        .select('ip.projectId')
        .orderBy('ip.projectId')})`.as('projectIds'),
    ]);

type InviteRow = Awaited<ReturnType<ReturnType<typeof selectInvites>['executeTakeFirstOrThrow']>>;

export const getInvite = async (ctx: CompanyContext, inviteId: string): Promise<InviteRow> =>
  ensureFound(await selectInvites(ctx).where('i.id', '=', inviteId).executeTakeFirst(), 'invite.missing');

export const inviteOf = (ctx: CompanyContext, row: InviteRow): z.input<typeof invite> => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: row.role,
  state: inviteState(row, ctx.now),
  invitedByName: row.invitedByName,
  createdAt: row.createdAt.toISOString(),
  sentAt: row.sentAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  undeliverable: row.undeliverable,
  projectIds: row.projectIds,
});
