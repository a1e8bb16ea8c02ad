// Projects: created by company admins, changed by them and by the managers of each. Archived rather than deleted.
// A change names the version that was seen. Tasks are locked before their project, the order in which submitting a worklog locks
// both; a client that is created comes before them.

import { sql } from 'kysely';
import type { z } from 'zod';
import type { loggableTaskEndpoints } from '#contract/loggable-tasks.ts';
import type { projectEndpoints } from '#contract/projects.ts';
import { duplicateTaskRefusals, projectDatesRefusal } from '#domain/projects.ts';
import { type Refusal, refuse } from '#domain/reasons.ts';
import { requestBudgetCheck } from '../budgets/checks.ts';
import { clientIdOf } from '../clients/find-or-create.ts';
import { newId } from '../db/ids.ts';
import { visibleProjects } from '../request/access.ts';
import { violatedConstraint } from '../request/constraint.ts';
import type { CompanyContext } from '../request/context.ts';
import type { Handlers } from '../request/pipeline.ts';
import { ensureAllowed, ensureFound, RefusalError, refused } from '../request/refused.ts';
import { listLoggableTasks, listProjectChoices, listTaskChoices } from './choices.ts';
import { listProjects } from './list.ts';
import { assignPeople, listAssignable, peopleRefusals } from './people.ts';
import { getChangedProject, getProject } from './rows.ts';
import { addTasks, lockTasks, saveTasks, taskRefusals } from './tasks.ts';

export const projectHandlers: Handlers<typeof projectEndpoints & typeof loggableTaskEndpoints> = {
  async listProjects(ctx, input) {
    return listProjects(ctx, input);
  },

  async listProjectChoices(ctx, input) {
    return listProjectChoices(ctx, input);
  },

  async listTaskChoices(ctx, { projectId }) {
    return listTaskChoices(ctx, projectId);
  },

  async getProject(ctx, { projectId }) {
    return getProject(ctx, projectId);
  },

  async createProject(ctx, { companyId, tasks, managerIds = [], workerIds = [], clientName, ...fields }) {
    const projectId = newId();
    const clientId = (await clientIdOf(ctx, clientName)) ?? null;
    ensureAllowed([
      ...(await nameRefusals(ctx, projectId, { name: fields.name, clientId })),
      ...datesRefusals(fields.startsOn, fields.endsOn),
      ...duplicateTaskRefusals(tasks.map(({ name }) => name)),
      ...(await peopleRefusals(ctx, { managerIds, workerIds })),
    ]);
    await ctx.db
      .insertInto('projects')
      .values({ companyId, id: projectId, clientId, ...fields })
      .execute()
      .catch(asNameTaken(clientId));
    await addTasks(ctx, { companyId, projectId }, tasks).catch(asTaskNameTaken);
    await assignPeople(ctx, projectId, { managerIds, workerIds });
    ctx.publishChange(companyId, 'projects', 'members', 'dashboard');
    return getProject(ctx, projectId);
  },

  async updateProject(ctx, { companyId, projectId, version, tasks, managerIds, workerIds, clientName, ...given }) {
    const key = { companyId, projectId };
    const fields = { ...given, clientId: await clientIdOf(ctx, clientName) };
    const tasksBefore = await lockTasks(ctx, key);
    const before = await lockProject(ctx, projectId);
    ensureSeen(before, version);
    const nameBefore = (id: string | undefined) => tasksBefore.find((task) => task.id === id)?.name ?? '';
    const isUnnamed = fields.name === undefined && fields.clientId === undefined;
    const named = { name: fields.name ?? before.name, clientId: valueOr(fields.clientId, before.clientId) };
    ensureAllowed([
      ...(before.archivedAt || isUnnamed ? [] : await nameRefusals(ctx, projectId, named)),
      ...datesRefusals(valueOr(fields.startsOn, before.startsOn), valueOr(fields.endsOn, before.endsOn)),
      ...(tasks ? taskRefusals(tasksBefore, tasks) : []),
      ...duplicateTaskRefusals((tasks ?? []).map(({ id, name }) => name ?? nameBefore(id))),
      ...(await peopleRefusals(ctx, { managerIds, workerIds })),
    ]);
    await setProject(ctx, projectId, fields).catch(asNameTaken(named.clientId));
    if (tasks) await saveTasks(ctx, key, tasksBefore, tasks).catch(asTaskNameTaken);
    await assignPeople(ctx, projectId, { managerIds, workerIds });
    await requestBudgetCheck(ctx, projectId);
    publishProjectChange(ctx);
    return getChangedProject(ctx, projectId);
  },

  async archiveProject(ctx, { projectId, version }) {
    const before = await lockProject(ctx, projectId);
    if (before.archivedAt) return getProject(ctx, projectId);
    ensureSeen(before, version);
    await setProject(ctx, projectId, { archivedAt: ctx.now });
    await requestBudgetCheck(ctx, projectId);
    publishProjectChange(ctx);
    return getProject(ctx, projectId);
  },

  async restoreProject(ctx, { projectId, version }) {
    const before = await lockProject(ctx, projectId);
    if (!before.archivedAt) return getProject(ctx, projectId);
    ensureSeen(before, version);
    ensureAllowed(await nameRefusals(ctx, projectId, before));
    await setProject(ctx, projectId, { archivedAt: null }).catch(asNameTaken(before.clientId));
    await requestBudgetCheck(ctx, projectId);
    publishProjectChange(ctx);
    return getProject(ctx, projectId);
  },

  async listAssignablePeople(ctx, input) {
    return listAssignable(ctx, input);
  },

  async listLoggableTasks(ctx, input) {
    return listLoggableTasks(ctx, 'worklogs.submit', input);
  },

  async listEnterableTasks(ctx, input) {
    return listLoggableTasks(ctx, 'worklogs.enter', input);
  },
};

