// Options of the project and task pickers: names only, the first matches, and the options that are chosen already.

import { sql } from 'kysely';
import type { z } from 'zod';
import type { loggableTaskEndpoints } from '#contract/loggable-tasks.ts';
import type { projectEndpoints } from '#contract/projects.ts';
import { maxLastUsedWorklogs } from '#domain/favourites.ts';
import type { Action } from '#domain/permissions.ts';
import { visibleProjects } from '../request/access.ts';
import { choicesQueryLimit, isOneOf, toChoices } from '../request/choices.ts';
import type { CompanyContext } from '../request/context.ts';
import { ensureFound } from '../request/refused.ts';
import { ofProject } from '../request/tasks.ts';
import { matchesSearch } from '../request/text-search.ts';

type TasksInput = z.output<typeof loggableTaskEndpoints.listEnterableTasks.input>;
type Input<Name extends keyof typeof projectEndpoints> = z.output<(typeof projectEndpoints)[Name]['input']>;

/** Chosen projects are included even if they are archived. */
export async function listProjectChoices(ctx: CompanyContext, input: Input<'listProjectChoices'>) {
  const { search, ids = [], archived } = input;
  const all = selectProjectChoices(ctx, 'worklogs.read');
  const offered = all
    .$if(archived === 'no', (query) => query.where('p.archivedAt', 'is', null))
    .$if(archived === 'also', (query) => query.orderBy(sql`p.archived_at is not null`));
  return chooseProjects({ all, offered, search, ids });
}

export const selectProjectChoices = (ctx: CompanyContext, action: Action) =>
  ctx.db
    .selectFrom('projects as p')
    .leftJoin('clients as c', ofProject)
    .where(visibleProjects(ctx, action))
    .select([
      'p.id',
      'p.name',
      'c.name as clientName',
      'p.code',
      'p.colour',
      sql<boolean>`p.archived_at is not null`.as('isArchived'),
    ]);

type ChoiceQuery = ReturnType<typeof selectProjectChoices>;
type Choosing = { all: ChoiceQuery; offered: ChoiceQuery; search: string | undefined; ids: readonly string[] };

/** The first of the offered projects that match; those of `ids` whether or not they match. */
export async function chooseProjects({ all, offered, search, ids }: Choosing) {
  const matching = await offered
    .where(matchesSearch(search, 'p.search_key', 'c.name_key'))
    .orderBy('p.nameKey')
    .orderBy('p.id')
    .limit(choicesQueryLimit)
    .execute();
  const chosen = ids.length > 0 ? await all.where(isOneOf('p.id', ids)).orderBy('p.nameKey').execute() : [];
  return { ...toChoices(matching), chosen };
}

/** Includes closed tasks, because reports contain them. */
export async function listTaskChoices(ctx: CompanyContext, projectId: string) {
  const rows = await ctx.db
    .selectFrom('projects as p')
    .where(visibleProjects(ctx, 'worklogs.read'))
    .where('p.id', '=', projectId)
    .leftJoin('tasks as t', (join) => join.onRef('t.companyId', '=', 'p.companyId').onRef('t.projectId', '=', 'p.id'))
    .orderBy('t.nameKey')
    .orderBy('t.id')
    .select(['t.id', 't.name'])
    .execute();
  ensureFound(rows[0], 'project.missing');
  return { tasks: rows.flatMap(({ id, name }) => (id !== null && name !== null ? [{ id, name }] : [])) };
}

/** Favourites first, the most used of them before the others; then the most recently used tasks. */
export async function listLoggableTasks(
  ctx: CompanyContext,
  action: 'worklogs.submit' | 'worklogs.enter',
  { projectId, search, ids = [] }: TasksInput,
) {
  const tasks = selectLoggable(ctx, action).$if(projectId !== undefined, (query) =>
    query.where('p.id', '=', projectId ?? ''),
  );
  const matching = await tasks
    .where(matchesSearch(search, 'p.search_key', 't.name_key', 'c.name_key'))
    .orderBy(sql`case when f.position is not null then coalesce(used.times, 0) end`, (order) =>
      order.desc().nullsLast(),
    )
    .orderBy('f.position', (order) => order.asc().nullsLast())
    .orderBy('used.at', (order) => order.desc().nullsLast())
    .orderBy('p.nameKey')
    .orderBy('t.nameKey')
    .orderBy('t.id')
    .limit(choicesQueryLimit)
    .execute();
  const chosen = ids.length > 0 ? await tasks.where(isOneOf('t.id', ids)).execute() : [];
  const { found, hasMore } = toChoices(matching);
  return { found: found.map(toLoggable), hasMore, chosen: chosen.map(toLoggable) };
}

const toLoggable = <Row extends { lastUsedAt: Date | null }>({ lastUsedAt, ...row }: Row) => ({
  ...row,
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

const selectLoggable = (ctx: CompanyContext, action: 'worklogs.submit' | 'worklogs.enter') =>
  ctx.db
    .selectFrom('projects as p')
    .where(visibleProjects(ctx, action))
    .where('p.archivedAt', 'is', null)
    .leftJoin('clients as c', ofProject)
    .innerJoin('tasks as t', (join) =>
      join.onRef('t.companyId', '=', 'p.companyId').onRef('t.projectId', '=', 'p.id').on('t.closedAt', 'is', null),
    )
    .leftJoin(
      (eb) =>
        eb
          .selectFrom(lastSubmitted(ctx))
          .groupBy('taskId')
          .select(['taskId', sql<Date>`max(submitted_at)`.as('at'), sql<number>`count(*)`.as('times')])
          .as('used'),
      (join) => join.onRef('used.taskId', '=', 't.id'),
    )
    .leftJoin('favouriteTasks as f', (join) =>
      join.onRef('f.companyId', '=', 't.companyId').onRef('f.taskId', '=', 't.id').on('f.userId', '=', ctx.person.id),
    )
    .select([
      't.id as taskId',
      't.name as taskName',
      't.kind',
      't.isBillable',
      'p.id as projectId',
      'p.name as projectName',
      'c.name as clientName',
    ])
    .select(['p.colour', 'used.at as lastUsedAt', sql<boolean>`f.task_id is not null`.as('isFavourite')]);

/** Reads only the newest entries of an index, so that it takes no longer after ten years of worklogs. */
const lastSubmitted = ({ db, company, person }: CompanyContext) =>
  db
    .selectFrom('worklogs')
    .where('companyId', '=', company.id)
    .where('workerId', '=', person.id)
    .where('status', '<>', 'deleted')
    .orderBy('submittedAt', 'desc')
    .limit(maxLastUsedWorklogs)
    .select(['taskId', 'submittedAt'])
    .as('recent');
