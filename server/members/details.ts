// Details of one member for admins: projects, the current month, pending worklogs, last activity. Only of this company, never of others.

import { sql } from 'kysely';
import type { z } from 'zod';
import { maxMemberProjects, type memberDetails } from '#contract/members.ts';
import { dayOf, monthEnd, monthStart } from '#domain/calendar.ts';
import type { Role } from '#domain/permissions.ts';
import { type Assignment, assignmentKinds, isAssignable } from '#domain/project-assignments.ts';
import { chooseProjects, selectProjectChoices } from '../projects/choices.ts';
import { reportPartsBy } from '../reports/parts.ts';
import { sumsOf } from '../reports/sums.ts';
import { visibleProjects, visibleWorklogs } from '../request/access.ts';
import type { CompanyContext } from '../request/context.ts';
import { countOfRows } from '../request/paging.ts';

type Details = z.input<typeof memberDetails>;
type MemberRole = { userId: string; role: Role };

export async function findDetails(ctx: CompanyContext, person: MemberRole & { deactivatedAt: string | null }) {
  return {
    assignableAs: assignmentsOf(ctx, person),
    ...(await findProjects(ctx, person)),
    month: await findMonth(ctx, person),
    ...(await findPending(ctx, person)),
    lastActiveOn: await findLastActiveOn(ctx, person),
  };
}

async function findProjects(ctx: CompanyContext, person: MemberRole) {
  const assigned = assignedProjects(ctx, person);
  const { total } = await assigned.select(countOfRows).executeTakeFirstOrThrow();
  const projects: Details['projects'] = await assigned
    .select(['p.id', 'p.name', 'p.colour', manages(ctx, person).as('isManaged')])
    .orderBy('isManaged', 'desc')
    .orderBy('p.nameKey')
    .orderBy('p.id')
    .limit(maxMemberProjects)
    .execute();
  return { projects, projectsTotal: total, openProjects: await countOpenProjects(ctx, person) };
}

const activeProjects = (ctx: CompanyContext) =>
  ctx.db.selectFrom('projects as p').where(visibleProjects(ctx, 'projects.read')).where('p.archivedAt', 'is', null);

/** An assignment counts only with the role it was made for, as on the project's page. */
const assignedProjects = (ctx: CompanyContext, person: MemberRole) =>
  activeProjects(ctx).where((eb) => eb.or([manages(ctx, person), worksOn(ctx, person)]));

const manages = (
  { company }: CompanyContext,
  { userId, role }: MemberRole,
) => sql<boolean>`(${isAssignable('manager', { ...company, role })} and exists (
  select from project_managers pm
  where pm.company_id = ${company.id} and pm.project_id = p.id and pm.user_id = ${userId}))`;

const worksOn = (
  { company }: CompanyContext,
  { userId, role }: MemberRole,
) => sql<boolean>`(${isAssignable('worker', { ...company, role })} and not p.for_everyone and exists (
  select from project_workers pw
  where pw.company_id = ${company.id} and pw.project_id = p.id and pw.user_id = ${userId}))`;

/** None once deactivated. */
const assignmentsOf = (
  { company }: CompanyContext,
  { role, deactivatedAt }: { role: Role; deactivatedAt: string | null },
): Assignment[] => assignmentKinds.filter((as) => deactivatedAt === null && isAssignable(as, { ...company, role }));

type Choice = { as: Assignment; search?: string | undefined; ids?: string[] | undefined };

/** Projects to choose from; those of `ids` whether or not they match the search. */
export async function listAssignableProjects(
  ctx: CompanyContext,
  person: MemberRole,
  { as, search, ids = [] }: Choice,
) {
  const isAssigned = as === 'manager' ? manages : worksOn;
  const projects = selectProjectChoices(ctx, 'projects.read')
    .where('p.archivedAt', 'is', null)
    .where((eb) => eb.not(isAssigned(ctx, person)))
    .$if(as === 'worker', (query) => query.where('p.forEveryone', '=', false))
    .$if(!isAssignable(as, { ...ctx.company, role: person.role }), (query) => query.where(sql<boolean>`false`));
  return chooseProjects({ all: projects, offered: projects, search, ids });
}

async function countOpenProjects(ctx: CompanyContext, { role }: MemberRole): Promise<number> {
  if (!isAssignable('worker', { ...ctx.company, role })) return 0;
  const open = activeProjects(ctx).where('p.forEveryone', '=', true);
  const { total } = await open.select(countOfRows).executeTakeFirstOrThrow();
  return total;
}

async function findMonth(ctx: CompanyContext, { userId }: MemberRole): Promise<Details['month']> {
  const today = dayOf(ctx.now, ctx.company.timeZone);
  const range = { from: monthStart(today), to: monthEnd(today) };
  const parts = await reportPartsBy(ctx, [], { action: 'reports.read', filter: { workerIds: [userId], ...range } });
  return { ...range, ...sumsOf(parts) };
}

const findPending = (ctx: CompanyContext, { userId }: MemberRole) =>
  ctx.db
    .selectFrom('worklogs as w')
    .where(visibleWorklogs(ctx, 'worklogs.read'))
    .where('w.workerId', '=', userId)
    .where('w.status', '=', 'pending')
    .select([sql<number>`count(*)`.as('pendingWorklogs'), sql<string | null>`min(w.day)`.as('oldestPendingOn')])
    .executeTakeFirstOrThrow();

/** Ids of events are ordered by time: reads backwards from the newest, which is quick for active members. */
async function findLastActiveOn(ctx: CompanyContext, { userId }: MemberRole): Promise<string | null> {
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
