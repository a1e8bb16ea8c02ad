// Notifies those who manage a project when its budgets have reached a threshold (domain/budget-alerts.ts). Not by the requests
// that log or decide work: those would have to wait for each other to know the sum. A job compares the exact sums afterwards.

import { sql } from 'kysely';
import type { BudgetLine } from '#contract/projects.ts';
import { type AlertState, type AlertThreshold, isNewAlert, reachedThreshold } from '#domain/budget-alerts.ts';
import { rolesAllowed, rolesWithScope } from '#domain/permissions.ts';
import { takeBudgetChecks } from '../budgets/checks.ts';
import { readReachedBudgets } from '../budgets/use.ts';
import type { Db } from '../request/context.ts';
import { enqueueNotices } from './enqueue.ts';
import type { BudgetAlert } from './payload.ts';

export async function enqueueBudgetAlerts(db: Db, companyId: string): Promise<void> {
  const projectIds = await takeBudgetChecks(db, companyId);
  if (projectIds.length === 0) return;
  const reached = await readReached(db, companyId, projectIds);
  const before = await replaceAlerts(db, companyId, projectIds, reached);
  const alerts = reached.filter((line) => isNewAlert(before.get(keyOf(line)) ?? null, line)).map(toAlert);
  const byReader = Map.groupBy(await listRecipients(db, companyId, alerts), ({ userId }) => userId);
  await enqueueNotices(
    db,
    [...byReader].map(([userId, own]) => {
      const managed = new Set(own.map(({ projectId }) => projectId));
      return { kind: 'budget', companyId, userId, alerts: alerts.filter(({ projectId }) => managed.has(projectId)) };
    }),
  );
}

type Reached = BudgetLine & { threshold: AlertThreshold };

/** Nobody is notified of archived projects. */
async function readReached(db: Db, companyId: string, projectIds: readonly string[]): Promise<Reached[]> {
  const company = await db
    .selectFrom('companies')
    .select(['id', 'currency'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  const active = await db
    .selectFrom('projects')
    .select('id')
    .where('companyId', '=', companyId)
    .where('id', '=', sql<string>`any(${projectIds}::uuid[])`)
    .where('archivedAt', 'is', null)
    .execute();
  const lines = await readReachedBudgets(
    db,
    company,
    active.map(({ id }) => id),
  );
  return lines.flatMap((line) => {
    const threshold = reachedThreshold(line);
    return threshold === null ? [] : [{ ...line, threshold }];
  });
}

/**
 * Records what the budgets of the projects have reached; returns what was recorded before. What is recorded of archived projects and closed
 * tasks stays: nobody is notified again when they are restored.
 */
async function replaceAlerts(db: Db, companyId: string, projectIds: readonly string[], reached: readonly Reached[]) {
  const { rows } = await sql<AlertState & { budgetOf: string; measure: string }>`
    delete from budget_alerts a where a.company_id = ${companyId} and a.project_id = any(${projectIds}::uuid[])
      and exists (select from projects p where p.company_id = ${companyId} and p.id = a.project_id and p.archived_at is null)
      and not exists (select from tasks t where t.company_id = ${companyId} and t.id = a.task_id and t.closed_at is not null)
    returning budget_of, measure, budget, threshold`.execute(db);
  if (reached.length > 0)
    await db
      .insertInto('budgetAlerts')
      .values(
        reached.map(({ projectId, task, measure, budget, threshold }) => ({
          companyId,
          projectId,
          taskId: task?.id ?? null,
          measure,
          budget,
          threshold,
        })),
      )
      .execute();
  return new Map(rows.map(({ budgetOf, measure, ...state }) => [`${budgetOf} ${measure}`, state]));
}

const keyOf = ({ projectId, task, measure }: BudgetLine): string => `${task?.id ?? projectId} ${measure}`;

const toAlert = ({ projectId, task, measure, threshold }: Reached): BudgetAlert => ({
  projectId,
  taskId: task?.id ?? null,
  measure,
  threshold,
});

/** The managers of each project; of a project without any, everybody who may see the budgets of all projects. */
async function listRecipients(db: Db, companyId: string, alerts: readonly BudgetAlert[]) {
  const projectIds = [...new Set(alerts.map(({ projectId }) => projectId))];
  const { rows } = await sql<{ userId: string; projectId: string }>`
    with able as (
      select user_id, role from members
      where company_id = ${companyId} and deactivated_at is null
        and role = any(${rolesAllowed('projects.details')}::text[])),
    managing as (
      select pm.project_id, pm.user_id from project_managers pm join able a on a.user_id = pm.user_id
      where pm.company_id = ${companyId} and pm.project_id = any(${projectIds}::uuid[]))
    select user_id, project_id from managing
    union all
    select a.user_id, p.id from unnest(${projectIds}::uuid[]) as p (id) cross join able a
    where a.role = any(${rolesWithScope('projects.details', 'all')}::text[])
      and not exists (select from managing where project_id = p.id)
    order by 1, 2`.execute(db);
  return rows;
}
