// The sums behind every report: over the worklogs of a filter that the action may see, grouped by one key.
// A sum too large to be exact is an error, never rounded (server/db/connect.ts).

import { sql } from 'kysely';
import { sumByCurrency } from '#domain/money.ts';
import { visibleWorklogs } from '../access.ts';
import type { CompanyContext } from '../context.ts';
import { matchesFilter, type WorklogFilter } from '../worklogs/filter.ts';
import { type Grouping, type Label, labelsOf } from './labels.ts';

const keyOf = { project: 'w.project_id', task: 'w.task_id', worker: 'w.worker_id' } as const satisfies Record<
  Grouping,
  string
>;

type Within = {
  action: 'reports.read' | 'reports.breakdown';
  filter: WorklogFilter;
  /** Narrows the filter further; both must hold. */
  projectId?: string;
  taskId?: string;
};

/** A group for each key that the filter leaves something of, most hours first. */
export async function sumsBy(ctx: CompanyContext, grouping: Grouping, within: Within) {
  const rows = await selectParts(ctx, grouping, within).execute();
  const groups = [...Map.groupBy(rows, ({ id }) => id)].map(([id, parts]) => ({ id, ...added(parts) }));
  const labels = await labelsOf(
    ctx,
    grouping,
    groups.map(({ id }) => id),
  );
  return groups
    .map((group) => ({ ...group, ...(labels.get(group.id) ?? unknownLabel) }))
    .sort((a, b) => b.minutes - a.minutes || a.name.localeCompare(b.name, ctx.locale) || (a.id < b.id ? -1 : 1));
}

/** One row for each key and currency, as many as there are keys in nearly every company. */
function selectParts(ctx: CompanyContext, grouping: Grouping, { action, filter, projectId, taskId }: Within) {
  const key = sql.ref<string>(keyOf[grouping]);
  return ctx.db
    .selectFrom('worklogs as w')
    .where(visibleWorklogs(ctx, action))
    .where(matchesFilter({ ...filter, statuses: filter.statuses ?? ['pending', 'approved'] }))
    .$if(projectId !== undefined, (query) => query.where('w.projectId', '=', projectId ?? ''))
    .$if(taskId !== undefined, (query) => query.where('w.taskId', '=', taskId ?? ''))
    .groupBy([key, 'w.currency'])
    .select([
      key.as('id'),
      'w.currency',
      sql<number>`count(*)`.as('items'),
      sql<number>`coalesce(sum(w.minutes), 0)`.as('minutes'),
      sql<number>`coalesce(sum(w.minutes) filter (where w.status = 'pending'), 0)`.as('pendingMinutes'),
      sql<number>`coalesce(sum(w.minutes) filter (where w.status = 'approved'), 0)`.as('approvedMinutes'),
      sql<number>`count(*) filter (where w.status = 'pending')`.as('pending'),
      sql<number>`count(*) filter (where w.status = 'approved')`.as('approved'),
      sql<number>`count(*) filter (where w.status = 'rejected')`.as('rejected'),
      sql<number | null>`sum(w.amount_minor)`.as('amountMinor'),
    ]);
}

const unknownLabel: Label = { name: '', colour: null, kind: null };

type Count = 'items' | 'minutes' | 'pendingMinutes' | 'approvedMinutes' | 'pending' | 'approved' | 'rejected';
type Counts = Record<Count, number>;
type Part = Counts & { currency: string; amountMinor: number | null };
export type Sums = Counts & { expenses: { amountMinor: number; currency: string }[] };

const added = (parts: readonly Part[]): Sums => ({
  ...addedCounts(parts),
  expenses: sumByCurrency(
    parts.flatMap(({ amountMinor, currency }) => (amountMinor === null ? [] : [{ amountMinor, currency }])),
  ),
});

export const addedCounts = (parts: readonly Counts[]): Counts => {
  const sum = (count: keyof Counts) => parts.reduce((total, part) => total + part[count], 0);
  return {
    items: sum('items'),
    minutes: sum('minutes'),
    pendingMinutes: sum('pendingMinutes'),
    approvedMinutes: sum('approvedMinutes'),
    pending: sum('pending'),
    approved: sum('approved'),
    rejected: sum('rejected'),
  };
};
