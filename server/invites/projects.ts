// The projects of invites, to which the invited people are assigned on joining.

import { sql } from 'kysely';
import { type Refusal, refuse } from '#domain/reasons.ts';
import { visibleProjects } from '../request/access.ts';
import { isOneOf } from '../request/choices.ts';
import type { CompanyContext } from '../request/context.ts';

/** Projects of other companies are refused like those that do not exist. */
export async function missingProjectRefusal(
  ctx: CompanyContext,
  projectIds: readonly string[],
): Promise<Refusal | null> {
  const ids = [...new Set(projectIds)];
  if (ids.length === 0) return null;
  const found = await ctx.db
    .selectFrom('projects as p')
    .where(visibleProjects(ctx, 'projects.read'))
    .where(isOneOf('p.id', ids))
    .select('p.id')
    .execute();
  return found.length < ids.length ? refuse('project.missing', { path: 'projectIds' }) : null;
}

/** Assigns the same projects to all of these invites. */
export async function insertInviteProjects(
  { db, company }: CompanyContext,
  invites: readonly { id: string }[],
  projectIds: readonly string[],
): Promise<void> {
  if (invites.length === 0 || projectIds.length === 0) return;
  await sql`
    insert into invite_projects (company_id, invite_id, project_id)
    select c.id, i.id, p.id
    from companies c, unnest(${invites.map(({ id }) => id)}::uuid[]) as i (id),
      unnest(${[...new Set(projectIds)]}::uuid[]) as p (id)
    where c.id = ${company.id}`.execute(db);
}
