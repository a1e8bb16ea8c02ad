// Budgets of projects and of their open tasks with what is used of them, from the precomputed sums (decision 024): one statement,
// exact while others write. Whether the reader may see these projects is checked by the caller.

import { sql } from 'kysely';
import type { BudgetLine } from '#contract/projects.ts';
import { byUsedShare, reachedThreshold } from '#domain/budget-alerts.ts';
import { countedStatuses } from '#domain/totals.ts';
import type { CompanyFacts, Db } from '../request/context.ts';

export type ProjectUse = {
  minutes: number;
  /** The largest used share first. */
  budgets: BudgetLine[];
};

export type BudgetCompany = Pick<CompanyFacts, 'id' | 'currency'>;

export async function readProjectUse(
  db: Db,
  company: BudgetCompany,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, ProjectUse>> {
  if (projectIds.length === 0) return new Map();
  const rows = await readRows(db, company, projectIds);
  const use = new Map<string, ProjectUse>();
  for (const [projectId, own] of Map.groupBy(rows, (row) => row.projectId))
    use.set(projectId, {
      minutes: own.find(({ taskId }) => taskId === null)?.minutes ?? 0,
      budgets: own.flatMap(toLines).sort(byUsedShare),
    });
  return use;
}

/** The budgets of these projects that have reached a threshold, the largest used share first. */
export async function readReachedBudgets(
  db: Db,
  company: BudgetCompany,
  projectIds: readonly string[],
): Promise<BudgetLine[]> {
  const use = await readProjectUse(db, company, projectIds);
  return [...use.values()]
    .flatMap(({ budgets }) => budgets)
    .filter((line) => reachedThreshold(line) !== null)
    .sort(byUsedShare);
}

type Row = {
  projectId: string;
  projectName: string;
  clientName: string | null;
  taskId: string | null;
  taskName: string | null;
  budgetMinutes: number | null;
  budgetMinor: number | null;
  minutes: number;
  amountMinor: number;
};

function toLines({ projectId, projectName, clientName, taskId, taskName, ...row }: Row): BudgetLine[] {
  const of = {
    projectId,
    projectName,
    clientName,
    task: taskId === null ? null : { id: taskId, name: taskName ?? '' },
  };
  const lines: BudgetLine[] = [];
  if (row.budgetMinutes !== null)
    lines.push({ ...of, measure: 'minutes', budget: row.budgetMinutes, used: row.minutes });
  if (row.budgetMinor !== null) lines.push({ ...of, measure: 'money', budget: row.budgetMinor, used: row.amountMinor });
  return lines;
}

/**
 * One row for each project and for each of its open tasks that has a budget. Money counts in the currency of the company. A sum
 * too large to be exact is no reason to refuse the list of projects: it is far above every budget.
 */
async function readRows(db: Db, { id: companyId, currency }: BudgetCompany, projectIds: readonly string[]) {
  const sums = (table: 'month_sums' | 'sum_changes') => sql`
    select project_id, task_id, minutes, case when currency = ${currency} then amount_minor else 0 end as amount_minor
    from ${sql.table(table)}
    where company_id = ${companyId} and project_id = any(${projectIds}::uuid[])
      and status = any(${[...countedStatuses]}::text[])`;
  const { rows } = await sql<Row>`
    with used as (
      select coalesce(task_id, project_id) as budget_of, sum(minutes) as minutes, sum(amount_minor) as amount_minor
      from (${sums('month_sums')} union all ${sums('sum_changes')}) s
      group by grouping sets ((project_id), (project_id, task_id))),
    budgets as (
      select p.id as project_id, p.name as project_name, null::uuid as task_id, null as task_name,
        p.budget_minutes, p.budget_minor, p.id as budget_of
      from projects p where p.company_id = ${companyId} and p.id = any(${projectIds}::uuid[])
      union all
      select p.id, p.name, t.id, t.name, t.budget_minutes, t.budget_minor, t.id
      from projects p join tasks t on t.company_id = p.company_id and t.project_id = p.id
      where p.company_id = ${companyId} and p.id = any(${projectIds}::uuid[]) and t.closed_at is null
        and (t.budget_minutes is not null or t.budget_minor is not null))
    select b.project_id, b.project_name, (
        select c.name from projects p join clients c on c.company_id = p.company_id and c.id = p.client_id
        where p.company_id = ${companyId} and p.id = b.project_id) as client_name, b.task_id, b.task_name, b.budget_minutes, b.budget_minor,
      least(coalesce(u.minutes, 0), ${Number.MAX_SAFE_INTEGER})::bigint as minutes,
      least(coalesce(u.amount_minor, 0), ${Number.MAX_SAFE_INTEGER})::bigint as amount_minor
    from budgets b left join used u using (budget_of)
    order by b.project_id, b.task_id nulls first`.execute(db);
  return rows;
}
