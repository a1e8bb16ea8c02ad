// The filter shared by lists, sums, reports and files.
// Ids that the caller may not see match nothing, like unknown ones, because visibility is a separate condition.

import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { worklogFilter } from '#contract/worklogs.ts';
import { noClient } from '#domain/clients.ts';
import { noTag } from '#domain/tags.ts';
import type { Database } from '../db/schema.ts';

export type WorklogFilter = z.output<z.ZodObject<typeof worklogFilter>> & { ids?: string[] | undefined };

type CompanyKey = { id: string };
type Builder = ExpressionBuilder<Database & { w: Database['worklogs'] }, 'w'>;

/** For worklogs (alias `w`). Both days are inclusive. */
export const matchesFilter = (company: CompanyKey, filter: WorklogFilter) => (eb: Builder) => {
  const conditions = [];
  if (filter.from) conditions.push(eb('w.day', '>=', filter.from));
  if (filter.to) conditions.push(eb('w.day', '<=', filter.to));
  if (filter.clientIds) conditions.push(ofClients(company, 'w', filter.clientIds));
  if (filter.projectIds) conditions.push(sql<SqlBool>`w.project_id = any(${filter.projectIds}::uuid[])`);
  if (filter.taskIds) conditions.push(sql<SqlBool>`w.task_id = any(${filter.taskIds}::uuid[])`);
  if (filter.workerIds) conditions.push(sql<SqlBool>`w.worker_id = any(${filter.workerIds}::uuid[])`);
  if (filter.statuses) conditions.push(sql<SqlBool>`w.status = any(${filter.statuses}::text[])`);
  if (filter.kinds) conditions.push(sql<SqlBool>`w.kind = any(${filter.kinds}::text[])`);
  if (filter.tagIds) conditions.push(withTags(company, filter.tagIds));
  if (filter.isBillable !== undefined) conditions.push(sql<SqlBool>`w.is_billable = ${filter.isBillable}`);
  if (filter.ids) conditions.push(sql<SqlBool>`w.id = any(${filter.ids}::uuid[])`);
  return eb.and(conditions);
};

/** Worklogs `w` with one of these tags, or with none if that is among them. */
function withTags(company: CompanyKey, tagIds: readonly string[]): RawBuilder<SqlBool> {
  const ids = tagIds.filter((one) => one !== noTag);
  const tagged = sql`select from worklog_tags wt where wt.company_id = ${company.id} and wt.worklog_id = w.id`;
  const isNone = tagIds.includes(noTag) ? sql`or not exists (${tagged})` : sql``;
  return sql<SqlBool>`(exists (${tagged} and wt.tag_id = any(${ids}::uuid[])) ${isNone})`;
}

/** Worklogs or sums (by their alias) of the projects of these clients. */
export const ofClients = (
  company: CompanyKey,
  alias: 'w' | 's',
  clientIds: readonly string[],
): RawBuilder<SqlBool> => sql<SqlBool>`exists (
  select from projects cp
  where cp.company_id = ${company.id} and cp.id = ${sql.ref(`${alias}.project_id`)}
    and ${hasClient(sql.ref('cp.client_id'), clientIds)})`;

/** A project has one of these clients, or none if that is among them. */
export function hasClient(clientId: RawBuilder<unknown>, clientIds: readonly string[]): RawBuilder<SqlBool> {
  const ids = clientIds.filter((one) => one !== noClient);
  const isNone = clientIds.includes(noClient) ? sql`or ${clientId} is null` : sql``;
  return sql<SqlBool>`(${clientId} = any(${ids}::uuid[]) ${isNone})`;
}
