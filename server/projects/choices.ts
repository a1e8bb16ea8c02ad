// Projects and tasks to choose from: only names, the first that fit, and the chosen ones.

import { sql } from 'kysely';
import type { z } from 'zod';
import type { projectEndpoints } from '#contract/projects.ts';
import { lastUsedWorklogs } from '#domain/favourites.ts';
import { visibleProjects } from '../request/access.ts';
import { choicesAsked, isOneOf, shownOf } from '../request/choices.ts';
import type { CompanyContext } from '../request/context.ts';
import { found } from '../request/refused.ts';
import { hasWords } from '../request/text-search.ts';

type Asked<Name extends keyof typeof projectEndpoints> = z.output<(typeof projectEndpoints)[Name]['input']>;

/** A chosen one is named also when it is archived by now. */
export async function listProjectChoices(ctx: CompanyContext, asked: Asked<'listProjectChoices'>) {
  const { search, ids = [], archived } = asked;
  const projects = ctx.db
    .selectFrom('projects as p')
    .where(visibleProjects(ctx, 'worklogs.read'))
    .select(['p.id', 'p.name', 'p.code', 'p.colour', sql<boolean>`p.archived_at is not null`.as('isArchived')]);
  const fitting = await projects
    .where(hasWords(search, 'p.search_key'))
    .$if(archived === 'no', (query) => query.where('p.archivedAt', 'is', null))
    .$if(archived === 'also', (query) => query.orderBy(sql`p.archived_at is not null`))
    .orderBy('p.nameKey')
    .orderBy('p.id')
    .limit(choicesAsked)
    .execute();
  const chosen = ids.length > 0 ? await projects.where(isOneOf('p.id', ids)).orderBy('p.nameKey').execute() : [];
  return { ...shownOf(fitting), chosen };
}

/** Closed ones too: reports keep them. */
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
  found(rows[0], 'project.missing');
  return { tasks: rows.flatMap(({ id, name }) => (id !== null && name !== null ? [{ id, name }] : [])) };
}

/** Favourites come first, the most used of them before the others, then what the worker logged on last. */
export async function listLoggableTasks(ctx: CompanyContext, { search, ids = [] }: Asked<'listLoggableTasks'>) {
  const tasks = selectLoggable(ctx);
  const fitting = await tasks
    .where(hasWords(search, 'p.search_key', 't.name_key'))
    .orderBy(sql`case when f.position is not null then coalesce(used.times, 0) end`, (order) =>
      order.desc().nullsLast(),
    )
    .orderBy('f.position', (order) => order.asc().nullsLast())
    .orderBy('used.at', (order) => order.desc().nullsLast())
    .orderBy('p.nameKey')
    .orderBy('t.nameKey')
    .orderBy('t.id')
    .limit(choicesAsked)
    .execute();
  const chosen = ids.length > 0 ? await tasks.where(isOneOf('t.id', ids)).execute() : [];
  const { found, hasMore } = shownOf(fitting);
  return { found: found.map(toLoggable), hasMore, chosen: chosen.map(toLoggable) };
}

const toLoggable = <Row extends { lastUsedAt: Date | null }>({ lastUsedAt, ...row }: Row) => ({
  ...row,
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

const selectLoggable = (ctx: CompanyContext) =>
  ctx.db
    .selectFrom('projects as p')
    .where(visibleProjects(ctx, 'worklogs.submit'))
    .where('p.archivedAt', 'is', null)
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
    .select(['t.id as taskId', 't.name as taskName', 't.kind', 'p.id as projectId', 'p.name as projectName'])
    .select(['p.colour', 'used.at as lastUsedAt', sql<boolean>`f.task_id is not null`.as('isFavourite')]);

/** Read off the newest end of an index: whoever has logged for ten years waits no longer than who began today. */
const lastSubmitted = ({ db, company, person }: CompanyContext) =>
  db
    .selectFrom('worklogs')
    .where('companyId', '=', company.id)
    .where('workerId', '=', person.id)
    .where('status', '<>', 'deleted')
    .orderBy('submittedAt', 'desc')
    .limit(lastUsedWorklogs)
    .select(['taskId', 'submittedAt'])
    .as('recent');