/** Locks the project until the commit; missing for callers who may not change it. */
async function lockProject(ctx: CompanyContext, projectId: string) {
  const row = await ctx.db
    .selectFrom('projects as p')
    .where(visibleProjects(ctx, 'projects.update'))
    .where('p.id', '=', projectId)
    .select(['p.version', 'p.name', 'p.clientId', 'p.archivedAt', 'p.startsOn', 'p.endsOn'])
    .forUpdate()
    .executeTakeFirst();
  return ensureFound(row, 'project.missing');
}

function ensureSeen(before: { version: number }, version: number): void {
  if (before.version !== version) throw refused('project.changed-since-seen', { extra: { version: before.version } });
}

type Fields = Omit<
  z.output<typeof projectEndpoints.updateProject.input>,
  'companyId' | 'projectId' | 'version' | 'tasks' | 'managerIds' | 'workerIds' | 'clientName'
> & { clientId?: string | null | undefined };

async function setProject(
  { db, company }: CompanyContext,
  projectId: string,
  fields: Fields | { archivedAt: Date | null },
): Promise<void> {
  await db
    .updateTable('projects')
    .set((eb) => ({ ...fields, version: eb('version', '+', 1) }))
    .where('companyId', '=', company.id)
    .where('id', '=', projectId)
    .execute();
}

/** Checked first so that all invalid fields are reported together; the unique index decides in a race. */
async function nameRefusals(
  { db, company }: CompanyContext,
  projectId: string,
  { name, clientId }: { name: string; clientId: string | null },
): Promise<Refusal[]> {
  const other = await db
    .selectFrom('projects')
    .where('companyId', '=', company.id)
    .where('id', '<>', projectId)
    .where('archivedAt', 'is', null)
    .where('clientId', 'is not distinct from', clientId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .select('id')
    .executeTakeFirst();
  return other ? [nameTaken(clientId)] : [];
}

const nameTaken = (clientId: string | null) =>
  refuse(clientId === null ? 'project.name-taken' : 'project.name-taken-of-client', { path: 'name' });

/** In a race the unique index decides. */
const asNameTaken = (clientId: string | null) => (error: unknown) => {
  if (violatedConstraint(error) === 'projects_name_of_client_once') throw new RefusalError([nameTaken(clientId)]);
  throw error;
};

function asTaskNameTaken(error: unknown): never {
  if (violatedConstraint(error) === 'tasks_name_once') throw refused('task.name-taken', { path: 'tasks' });
  throw error;
}

function datesRefusals(startsOn: string | null | undefined, endsOn: string | null | undefined): Refusal[] {
  const refusal = projectDatesRefusal(startsOn ?? null, endsOn ?? null);
  return refusal ? [refusal] : [];
}

/** Null is a value (it removes the date); an absent field keeps the old value. */
const valueOr = <T>(given: T | undefined, before: T): T => (given === undefined ? before : given);

const publishProjectChange = (ctx: CompanyContext) =>
  ctx.publishChange(ctx.company.id, 'projects', 'members', 'worklogs', 'reports', 'dashboard');
