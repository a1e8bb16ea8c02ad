// The filter that lists, sums, reports and files share, and the totals over it: one meaning for one set of rows.
// Ids that the caller may not see match nothing, exactly like unknown ones, because visibility is a condition of its own.

import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { totals as totalsSchema, worklogFilter } from '#contract/worklogs.ts';
import type { Action } from '#domain/permissions.ts';
import { visibleWorklogs } from '../access.ts';
import type { CompanyContext } from '../context.ts';
import type { Database } from '../db/schema.ts';

export type WorklogFilter = z.output<z.ZodObject<typeof worklogFilter>> & { ids?: string[] | undefined };

type Builder = ExpressionBuilder<Database & { w: Database['worklogs'] }, 'w'>;

/** On worklogs under the alias `w`. Both days are included. */
export const matchesFilter = (filter: WorklogFilter) => (eb: Builder) => {
  const conditions = [];
  if (filter.from) conditions.push(eb('w.day', '>=', filter.from));
  if (filter.to) conditions.push(eb('w.day', '<=', filter.to));
  if (filter.projectIds) conditions.push(sql<SqlBool>`w.project_id = any(${filter.projectIds}::uuid[])`);
  if (filter.taskIds) conditions.push(sql<SqlBool>`w.task_id = any(${filter.taskIds}::uuid[])`);
  if (filter.workerIds) conditions.push(sql<SqlBool>`w.worker_id = any(${filter.workerIds}::uuid[])`);
  if (filter.statuses) conditions.push(sql<SqlBool>`w.status = any(${filter.statuses}::text[])`);
  if (filter.kinds) conditions.push(sql<SqlBool>`w.kind = any(${filter.kinds}::text[])`);
  if (filter.ids) conditions.push(sql<SqlBool>`w.id = any(${filter.ids}::uuid[])`);
  return eb.and(conditions);
};

/** Sums over exactly the rows of the filter that `action` may see, whatever their status; one sum per currency. */
export async function totalsOf(
  ctx: CompanyContext,
  action: Action,
  filter: WorklogFilter,
): Promise<z.input<typeof totalsSchema>> {
  const rows = await ctx.db
    .selectFrom('worklogs as w')
    .where(visibleWorklogs(ctx, action))
    .where(matchesFilter(filter))
    .select(['w.currency'])
    .select([
      sql<number>`count(*)`.as('items'),
      sql<number>`coalesce(sum(w.minutes), 0)`.as('minutes'),
      sql<number>`coalesce(sum(w.amount_minor), 0)`.as('amountMinor'),
      sql<number>`count(w.amount_minor)`.as('amounts'),
      sql<number>`count(*) filter (where w.status = 'pending')`.as('pending'),
      sql<number>`count(*) filter (where w.status = 'approved')`.as('approved'),
      sql<number>`count(*) filter (where w.status = 'rejected')`.as('rejected'),
    ])
    .groupBy('w.currency')
    .orderBy('w.currency')
    .execute();
  const sum = (field: 'items' | 'minutes' | 'pending' | 'approved' | 'rejected') =>
    rows.reduce((total, row) => total + row[field], 0);
  return {
    items: sum('items'),
    minutes: sum('minutes'),
    expenses: rows.filter((row) => row.amounts > 0).map(({ amountMinor, currency }) => ({ amountMinor, currency })),
    pending: sum('pending'),
    approved: sum('approved'),
    rejected: sum('rejected'),
  };
}
