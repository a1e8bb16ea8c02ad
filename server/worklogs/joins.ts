// The joins that queries of worklogs with names begin with, and the columns of the plain fields (domain/worklog-fields.ts).

import { sql } from 'kysely';
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

/** The names of the tags of a worklog `w`, sorted. */
export const tagNamesOf = (companyId: string) => sql<string[]>`array(
  select g.name from worklog_tags wt join tags g on g.company_id = wt.company_id and g.id = wt.tag_id
  where wt.company_id = ${companyId} and wt.worklog_id = w.id order by g.name_key, g.id)`;
