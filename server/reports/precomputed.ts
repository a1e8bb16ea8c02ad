// Precomputed sums as the source of reports (decision 024): by month and task, by day and project, plus changes since the last
// folding. All in one statement, and so one snapshot: exact while others write.
// Where sums are not sufficient (the scope or the filter is about workers, or the filter about tags), the rows are read.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Action } from '#domain/permissions.ts';
import type { ReportGroup } from '#domain/report-groups.ts';
import { type OpenRange, splitAtMonths } from '#domain/report-ranges.ts';
import { visibleSums, visibleWorklogs } from '../request/access.ts';
import type { CompanyContext } from '../request/context.ts';
import { matchesFilter, ofClients, type WorklogFilter } from './worklog-filter.ts';

/** The statuses are always separate. */
export type ReportKey = Exclude<ReportGroup, 'status'>;

export type ReportScope = { action: Action; filter: WorklogFilter };

/**
 * Rows of project_id, task_id, day, status, currency, is_billable, entries, minutes and amount_minor, to be summed; null if the sums are
 * not sufficient. Columns without a corresponding key have no meaning.
 */
export function precomputedRows(
  ctx: CompanyContext,
  keys: readonly ReportKey[],
  within: ReportScope,
): RawBuilder<unknown> | null {
  const { action, filter } = within;
  const isVisible = visibleSums(ctx, action);
  if (isVisible === null || keys.includes('worker') || needsRows(filter)) return null;
  const needsTasks = keys.includes('task') || filter.taskIds !== undefined;
  const hasDays = keys.includes('day') || keys.includes('week');
  const { months, edges } = hasDays ? { months: null, edges: [within.filter] } : splitAtMonths(filter);
  if (needsTasks && months === null) return null;
  const matches = sql.join([isVisible, ...sameConditions(ctx, within)], sql` and `);
  const sources = [];
  if (months) sources.push(monthsOf(months, matches), changesOf(months, matches));
  for (const edge of edges)
    if (needsTasks) sources.push(rowsOf(ctx, edge, within));
    else sources.push(daysOf(edge, matches), changesOf(edge, matches));
  // A reversed range is empty.
  return sources.length === 0 ? null : sql`(${sql.join(sources, sql` union all `)})`;
}

/** What the filter needs: a part with `sums` has its condition in `sameConditions`, except days. */
const sourceOf = {
  from: 'sums',
  to: 'sums',
  clientIds: 'sums',
  projectIds: 'sums',
  taskIds: 'sums',
  workerIds: 'rows',
  statuses: 'sums',
  kinds: 'sums',
  tagIds: 'rows',
  isBillable: 'sums',
  ids: 'rows',
} as const satisfies Record<keyof WorklogFilter, 'sums' | 'rows'>;

const onlyInRows = new Set(Object.entries(sourceOf).flatMap(([name, source]) => (source === 'rows' ? [name] : [])));

const needsRows = (filter: WorklogFilter): boolean =>
  Object.entries(filter).some(([name, value]) => value !== undefined && onlyInRows.has(name));

/** All conditions of the filter except days, on columns that sums share with worklogs. */
function sameConditions({ company }: CompanyContext, { filter }: ReportScope): RawBuilder<SqlBool>[] {
  const conditions = [];
  if (filter.clientIds) conditions.push(ofClients(company, 's', filter.clientIds));
  if (filter.projectIds) conditions.push(sql<SqlBool>`s.project_id = any(${filter.projectIds}::uuid[])`);
  if (filter.taskIds) conditions.push(sql<SqlBool>`s.task_id = any(${filter.taskIds}::uuid[])`);
  if (filter.statuses) conditions.push(sql<SqlBool>`s.status = any(${filter.statuses}::text[])`);
  if (filter.kinds) conditions.push(sql<SqlBool>`s.kind = any(${filter.kinds}::text[])`);
  if (filter.isBillable !== undefined) conditions.push(sql<SqlBool>`s.is_billable = ${filter.isBillable}`);
  return conditions;
}

type Condition = RawBuilder<unknown>;

const monthsOf = (range: OpenRange, matches: Condition) => sql`
  select s.project_id, s.task_id, s.month as day, s.status, s.currency, s.is_billable, s.entries, s.minutes, s.amount_minor
  from month_sums s where ${matches} and ${isWithin(sql.ref('s.month'), range)}`;

const daysOf = (range: OpenRange, matches: Condition) => sql`
  select s.project_id, null::uuid, s.day, s.status, s.currency, s.is_billable, s.entries, s.minutes, s.amount_minor
  from day_sums s where ${matches} and ${isWithin(sql.ref('s.day'), range)}`;

const changesOf = (range: OpenRange, matches: Condition) => sql`
  select s.project_id, s.task_id, s.day, s.status, s.currency, s.is_billable, s.entries, s.minutes, s.amount_minor
  from sum_changes s where ${matches} and ${isWithin(sql.ref('s.day'), range)}`;

/** Daily sums have no tasks; the partial months at the ends of a range have few rows. */
const rowsOf = (ctx: CompanyContext, range: OpenRange, { action, filter }: ReportScope) =>
  sql`${ctx.db
    .selectFrom('worklogs as w')
    .where(visibleWorklogs(ctx, action))
    .where(matchesFilter(ctx.company, { ...filter, ...range }))
    .select(['w.projectId', 'w.taskId', 'w.day', 'w.status', 'w.currency', 'w.isBillable'])
    .select([sql`1`.as('entries'), sql`coalesce(w.minutes, 0)`.as('minutes')])
    .select(sql`coalesce(w.amount_minor, 0)`.as('amountMinor'))}`;

const isWithin = (day: ReturnType<typeof sql.ref>, { from, to }: OpenRange) => {
  const bounds = [sql`true`];
  if (from) bounds.push(sql`${day} >= ${from}`);
  if (to) bounds.push(sql`${day} <= ${to}`);
  return sql.join(bounds, sql` and `);
};
