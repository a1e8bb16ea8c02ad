// The one query behind every report: what the worklogs of a filter that the action may see add up to, by any of the keys,
// and by status and currency. Everything shown is added up from these parts, so parts always make the whole.

import { type RawBuilder, sql } from 'kysely';
import type { WorklogStatus } from '#domain/worklogs.ts';
import { visibleWorklogs } from '../access.ts';
import type { CompanyContext } from '../context.ts';
import { matchesFilter, type WorklogFilter } from '../worklogs/filter.ts';

export type Key = 'project' | 'task' | 'worker' | 'day';

export type Within = { action: 'reports.read' | 'reports.breakdown'; filter: WorklogFilter };

/** Keys that were not asked for are empty. */
export type Part = Record<Key, string> & {
  status: WorklogStatus;
  currency: string;
  items: number;
  minutes: number;
  amountMinor: number;
};

const columnOf: Record<Key, RawBuilder<string>> = {
  project: sql.ref('w.project_id'),
  task: sql.ref('w.task_id'),
  worker: sql.ref('w.worker_id'),
  day: sql.ref('w.day'),
};

export async function partsBy(ctx: CompanyContext, keys: readonly Key[], { action, filter }: Within): Promise<Part[]> {
  const keyOf = (key: Key) => (keys.includes(key) ? columnOf[key] : sql<string>`''`).as(key);
  const rows = await ctx.db
    .selectFrom('worklogs as w')
    .where(visibleWorklogs(ctx, action))
    .where(matchesFilter({ ...filter, statuses: filter.statuses ?? ['pending', 'approved'] }))
    .groupBy([...keys.map((key) => columnOf[key]), 'w.status', 'w.currency'])
    .select([keyOf('project'), keyOf('task'), keyOf('worker'), keyOf('day'), 'w.currency'])
    .select([
      sql<WorklogStatus>`w.status`.as('status'),
      sql<number>`count(*)`.as('items'),
      sql<number>`coalesce(sum(w.minutes), 0)`.as('minutes'),
      sql<number>`coalesce(sum(w.amount_minor), 0)`.as('amountMinor'),
    ])
    .execute();
  return rows;
}
