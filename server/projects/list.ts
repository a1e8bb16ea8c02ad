// The list of projects, one page at a time. What is used is summed only for the projects of the page; only sorting by hours or
// tasks reads all projects of the filter.

import { sql } from 'kysely';
import type { z } from 'zod';
import type { projectEndpoints } from '#contract/projects.ts';
import { readProjectUse } from '../budgets/use.ts';
import { sumSource } from '../reports/parts.ts';
import { hasClient, type WorklogFilter } from '../reports/worklog-filter.ts';
import { managedProjects, visibleProjects } from '../request/access.ts';
import type { CompanyContext } from '../request/context.ts';
import { countOfRows, directionOf, paginate, type SortKey } from '../request/paging.ts';
import { ofProject } from '../request/tasks.ts';
import { matchesSearch } from '../request/text-search.ts';

type Input = z.output<typeof projectEndpoints.listProjects.input>;

export async function listProjects(ctx: CompanyContext, input: Input) {
  const paging = paginate(ctx, input, { name: 'projects', keys: projectKeys(input) });
  const { total } = await projectsOf(ctx, input).select(countOfRows).executeTakeFirstOrThrow();
  const { rows, place } = paging.cut(await selectPage(ctx, input, paging).execute());
  const use = await readProjectUse(
    ctx.db,
    ctx.company,
    rows.map(({ id }) => id),
  );
  const projects = rows.map((row) => {
    const { minutes, budgets } = use.get(row.id) ?? { minutes: 0, budgets: [] };
    return { ...row, minutes, worstBudget: budgets[0] ?? null };
  });
  return { projects, total, ...place };
}

const projectsOf = (ctx: CompanyContext, { archived, managedBy, clientIds, search }: Input) =>
  ctx.db
    .selectFrom('projects as p')
    .leftJoin('clients as c', ofProject)
    .where(visibleProjects(ctx, 'projects.details'))
    .where('p.archivedAt', archived === 'yes' ? 'is not' : 'is', null)
    .$if(managedBy === 'me', (query) => query.where(managedProjects(ctx)))
    .$if(clientIds !== undefined, (query) => query.where(hasClient(sql.ref('p.client_id'), clientIds ?? [])))
    .where(matchesSearch(search, 'p.search_key', 'c.name_key'));

/** Projects without a client or an end day come last in both directions; ties are sorted by name. */
function projectKeys({ sort, order }: Input): SortKey[] {
  const direction = directionOf(order);
  const orders: Record<typeof sort, SortKey[]> = {
    name: [],
    client: [{ by: sql`c.name_key`, type: 'text', direction, nulls: 'last' }],
    endsOn: [{ by: sql`p.ends_on`, type: 'date', direction, nulls: 'last' }],
    openTasks: [{ by: sql`coalesce("open".count, 0)`, type: 'numeric', direction }],
    hours: [{ by: sql`coalesce(used.minutes, 0)`, type: 'numeric', direction }],
  };
  return [
    ...orders[sort],
    { by: sql`p.name_key`, type: 'text', direction },
    { by: sql`p.id`, type: 'uuid', direction },
  ];
}

function selectPage(ctx: CompanyContext, input: Input, paging: ReturnType<typeof paginate>) {
  const { sort } = input;
  return projectsOf(ctx, input)
    .select([
      'p.id',
      'p.name',
      'p.clientId',
      'c.name as clientName',
      'p.code',
      'p.colour',
      'p.startsOn',
      'p.endsOn',
      'p.budgetMinutes',
      'p.budgetMinor',
    ])
    .select((eb) => [
      sql<boolean>`p.archived_at is not null`.as('isArchived'),
      sql<boolean>`${visibleProjects(ctx, 'projects.update')(eb)}`.as('canUpdate'),
      sql<number>`(select count(*) from tasks t
        where t.company_id = ${ctx.company.id} and t.project_id = p.id and t.closed_at is null)`.as('openTasks'),
    ])
    .$if(sort === 'openTasks', (query) => query.leftJoin(openTasks(ctx).as('open'), 'open.projectId', 'p.id'))
    .$if(sort === 'hours', (query) =>
      query.leftJoin(sql<HoursUsed>`(${hoursUsed(ctx)})`.as('used'), 'used.projectId', 'p.id'),
    )
    .$call(paging.select);
}

const openTasks = (ctx: CompanyContext) =>
  ctx.db
    .selectFrom('tasks')
    .where('companyId', '=', ctx.company.id)
    .where('closedAt', 'is', null)
    .groupBy('projectId')
    .select(['projectId', sql<number>`count(*)`.as('count')]);

type HoursUsed = { projectId: string; minutes: number };

function hoursUsed(ctx: CompanyContext) {
  const filter: WorklogFilter = { statuses: ['pending', 'approved'], kinds: ['timed'] };
  return sql<HoursUsed>`
    select project_id, sum(minutes) as minutes
    from ${sumSource(ctx, ['project'], { action: 'worklogs.read', filter })} s group by project_id`;
}
