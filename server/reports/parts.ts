// The one query behind every report: sums of the worklogs that the action may see, by any of the keys and by status and currency;
// from precomputed sums where possible, else from the rows. All displayed numbers are computed from these parts, so that
// they always add up.

import { type RawBuilder, sql } from 'kysely';
import { noClient } from '#domain/clients.ts';
import { countedStatuses } from '#domain/totals.ts';
import type { WorklogStatus } from '#domain/worklogs.ts';
import { visibleWorklogs } from '../request/access.ts';
import type { CompanyContext } from '../request/context.ts';
import { precomputedRows, type ReportKey, type ReportScope } from './precomputed.ts';
import { matchesFilter } from './worklog-filter.ts';

/** Keys that were not requested are empty. */
export type ReportPart = Record<ReportKey, string> & {
  status: WorklogStatus;
  currency: string;
  isBillable: boolean;
  items: number;
  minutes: number;
  amountMinor: number;
};

/** Without a status filter, pending and approved worklogs. */
export function reportPartsBy(
  ctx: CompanyContext,
  keys: readonly ReportKey[],
  { action, filter }: ReportScope,
): Promise<ReportPart[]> {
  return partsBy(ctx, keys, { action, filter: { ...filter, statuses: filter.statuses ?? [...countedStatuses] } });
}

export async function partsBy(
  ctx: CompanyContext,
  keys: readonly ReportKey[],
  within: ReportScope,
): Promise<ReportPart[]> {
  const columns = columnsOf(ctx.company.weekStartsOn);
  const keyOf = (key: ReportKey) => (keys.includes(key) ? columns[key] : sql`''`);
  // A company whose worklogs are all billable pays nothing for the distinction.
  const isBillable = ctx.company.hasUnbillable ? sql.ref('is_billable') : sql`true`;
  const separate = ctx.company.hasUnbillable ? [isBillable] : [];
  const { rows } = await sql<ReportPart>`
    select ${keyOf('client')} as client, ${keyOf('project')} as project, ${keyOf('task')} as task, ${keyOf('worker')} as worker,
      ${keyOf('day')} as day, ${keyOf('week')} as week, ${keyOf('month')} as month, status, currency,
      ${isBillable} as is_billable,
      sum(entries) as items, sum(minutes) as minutes, sum(amount_minor) as amount_minor
    from ${sumSource(ctx, keys, within)} s ${keys.includes('client') ? withProject(ctx) : sql``}
    group by ${sql.join([...keys.map((key) => columns[key]), sql.ref('status'), sql.ref('currency'), ...separate])}
    having sum(entries) <> 0`.execute(ctx.db);
  return rows;
}

/** For the client of each row. */
const withProject = ({ company }: CompanyContext) =>
  sql`join projects p on p.company_id = ${company.id} and p.id = s.project_id`;

/** A subquery of rows to be summed, with project_id, task_id, worker_id and day as far as they are keys. */
export const sumSource = (ctx: CompanyContext, keys: readonly ReportKey[], within: ReportScope): RawBuilder<unknown> =>
  precomputedRows(ctx, keys, within) ?? rowsOf(ctx, within);

/** Weeks and months are their first days. */
const columnsOf = (weekStartsOn: number): Record<ReportKey, RawBuilder<string>> => ({
  client: sql`coalesce(p.client_id::text, ${sql.lit(noClient)})`,
  project: sql.ref('project_id'),
  task: sql.ref('task_id'),
  worker: sql.ref('worker_id'),
  day: sql.ref('day'),
  week: sql`day - (extract(isodow from day)::int - ${sql.lit(weekStartsOn)} + 7) % 7`,
  month: sql`date_trunc('month', day)::date`,
});

const rowsOf = (ctx: CompanyContext, { action, filter }: ReportScope) =>
  sql`(${ctx.db
    .selectFrom('worklogs as w')
    .where(visibleWorklogs(ctx, action))
    .where(matchesFilter(ctx.company, filter))
    .select(['w.projectId', 'w.taskId', 'w.workerId', 'w.day', 'w.status', 'w.currency', 'w.isBillable'])
    .select([sql`1`.as('entries'), sql`coalesce(w.minutes, 0)`.as('minutes')])
    .select(sql`coalesce(w.amount_minor, 0)`.as('amountMinor'))})`;
