// Tasks with their projects, for every feature that names or checks one.

import type { Action } from '#domain/permissions.ts';
import { visibleProjects } from './access.ts';
import type { CompanyContext, Db } from './context.ts';

/** A task of a project that the caller may access with `action`. */
export const findVisibleTask = (ctx: CompanyContext, action: Action, taskId: string) =>
  tasksWithProject(ctx.db)
    .where(visibleProjects(ctx, action))
    .where('t.id', '=', taskId)
    .select('t.id')
    .executeTakeFirst();

/** Tasks `t` with their project `p`. */
export const tasksWithProject = (db: Db) =>
  db
    .selectFrom('tasks as t')
    .innerJoin('projects as p', (join) =>
      join.onRef('p.companyId', '=', 't.companyId').onRef('p.id', '=', 't.projectId'),
    );
