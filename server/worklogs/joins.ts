// The joins that queries of worklogs with names begin with, and the columns of the plain fields (domain/worklog-fields.ts).

import { worklogFieldNames } from '#domain/worklog-fields.ts';
import type { Db } from '../request/context.ts';

/** Worklogs `w` with their project `p`. */
export const worklogsWithProject = (db: Db) =>
  db
    .selectFrom('worklogs as w')
    .innerJoin('projects as p', (join) =>
      join.onRef('p.companyId', '=', 'w.companyId').onRef('p.id', '=', 'w.projectId'),
    );

/** Worklogs `w` with their project `p` and task `t`. */
export const worklogsWithTask = (db: Db) =>
  worklogsWithProject(db).innerJoin('tasks as t', (join) =>
    join.onRef('t.companyId', '=', 'w.companyId').onRef('t.id', '=', 'w.taskId'),
  );

export const plainColumns = worklogFieldNames.map((name) => `w.${name}` as const);
