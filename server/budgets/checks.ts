// Projects whose budgets a job compares with their use (server/notices/budget-alerts.ts), because one of the two has changed.
// Changes of worklogs are noted where the sums are folded (fold_sum_changes), changes of budgets here.

import { sql } from 'kysely';
import type { CompanyContext, Db } from '../request/context.ts';

export async function requestBudgetCheck({ db, company }: CompanyContext, projectId: string): Promise<void> {
  await db
    .insertInto('budgetChecks')
    .values({ companyId: company.id, projectId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Per transaction, to keep it short; the rest is checked in the next run. */
const maxChecks = 500;

/** Nobody else checks these projects until the end of the transaction. */
export async function takeBudgetChecks(db: Db, companyId: string): Promise<string[]> {
  const { rows } = await sql<{ projectId: string }>`
    delete from budget_checks where company_id = ${companyId} and project_id in (
      select project_id from budget_checks where company_id = ${companyId}
      order by project_id limit ${maxChecks} for update skip locked)
    returning project_id`.execute(db);
  return rows.map(({ projectId }) => projectId);
}
