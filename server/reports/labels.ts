// Names of the rows of a report.

import { sql } from 'kysely';
import { noClient } from '#domain/clients.ts';
import type { ProjectColour, TaskKind } from '#domain/projects.ts';
import type { ReportGroup } from '#domain/report-groups.ts';
import type { CompanyContext } from '../request/context.ts';
import { clientNameColumn, tasksWithProject } from '../request/tasks.ts';

const labelled = ['client', 'project', 'task', 'worker'] as const;
type LabelledGroup = (typeof labelled)[number];

export const isLabelled = (group: ReportGroup): group is LabelledGroup => labelled.some((one) => one === group);

export type RowLabel = {
  name: string;
  colour: ProjectColour | null;
  kind: TaskKind | null;
  project: { id: string; name: string } | null;
  clientName: string | null;
};

export async function labelsOf(
  ctx: CompanyContext,
  group: LabelledGroup,
  ids: string[],
): Promise<Map<string, RowLabel>> {
  const rows = await selectLabels(
    ctx,
    group,
    sql<string>`any(${ids.filter((id) => id !== noClient)}::uuid[])`,
  ).execute();
  return new Map(
    rows.map(({ id, projectId, projectName, ...label }) => [
      id,
      { ...label, project: projectId === null ? null : { id: projectId, name: projectName ?? '' } },
    ]),
  );
}

const noValue = sql<null>`null`;

const noProject = [noValue.as('projectId'), noValue.as('projectName')] as const;

const ofNoProject = [...noProject, noValue.as('clientName')] as const;

function selectLabels({ db, company }: CompanyContext, group: LabelledGroup, ids: ReturnType<typeof sql<string>>) {
  switch (group) {
    case 'client':
      return db
        .selectFrom('clients')
        .where('companyId', '=', company.id)
        .where('id', '=', ids)
        .select(['id', 'name', noValue.as('colour'), noValue.as('kind'), ...ofNoProject]);
    case 'project':
      return db
        .selectFrom('projects as p')
        .where('p.companyId', '=', company.id)
        .where('p.id', '=', ids)
        .select(['p.id', 'p.name', 'p.colour', noValue.as('kind'), ...noProject, clientNameColumn(company)]);
    case 'task':
      return tasksWithProject(db)
        .where('t.companyId', '=', company.id)
        .where('t.id', '=', ids)
        .select(['t.id', 't.name', noValue.as('colour'), 't.kind', 'p.id as projectId', 'p.name as projectName'])
        .select(clientNameColumn(company));
    case 'worker':
      return db
        .selectFrom('members as m')
        .innerJoin('users as u', 'u.id', 'm.userId')
        .where('m.companyId', '=', company.id)
        .where('u.id', '=', ids)
        .select(['u.id', 'u.name', noValue.as('colour'), noValue.as('kind'), ...ofNoProject]);
  }
}
