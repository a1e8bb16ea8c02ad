// Reports: what the worklogs of a filter add up to, by project, task and worker. Totals are added up from the rows shown,
// so the parts always make the whole. Without a status, rejected worklogs are in neither.
// Amounts are summed per currency and never added together.

import type { z } from 'zod';
import type { reportEndpoints, reportRow } from '#contract/reports.ts';
import type { totals } from '#contract/worklogs.ts';
import { sumByCurrency } from '#domain/money.ts';
import { scopeOf } from '#domain/permissions.ts';
import { visibleProjects } from './access.ts';
import type { CompanyContext } from './context.ts';
import type { Handlers } from './pipeline.ts';
import { found } from './refused.ts';
import type { Label } from './reports/labels.ts';
import { addedCounts, type Sums, sumsBy } from './reports/sums.ts';

export const reportHandlers: Handlers<Omit<typeof reportEndpoints, 'getDashboard' | 'getCounts'>> = {
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
