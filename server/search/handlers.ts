// The finder: projects and people by name. It returns only what the lists would show the same person: projects and workers within
// their scope; members with addresses only to those who may open the list of members. On the Free plan the lists of people are
// closed, so no people are found.

import type { ExpressionBuilder } from 'kysely';
import { sql } from 'kysely';
import type { z } from 'zod';
import { type foundPerson, type foundProject, maxFound, type searchEndpoints } from '#contract/search.ts';
import { isPremium } from '#domain/companies.ts';
import { scopeOf } from '#domain/permissions.ts';
import type { Database } from '../db/schema.ts';
import { visibleProjects, visibleWorkers } from '../request/access.ts';
import type { CompanyContext } from '../request/context.ts';
import type { Handlers } from '../request/pipeline.ts';
import { ofProject } from '../request/tasks.ts';
import { matchesSearch, searchRank } from '../request/text-search.ts';

export const searchHandlers: Handlers<typeof searchEndpoints> = {
  async searchCompany(ctx, { q }) {
    return { projects: await findProjects(ctx, q), people: await findPeople(ctx, q) };
  },
};

const findProjects = (ctx: CompanyContext, q: string): Promise<z.input<typeof foundProject>[]> =>
  ctx.db
    .selectFrom('projects as p')
    .leftJoin('clients as c', ofProject)
    .where(visibleProjects(ctx, 'projects.read'))
    .where(matchesSearch(q, 'p.search_key', 'c.name_key'))
    .select(['p.id', 'p.name', 'c.name as clientName', 'p.code', 'p.colour'])
    .select((eb) => [
      sql<boolean>`p.archived_at is not null`.as('isArchived'),
      sql<boolean>`${visibleProjects(ctx, 'projects.update')(eb)}`.as('canUpdate'),
    ])
    .orderBy(sql`p.archived_at is not null`)
    .orderBy(searchRank(q, 'p.name_key'))
    .orderBy('p.nameKey')
    .orderBy('p.id')
    .limit(maxFound)
    .execute();

/** Hidden addresses are not searched either: otherwise they could be guessed letter by letter. */
async function findPeople(ctx: CompanyContext, q: string): Promise<z.input<typeof foundPerson>[]> {
  if (!isPremium(ctx.company.seats)) return [];
  const seesMembers = scopeOf(ctx.company, 'members.read') === 'all';
  const inCompany = (eb: ExpressionBuilder<Database & { m: Database['members'] }, 'm'>) =>
    eb('m.companyId', '=', ctx.company.id);
  const rows = await ctx.db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .where(seesMembers ? inCompany : visibleWorkers(ctx))
    .where(matchesSearch(q, 'u.name_key', ...(seesMembers ? ['u.email'] : [])))
    .select(['m.userId', 'u.name', 'u.email', 'm.role', sql<boolean>`m.deactivated_at is null`.as('isActive')])
    .orderBy(sql`m.deactivated_at is not null`)
    .orderBy(searchRank(q, 'u.name_key'))
    .orderBy('u.nameKey')
    .orderBy('m.userId')
    .limit(maxFound)
    .execute();
  return rows.map(({ email, role, ...person }) => ({
    ...person,
    email: seesMembers ? email : null,
    role: seesMembers ? role : null,
  }));
}
