// Assigns one member to several projects. A project whose people change gets a new version, as by its own form: a form that is
// open elsewhere then merges instead of overwriting. Projects are locked in the order of their ids.

import { sql } from 'kysely';
import type { Role } from '#domain/permissions.ts';
import { type Assignment, isAssignable } from '#domain/project-assignments.ts';
import { visibleProjects } from '../request/access.ts';
import type { CompanyContext } from '../request/context.ts';
import { ensureFound, refused } from '../request/refused.ts';

type Change = { as: Assignment; assign: readonly string[]; unassign: readonly string[] };

const tables = { manager: 'projectManagers', worker: 'projectWorkers' } as const;

export async function assignProjects(
  ctx: CompanyContext,
  { userId, role }: { userId: string; role: Role },
  { as, assign, unassign }: Change,
): Promise<void> {
  // The role is kept until the commit: the assignment is the one that it allows.
  const member = await ctx.db
    .selectFrom('members')
    .where('companyId', '=', ctx.company.id)
    .where('userId', '=', userId)
    .where('role', '=', role)
    .where('deactivatedAt', 'is', null)
    .select('userId')
    .forShare()
    .executeTakeFirst();
  ensureFound(member, 'member.missing');
  if (!isAssignable(as, { ...ctx.company, role })) throw refused('member.missing');
  await lockProjects(ctx, [...new Set([...assign, ...unassign])]);
  const changed = [
    ...(await remove(ctx, tables[as], userId, unassign)),
    ...(await add(ctx, tables[as], userId, assign)),
  ];
  await ctx.db
    .updateTable('projects')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('companyId', '=', ctx.company.id)
    .where('id', '=', sql<string>`any(${changed}::uuid[])`)
    .execute();
  ctx.publishChange(ctx.company.id, 'projects', 'members', 'worklogs', 'reports', 'dashboard');
}

/** Unknown and archived projects are refused, and nothing is changed. */
async function lockProjects(ctx: CompanyContext, ids: readonly string[]): Promise<void> {
  const found = await ctx.db
    .selectFrom('projects as p')
    .where(visibleProjects(ctx, 'projects.update'))
    .where('p.id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('p.archivedAt', 'is', null)
    .select('p.id')
    .orderBy('p.id')
    .forUpdate()
    .execute();
  if (found.length < ids.length) throw refused('project.missing');
}

type Table = (typeof tables)[keyof typeof tables];

async function remove({ db, company }: CompanyContext, table: Table, userId: string, ids: readonly string[]) {
  const rows = await db
    .deleteFrom(table)
    .where('companyId', '=', company.id)
    .where('userId', '=', userId)
    .where('projectId', '=', sql<string>`any(${ids}::uuid[])`)
    .returning('projectId')
    .execute();
  return rows.map(({ projectId }) => projectId);
}

async function add({ db, company }: CompanyContext, table: Table, userId: string, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .insertInto(table)
    .values(ids.map((projectId) => ({ companyId: company.id, projectId, userId })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('projectId')
    .execute();
  return rows.map(({ projectId }) => projectId);
}
