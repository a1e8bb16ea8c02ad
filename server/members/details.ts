// What an admin wants to know of one member before changing anything: their projects, what of theirs waits, when they were
// last here. Everything is of this company alone: what somebody does elsewhere is nobody's business here.

import { sql } from 'kysely';
import type { z } from 'zod';
import type { memberDetails } from '#contract/members.ts';
import { dayOf } from '#domain/calendar.ts';
import type { Role } from '#domain/permissions.ts';
import { visibleProjects, visibleWorklogs } from '../request/access.ts';
import type { CompanyContext } from '../request/context.ts';
import { countOfRows } from '../request/paging.ts';

type Details = z.input<typeof memberDetails>;
type Person = { userId: string; role: Role };

/** As many as fit on one screen; the count tells of the rest. */
const projectsShown = 12;

export async function findDetails(ctx: CompanyContext, person: Person) {
  return {
    ...(await findProjects(ctx, person)),
    ...(await findPending(ctx, person)),
    lastActiveOn: await findLastActiveOn(ctx, person),
  };
}

async function findProjects(ctx: CompanyContext, person: Person) {
  const named = projectsNaming(ctx, person);
  const { total } = await named.select(countOfRows).executeTakeFirstOrThrow();
  const projects: Details['projects'] = await named
    .select(['p.id', 'p.name', 'p.colour', manages(person).as('isManaged')])
    .orderBy('isManaged', 'desc')
    .orderBy('p.nameKey')
    .orderBy('p.id')
    .limit(projectsShown)
    .execute();
  return { projects, projectsTotal: total, openProjects: await countOpenProjects(ctx, person) };
}

const activeProjects = (ctx: CompanyContext) =>
  ctx.db.selectFrom('projects as p').where(visibleProjects(ctx, 'projects.read')).where('p.archivedAt', 'is', null);

/** An assignment counts with the role that it was made for, as on the project's own page. */
const projectsNaming = (ctx: CompanyContext, person: Person) =>
  activeProjects(ctx).where((eb) => eb.or([manages(person), worksOn(person)]));

const manages = ({ userId, role }: Person) => sql<boolean>`(${role} in ('manager', 'company admin') and exists (
  select from project_managers pm
  where pm.company_id = p.company_id and pm.project_id = p.id and pm.user_id = ${userId}))`;

const worksOn = ({ userId, role }: Person) => sql<boolean>`(${role} = 'worker' and not p.for_everyone and exists (
  select from project_workers pw
  where pw.company_id = p.company_id and pw.project_id = p.id and pw.user_id = ${userId}))`;

async function countOpenProjects(ctx: CompanyContext, { role }: Person): Promise<number> {
  if (role !== 'worker') return 0;
  const open = activeProjects(ctx).where('p.forEveryone', '=', true);
  const { total } = await open.select(countOfRows).executeTakeFirstOrThrow();
  return total;
}

const findPending = (ctx: CompanyContext, { userId }: Person) =>
  ctx.db
    .selectFrom('worklogs as w')
    .where(visibleWorklogs(ctx, 'worklogs.read'))
    .where('w.workerId', '=', userId)
    .where('w.status', '=', 'pending')
    .select([sql<number>`count(*)`.as('pendingWorklogs'), sql<string | null>`min(w.day)`.as('oldestPendingOn')])
    .executeTakeFirstOrThrow();

/** Keys of events are ordered by time: read from the newest on, which is near for whoever is still active. */
async function findLastActiveOn(ctx: CompanyContext, { userId }: Person): Promise<string | null> {
  const last = await ctx.db
    .selectFrom('worklogEvents')
    .where('companyId', '=', ctx.company.id)
    .where('actorId', '=', userId)
    .select('at')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ? dayOf(last.at, ctx.company.timeZone) : null;
}
