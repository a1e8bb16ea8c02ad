// Reports: what the worklogs of a filter add up to, by project, task and worker. Totals are added up from the rows shown,
// so the parts always make the whole. Without a status, rejected worklogs are in neither.
// Amounts are summed per currency and never added together.

import { sql } from 'kysely';
import type { z } from 'zod';
import type { reportEndpoints, reportRow } from '#contract/reports.ts';
import type { totals } from '#contract/worklogs.ts';
import { sumByCurrency } from '#domain/money.ts';
import { scopeOf } from '#domain/permissions.ts';
import { visibleProjects, visibleWorklogs } from './access.ts';
import type { CompanyContext } from './context.ts';
import type { Handlers } from './pipeline.ts';
import { found } from './refused.ts';
import { type Grouping, type Label, labelsOf } from './reports/labels.ts';
import { matchesFilter, type WorklogFilter } from './worklogs/filter.ts';

export const reportHandlers: Handlers<Omit<typeof reportEndpoints, 'getDashboard'>> = {
  async getReport(ctx, input) {
    const projects = await sumsBy(ctx, 'project', { action: 'reports.read', filter: input });
    const isOpenable = scopeOf(ctx.company.role, 'reports.breakdown') !== 'none';
    return { totals: totalsOf(projects), rows: projects.map((group) => rowOf(group, isOpenable)) };
  },

  async getProjectReport(ctx, { projectId, ...filter }) {
    const project = await getReportedProject(ctx, projectId);
    const within = { action: 'reports.breakdown', filter, projectId } as const;
    const tasks = await sumsBy(ctx, 'task', within);
    const workers = await sumsBy(ctx, 'worker', within);
    return {
      project,
      totals: totalsOf(tasks),
      tasks: tasks.map((group) => rowOf(group, true)),
      workers: workers.map((group) => rowOf(group, true)),
    };
  },

  async getTaskReport(ctx, { projectId, taskId, ...filter }) {
    const { id, name } = await getReportedProject(ctx, projectId);
    const task = await ctx.db
      .selectFrom('tasks')
      .where('companyId', '=', ctx.company.id)
      .where('projectId', '=', projectId)
      .where('id', '=', taskId)
      .select(['id', 'name', 'kind'])
      .executeTakeFirst();
    const workers = await sumsBy(ctx, 'worker', { action: 'reports.breakdown', filter, projectId, taskId });
    return {
      project: { id, name },
      task: found(task, 'task.missing'),
      totals: totalsOf(workers),
      workers: workers.map((group) => rowOf(group, true)),
    };
  },
};

async function getReportedProject(ctx: CompanyContext, projectId: string) {
  const project = await ctx.db
    .selectFrom('projects as p')
    .where(visibleProjects(ctx, 'reports.breakdown'))
    .where('p.id', '=', projectId)
    .select(['p.id', 'p.name', 'p.colour', 'p.budgetMinutes'])
    .executeTakeFirst();
  return found(project, 'project.missing');
}

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

/** One row for each key and currency, as many as there are keys in nearly every company. Most hours first. */
async function sumsBy(ctx: CompanyContext, grouping: Grouping, { action, filter, projectId, taskId }: Within) {
  const key = sql.ref<string>(keyOf[grouping]);
  const rows = await ctx.db
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
    ])
    .execute();
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

const unknownLabel: Label = { name: '', colour: null, kind: null };

type Count = 'items' | 'minutes' | 'pendingMinutes' | 'approvedMinutes' | 'pending' | 'approved' | 'rejected';
type Counts = Record<Count, number>;
type Part = Counts & { currency: string; amountMinor: number | null };
type Sums = Counts & { expenses: { amountMinor: number; currency: string }[] };

const added = (parts: readonly Part[]): Sums => ({
  ...addedCounts(parts),
  expenses: sumByCurrency(
    parts.flatMap(({ amountMinor, currency }) => (amountMinor === null ? [] : [{ amountMinor, currency }])),
  ),
});

const addedCounts = (parts: readonly Counts[]): Counts => {
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

function totalsOf(groups: readonly Sums[]): z.input<typeof totals> {
  const { items, minutes, pending, approved, rejected } = addedCounts(groups);
  return {
    items,
    minutes,
    pending,
    approved,
    rejected,
    expenses: sumByCurrency(groups.flatMap((group) => group.expenses)),
  };
}

const rowOf = (
  { id, name, colour, kind, items, minutes, pendingMinutes, approvedMinutes, expenses }: Sums & Label & { id: string },
  isOpenable: boolean,
): z.input<typeof reportRow> => ({
  id,
  name,
  colour,
  kind,
  isOpenable,
  items,
  minutes,
  pendingMinutes,
  approvedMinutes,
  expenses,
});
