// Tasks with their projects, for every feature that names or checks one.

import { type JoinBuilder, sql } from 'kysely';
import type { Action } from '#domain/permissions.ts';
import type { Database } from '../db/schema.ts';
import { visibleProjects } from './access.ts';
import type { CompanyContext, Db } from './context.ts';

/** A task of a project that the caller may access with `action`. */
export const findVisibleTask = (ctx: CompanyContext, action: Action, taskId: string) =>
  tasksWithProject(ctx.db)
    .where(visibleProjects(ctx, action))
    .where('t.id', '=', taskId)
    .select('t.id')
    .executeTakeFirst();

/** The client of a project `p`, looked up by its key for each row that is returned. */
export const clientNameColumn = (company: { id: string }) =>
  sql<string | null>`(
    select c.name from clients c where c.company_id = ${company.id} and c.id = p.client_id)`.as('clientName');

type ClientJoin = JoinBuilder<Database & { p: Database['projects']; c: Database['clients'] }, 'p' | 'c'>;

/** For `leftJoin('clients as c', ofProject)` where clients are searched as well. */
export const ofProject = (join: ClientJoin) =>
  join.onRef('c.companyId', '=', 'p.companyId').onRef('c.id', '=', 'p.clientId');

/** Tasks `t` with their project `p`. */
export const tasksWithProject = (db: Db) =>
  db
    .selectFrom('tasks as t')
    .innerJoin('projects as p', (join) =>
      join.onRef('p.companyId', '=', 't.companyId').onRef('p.id', '=', 't.projectId'),
    );
