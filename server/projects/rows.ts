// Reads a project with its tasks. Assigned people are included only for callers who may change the project.

import { sql } from 'kysely';
import type { z } from 'zod';
import type { project } from '#contract/projects.ts';
import { rolesAssignable } from '#domain/project-assignments.ts';
import { visibleProjects } from '../request/access.ts';
import type { CompanyContext } from '../request/context.ts';
import { ensureFound } from '../request/refused.ts';
import { clientNameColumn } from '../request/tasks.ts';
import { isUsed } from './tasks.ts';

export const getProject = (ctx: CompanyContext, projectId: string) =>
  readProject(ctx, selectProject(ctx, projectId).where(visibleProjects(ctx, 'projects.details')));

/** For a caller who has just changed it, and may no longer see it: a manager can hand a project over. */
export const getChangedProject = (ctx: CompanyContext, projectId: string) =>
  readProject(ctx, selectProject(ctx, projectId));

async function readProject(
  ctx: CompanyContext,
  selected: ReturnType<typeof selectProject>,
): Promise<z.input<typeof project>> {
  const row = await selected.executeTakeFirst();
  const { managerIds, workerIds, ...shown } = ensureFound(row, 'project.missing');
  const tasks = await selectTasks(ctx, shown.id).execute();
  return {
    ...shown,
    managerIds: shown.canUpdate ? managerIds : [],
    workerIds: shown.canUpdate ? workerIds : [],
    isUsed: tasks.some(({ isUsed }) => isUsed),
    tasks,
  };
}

/** Assigned people who left or whose role no longer fits are omitted; the next change of the list removes them. */
const selectProject = (ctx: CompanyContext, projectId: string) =>
  ctx.db
    .selectFrom('projects as p')
    .where('p.companyId', '=', ctx.company.id)
    .where('p.id', '=', projectId)
    .select([
      'p.id',
      'p.name',
      'p.clientId',
      clientNameColumn(ctx.company),
      'p.code',
      'p.colour',
      'p.notes',
      'p.startsOn',
      'p.endsOn',
    ])
    .select(['p.budgetMinutes', 'p.budgetMinor', 'p.forEveryone', 'p.version'])
    .select((eb) => [
      sql<boolean>`p.archived_at is not null`.as('isArchived'),
      sql<boolean>`${visibleProjects(ctx, 'projects.update')(eb)}`.as('canUpdate'),
      sql<string[]>`array(select pm.user_id from project_managers pm
        join members m on m.company_id = pm.company_id and m.user_id = pm.user_id
        where pm.company_id = ${ctx.company.id} and pm.project_id = p.id
          and m.deactivated_at is null and m.role = any(${rolesAssignable('manager', ctx.company)}::text[])
        order by pm.user_id)`.as('managerIds'),
      sql<string[]>`array(select pw.user_id from project_workers pw
        join members m on m.company_id = pw.company_id and m.user_id = pw.user_id
        where pw.company_id = ${ctx.company.id} and pw.project_id = p.id
          and m.deactivated_at is null and m.role = any(${rolesAssignable('worker', ctx.company)}::text[])
        order by pw.user_id)`.as('workerIds'),
    ]);

const selectTasks = (ctx: CompanyContext, projectId: string) =>
  ctx.db
    .selectFrom('tasks as t')
    .where('t.companyId', '=', ctx.company.id)
    .where('t.projectId', '=', projectId)
    .select(['t.id', 't.name', 't.kind', 't.isBillable', 't.budgetMinutes', 't.budgetMinor'])
    .select([sql<boolean>`t.closed_at is not null`.as('isClosed'), isUsed(ctx.company).as('isUsed')])
    .orderBy('t.id');
