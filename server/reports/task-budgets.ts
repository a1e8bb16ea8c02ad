// The budgets of the tasks in a report: for those who may open breakdowns, in projects that they may see there. Over all time,
// whatever the filter.

import { sql } from 'kysely';
import type { BudgetLine } from '#contract/projects.ts';
import { isAllowed } from '#domain/permissions.ts';
import { readProjectUse } from '../budgets/use.ts';
import { visibleProjects } from '../request/access.ts';
import type { CompanyContext } from '../request/context.ts';

/** By task; of a task with a budget of hours and one of money, the one with the larger used share. */
export async function readTaskBudgets(
  ctx: CompanyContext,
  taskIds: readonly string[],
): Promise<ReadonlyMap<string, BudgetLine>> {
  if (taskIds.length === 0 || !isAllowed(ctx.company, 'reports.breakdown')) return new Map();
  const projects = await ctx.db
    .selectFrom('projects as p')
    .where(visibleProjects(ctx, 'reports.breakdown'))
    .where(
      sql<boolean>`p.id in (
        select project_id from tasks
        where company_id = ${ctx.company.id} and id = any(${taskIds}::uuid[])
          and (budget_minutes is not null or budget_minor is not null))`,
    )
    .select('p.id')
    .execute();
  const use = await readProjectUse(
    ctx.db,
    ctx.company,
    projects.map(({ id }) => id),
  );
  const lines = [...use.values()].flatMap(({ budgets }) => budgets);
  // Sorted by the used share, largest last, because the last entry of a key remains.
  return new Map(lines.toReversed().flatMap((line) => (line.task === null ? [] : [[line.task.id, line] as const])));
}
