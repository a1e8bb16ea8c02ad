// Managers and workers of a project. Only active members with a suitable role can be assigned.

import { sql } from 'kysely';
import type { z } from 'zod';
import type { projectEndpoints } from '#contract/projects.ts';
import { type Assignment, isAssignable, rolesAssignable } from '#domain/project-assignments.ts';
import { type Refusal, refuse } from '#domain/reasons.ts';
import { choicesQueryLimit, isOneOf, toChoices } from '../request/choices.ts';
import type { CompanyContext } from '../request/context.ts';
import { matchesSearch } from '../request/text-search.ts';

const assignments = [
  { table: 'projectManagers', path: 'managerIds' },
  { table: 'projectWorkers', path: 'workerIds' },
] as const;

type People = { managerIds?: string[] | undefined; workerIds?: string[] | undefined };

/** Ids of other companies, of former members and of unsuitable roles are refused like unknown ids. */
export async function peopleRefusals(ctx: CompanyContext, { managerIds = [], workerIds = [] }: People) {
  if (managerIds.length + workerIds.length === 0) return [];
  const known = await selectAssignable(ctx)
    .where('m.userId', '=', sql<string>`any(${[...managerIds, ...workerIds]}::uuid[])`)
    .execute();
  const assignable = (as: Assignment) =>
    new Set(known.filter(({ role }) => isAssignable(as, { ...ctx.company, role })).map(({ userId }) => userId));
  const [managers, workers] = [assignable('manager'), assignable('worker')];
  const found: Refusal[] = [];
  if (managerIds.some((id) => !managers.has(id))) found.push(refuse('member.missing', { path: 'managerIds' }));
  if (workerIds.some((id) => !workers.has(id))) found.push(refuse('member.missing', { path: 'workerIds' }));
  return found;
}

/** Replaces the given lists; an absent one stays unchanged. */
export async function assignPeople(ctx: CompanyContext, projectId: string, people: People): Promise<void> {
  for (const { table, path } of assignments) {
    const ids = people[path];
    if (ids === undefined) continue;
    await ctx.db
      .deleteFrom(table)
      .where('companyId', '=', ctx.company.id)
      .where('projectId', '=', projectId)
      .where('userId', '<>', sql<string>`all(${ids}::uuid[])`)
      .execute();
    await ctx.db
      .insertInto(table)
      .columns(['companyId', 'projectId', 'userId'])
      .expression((eb) =>
        eb
          .selectFrom([
            'companies as c',
            sql<{ userId: string }>`(select distinct unnest(${ids}::uuid[]) as user_id)`.as('chosen'),
          ])
          .where('c.id', '=', ctx.company.id)
          .select(['c.id as companyId', sql<string>`${projectId}::uuid`.as('projectId'), 'chosen.userId']),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

type Input = z.output<typeof projectEndpoints.listAssignablePeople.input>;

export async function listAssignable(ctx: CompanyContext, { as, search, ids = [] }: Input) {
  const suitable = selectAssignable(ctx).where('m.role', 'in', rolesAssignable(as, ctx.company));
  const people = await suitable
    .where(matchesSearch(search, 'u.name_key'))
    .orderBy('u.nameKey')
    .orderBy('m.userId')
    .limit(choicesQueryLimit)
    .execute();
  const chosen = ids.length > 0 ? await suitable.where(isOneOf('m.user_id', ids)).orderBy('u.nameKey').execute() : [];
  return { ...toChoices(people), chosen };
}

const selectAssignable = (ctx: CompanyContext) =>
  ctx.db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .where('m.companyId', '=', ctx.company.id)
    .where('m.deactivatedAt', 'is', null)
    .where('m.role', 'in', [...rolesAssignable('manager', ctx.company), ...rolesAssignable('worker', ctx.company)])
    .select(['m.userId', 'u.name', 'm.role']);
