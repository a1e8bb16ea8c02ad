// Names of the rows of a report.

import { sql } from 'kysely';
import type { ProjectColour, TaskKind } from '#domain/projects.ts';
import type { CompanyContext } from '../request/context.ts';

export type ReportGrouping = 'project' | 'task' | 'worker';

export type RowLabel = { name: string; colour: ProjectColour | null; kind: TaskKind | null };

export async function labelsOf(
  ctx: CompanyContext,
  grouping: ReportGrouping,
  ids: string[],
): Promise<Map<string, RowLabel>> {
  const rows = await selectLabels(ctx, grouping, sql<string>`any(${ids}::uuid[])`).execute();
  return new Map(rows.map(({ id, ...label }) => [id, label]));
}

const noValue = sql<null>`null`;

function selectLabels({ db, company }: CompanyContext, grouping: ReportGrouping, ids: ReturnType<typeof sql<string>>) {
  switch (grouping) {
    case 'project':
      return db
        .selectFrom('projects')
        .where('companyId', '=', company.id)
        .where('id', '=', ids)
        .select(['id', 'name', 'colour', noValue.as('kind')]);
    case 'task':
      return db
        .selectFrom('tasks')
        .where('companyId', '=', company.id)
        .where('id', '=', ids)
        .select(['id', 'name', noValue.as('colour'), 'kind']);
    case 'worker':
      return db
        .selectFrom('members as m')
        .innerJoin('users as u', 'u.id', 'm.userId')
        .where('m.companyId', '=', company.id)
        .where('u.id', '=', ids)
        .select(['u.id', 'u.name', noValue.as('colour'), noValue.as('kind')]);
  }
}
