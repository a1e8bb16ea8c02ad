// Saves the tasks of a project as one list that contains new, changed and unchanged tasks; missing ones are deleted.
// A task with worklogs cannot be deleted or change its kind; it can be closed.

import { sql } from 'kysely';
import type { z } from 'zod';
import type { projectEndpoints } from '#contract/projects.ts';
import { type Refusal, refuse } from '#domain/reasons.ts';
import { newId } from '../db/ids.ts';
import type { CompanyContext } from '../request/context.ts';

export type NewTask = z.output<typeof projectEndpoints.createProject.input>['tasks'][number];
type EditedTask = NonNullable<z.output<typeof projectEndpoints.updateProject.input>['tasks']>[number];

type ProjectKey = { companyId: string; projectId: string };

export async function addTasks(
  ctx: CompanyContext,
  { companyId, projectId }: ProjectKey,
  tasks: readonly (NewTask & { isClosed?: boolean })[],
): Promise<void> {
  if (tasks.length === 0) return;
  const rows = tasks.map(({ name, kind, isBillable, budgetMinutes, budgetMinor, isClosed }) => ({
    companyId,
    id: newId(),
    projectId,
    name,
    kind,
    isBillable,
    budgetMinutes,
    budgetMinor,
    closedAt: isClosed ? ctx.now : null,
  }));
  await ctx.db.insertInto('tasks').values(rows).execute();
}

/**
 * Locks the tasks of a project until the commit, so that nobody logs on them and an unused task stays unused. Usage is read after
 * the locks: in the same statement it would be from before the wait.
 */
export async function lockTasks(ctx: CompanyContext, { companyId, projectId }: ProjectKey) {
  const tasks = ctx.db
    .selectFrom('tasks as t')
    .where('t.companyId', '=', companyId)
    .where('t.projectId', '=', projectId);
  await tasks.select('t.id').orderBy('t.id').forUpdate().execute();
  return tasks
    .select([
      't.id',
      't.name',
      't.kind',
      't.isBillable',
      't.budgetMinutes',
      't.budgetMinor',
      't.closedAt',
      isUsed(ctx.company).as('isUsed'),
    ])
    .execute();
}

/** Whether there was ever a worklog on the task, deleted ones included: their history names it. */
export const isUsed = (company: { id: string }) => sql<boolean>`exists (
  select 1 from worklogs w where w.company_id = ${company.id} and w.task_id = t.id)`;

type TaskRow = Awaited<ReturnType<typeof lockTasks>>[number];

export function taskRefusals(before: readonly TaskRow[], edited: readonly EditedTask[]): Refusal[] {
  const known = new Map(before.map((task) => [task.id, task]));
  const kept = new Set(edited.map(({ id }) => id));
  const wrong = edited.flatMap(({ id, name, kind }, index) => {
    if (id === undefined)
      return Object.entries({ name, kind }).flatMap(([field, value]) =>
        value === undefined ? [refuse('field.required', { path: `tasks.${index}.${field}` })] : [],
      );
    const task = known.get(id);
    const isRepeated = edited.findIndex((other) => other.id === id) < index;
    if (!task || isRepeated) return [refuse('task.missing', { path: `tasks.${index}.id` })];
    return task.isUsed && kind !== undefined && task.kind !== kind
      ? [refuse('task.in-use', { path: `tasks.${index}.kind` })]
      : [];
  });
  const isUsedTaskMissing = before.some((task) => task.isUsed && !kept.has(task.id));
  return [...wrong, ...(isUsedTaskMissing ? [refuse('task.in-use', { path: 'tasks' })] : [])];
}

export async function saveTasks(
  ctx: CompanyContext,
  project: ProjectKey,
  before: readonly TaskRow[],
  edited: readonly EditedTask[],
): Promise<void> {
  const kept = before.flatMap(({ closedAt, isUsed: _, ...task }) => {
    const change = edited.find(({ id }) => id === task.id);
    return change
      ? [{ ...task, isClosed: closedAt !== null, ...change, id: task.id, name: change.name ?? task.name }]
      : [];
  });
  const names = new Map(before.map(({ id, name }) => [id, name]));
  const renamed = kept.filter(({ id, name }) => names.get(id) !== name);
  const idsOf = (tasks: typeof kept) => tasks.map(({ id }) => id);
  await deleteOtherTasks(ctx, project, idsOf(kept));
  await freeNames(ctx, project, idsOf(renamed));
  await changeTasks(ctx, project, kept);
  await addTasks(ctx, project, edited.flatMap(asNewTask));
}

/** New tasks without a name or kind were refused before (taskRefusals). */
const asNewTask = ({
  id,
  name,
  kind,
  isBillable = true,
  budgetMinutes = null,
  budgetMinor = null,
  isClosed = false,
}: EditedTask) =>
  id === undefined && name !== undefined && kind !== undefined
    ? [{ name, kind, isBillable, budgetMinutes, budgetMinor, isClosed }]
    : [];

async function deleteOtherTasks({ db }: CompanyContext, { companyId, projectId }: ProjectKey, kept: string[]) {
  await db
    .deleteFrom('tasks')
    .where('companyId', '=', companyId)
    .where('projectId', '=', projectId)
    .where('id', '<>', sql<string>`all(${kept}::uuid[])`)
    .execute();
}

/** Tasks may swap names, which the unique index would refuse row by row: renamed tasks get temporary names first. */
async function freeNames({ db }: CompanyContext, { companyId, projectId }: ProjectKey, renamed: string[]) {
  if (renamed.length === 0) return;
  await db
    .updateTable('tasks')
    .set({ name: sql<string>`id::text` })
    .where('companyId', '=', companyId)
    .where('projectId', '=', projectId)
    .where('id', 'in', renamed)
    .execute();
}

async function changeTasks({ db, now }: CompanyContext, { companyId, projectId }: ProjectKey, kept: object[]) {
  await sql`
    update tasks t
    set name = e.name, kind = e.kind, is_billable = e."isBillable", budget_minutes = e."budgetMinutes", budget_minor = e."budgetMinor",
        closed_at = case when e."isClosed" then coalesce(t.closed_at, ${now}) end
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as e (
      id uuid, name text, kind text, "isBillable" boolean, "budgetMinutes" integer, "budgetMinor" bigint, "isClosed" boolean)
    where t.company_id = ${companyId} and t.project_id = ${projectId} and t.id = e.id`.execute(db);
}
