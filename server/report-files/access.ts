// What a person may see, so that a file being written is aborted when their access becomes smaller.

import { type Action, isLimitedToProjects, type Scope, scopeOf } from '#domain/permissions.ts';
import { visibleProjects } from '../request/access.ts';
import type { CompanyContext } from '../request/context.ts';

export type FileAccess = { scopes: Scope[]; projects: string[] };

const accessActions: readonly Action[] = ['reports.read', 'reports.breakdown', 'audit.read'];

export async function readFileAccess(ctx: CompanyContext): Promise<FileAccess> {
  const scopes = accessActions.map((action) => scopeOf(ctx.company, action));
  if (!scopes.some(isLimitedToProjects)) return { scopes, projects: [] };
  const rows = await ctx.db
    .selectFrom('projects as p')
    .where(visibleProjects(ctx, 'reports.read'))
    .select('p.id')
    .execute();
  return { scopes, projects: rows.map(({ id }) => id) };
}

const ranks: Readonly<Record<Scope, number>> = { none: 0, own: 1, managed: 2, 'managed+own': 3, all: 4 };

/** Whether everything accessible in `before` still is. */
export function includesAccess(before: FileAccess, now: FileAccess): boolean {
  const hasScopes = before.scopes.every((scope, index) => ranks[now.scopes[index] ?? 'none'] >= ranks[scope]);
  const hasProjects = now.scopes.some(isLimitedToProjects)
    ? before.projects.every((id) => now.projects.includes(id))
    : true;
  return hasScopes && hasProjects;
}
