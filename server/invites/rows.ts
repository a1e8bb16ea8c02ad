// How an invite is read and shown. A manager sees every invite, but of its projects only their own.

import { sql } from 'kysely';
import type { z } from 'zod';
import type { invite } from '#contract/invites.ts';
import { inviteState } from '#domain/invites.ts';
import { visibleProjects } from '../access.ts';
import type { CompanyContext } from '../context.ts';
import { found } from '../refused.ts';

export const selectInvites = (ctx: CompanyContext) =>
  ctx.db
    .selectFrom('invites as i')
    .innerJoin('users as u', 'u.id', 'i.invitedBy')
    .where('i.companyId', '=', ctx.company.id)
    .selectAll('i')
    .select((eb) => [
      'u.name as invitedByName',
      sql<string[]>`array(${eb
        .selectFrom('inviteProjects as ip')
        .innerJoin('projects as p', (join) =>
          join.onRef('p.companyId', '=', 'ip.companyId').onRef('p.id', '=', 'ip.projectId'),
        )
        .whereRef('ip.companyId', '=', 'i.companyId')
        .whereRef('ip.inviteId', '=', 'i.id')
        .where(visibleProjects(ctx, 'projects.read'))
        .select('ip.projectId')
        .orderBy('ip.projectId')})`.as('projectIds'),
    ]);

type InviteRow = Awaited<ReturnType<ReturnType<typeof selectInvites>['executeTakeFirstOrThrow']>>;

export const getInvite = async (ctx: CompanyContext, inviteId: string): Promise<InviteRow> =>
  found(await selectInvites(ctx).where('i.id', '=', inviteId).executeTakeFirst(), 'invite.missing');

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
  projectIds: row.projectIds,
});
