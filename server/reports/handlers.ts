// Reports: sums of the worklogs of a filter, by project, task, worker and time. Totals are computed from the same parts as the rows.
// Without a status filter, rejected worklogs are excluded. Each query is one snapshot: totals and rows of a period always agree; the
// previous period and the budget are read separately.

import type { z } from 'zod';
import type { reportEndpoints } from '#contract/reports.ts';
import { dayOf } from '#domain/calendar.ts';
import { bucketsOf, bucketsRefusal, type DayRange, previousPeriod, rangeRefusal } from '#domain/report-ranges.ts';
import { visibleProjects } from '../request/access.ts';
import type { CompanyContext } from '../request/context.ts';
import type { Handlers } from '../request/pipeline.ts';
import { ensureAllowed, ensureFound } from '../request/refused.ts';
import { budgetOf } from './budget.ts';
import { reportPartsBy } from './parts.ts';
import { rowsBy, treeOf } from './rows.ts';
import { sumsOf } from './sums.ts';

export const reportHandlers: Handlers<typeof reportEndpoints> = {
  async getReport(ctx, { compare, ...filter }) {
    ensureAllowed(rangeRefusal(filter, todayOf(ctx)));
    return withBefore({ compare, ...filter }, async (range) => {
      const parts = await reportPartsBy(ctx, ['project'], { action: 'reports.read', filter: { ...filter, ...range } });
      return { totals: sumsOf(parts), rows: await rowsBy(ctx, 'project', parts) };
    });
  },

  async getReportSeries(ctx, { by, ...filter }) {
    const { weekStartsOn } = ctx.company;
    ensureAllowed(rangeRefusal(filter, todayOf(ctx)) ?? bucketsRefusal(filter, by, weekStartsOn));
    const parts = await reportPartsBy(ctx, ['day'], { action: 'reports.read', filter });
    const buckets = bucketsOf(filter, by, weekStartsOn);
    const byBucket = Map.groupBy(parts, ({ day }) => buckets.findLastIndex(({ from }) => from <= day));
    return { buckets: buckets.map((bucket, index) => ({ ...bucket, ...sumsOf(byBucket.get(index) ?? []) })) };
  },

  async getReportBreakdown(ctx, filter) {
    ensureAllowed(rangeRefusal(filter, todayOf(ctx)));
    const parts = await reportPartsBy(ctx, ['project', 'task', 'worker'], { action: 'reports.breakdown', filter });
    return { totals: sumsOf(parts), rows: await treeOf(ctx, parts) };
  },

  async getProjectReport(ctx, { projectId, compare, ...filter }) {
    const today = todayOf(ctx);
    ensureAllowed(rangeRefusal(filter, today));
    const project = await getProject(ctx, projectId);
    const narrowedFilter = narrowed(filter, { projectIds: projectId });
    const summed = await withBefore({ compare, ...filter }, async (range) => {
      const within = { action: 'reports.breakdown', filter: { ...narrowedFilter, ...range } } as const;
      const parts = await reportPartsBy(ctx, ['task', 'worker'], within);
      return {
        totals: sumsOf(parts),
        tasks: await rowsBy(ctx, 'task', parts),
        workers: await rowsBy(ctx, 'worker', parts),
      };
    });
    return { project, budget: await budgetOf(ctx, { projectIds: [projectId] }, project, today), ...summed };
  },

  async getTaskReport(ctx, { projectId, taskId, compare, ...filter }) {
    const today = todayOf(ctx);
    ensureAllowed(rangeRefusal(filter, today));
    const project = await getProject(ctx, projectId);
    const task = await getTask(ctx, projectId, taskId);
    const narrowedFilter = narrowed(filter, { projectIds: projectId, taskIds: taskId });
    const summed = await withBefore({ compare, ...filter }, async (range) => {
      const within = { action: 'reports.breakdown', filter: { ...narrowedFilter, ...range } } as const;
      const parts = await reportPartsBy(ctx, ['worker'], within);
      return { totals: sumsOf(parts), workers: await rowsBy(ctx, 'worker', parts) };
    });
    const budget = await budgetOf(ctx, { projectIds: [projectId], taskIds: [taskId] }, task, today);
    return { project, task, budget, ...summed };
  },
};

const todayOf = ({ now, company }: CompanyContext) => dayOf(now, company.timeZone);

type Ids = { projectIds?: string[] | undefined; taskIds?: string[] | undefined };

/** Intersects the filter with the project (and task) of the page: a filter for other projects matches nothing. */
function narrowed<F extends Ids>(filter: F, { projectIds, taskIds }: { projectIds: string; taskIds?: string }): F {
  const only = (ids: string[] | undefined, id: string) => (ids === undefined || ids.includes(id) ? [id] : []);
  return {
    ...filter,
    projectIds: only(filter.projectIds, projectIds),
    ...(taskIds === undefined ? {} : { taskIds: only(filter.taskIds, taskIds) }),
  };
}

/** Computes the same for the previous period if `compare` is set. */
async function withBefore<S>(
  { compare, from, to }: DayRange & { compare: boolean },
  sumsIn: (range: DayRange) => Promise<S>,
) {
  const now = await sumsIn({ from, to });
  if (!compare) return { ...now, before: null };
  const period = previousPeriod({ from, to });
  return { ...now, before: { ...period, ...(await sumsIn(period)) } };
}

type Project = z.input<typeof reportEndpoints.getProjectReport.output>['project'];

async function getProject(ctx: CompanyContext, projectId: string): Promise<Project> {
  const project = await ctx.db
    .selectFrom('projects as p')
    .where(visibleProjects(ctx, 'reports.breakdown'))
    .where('p.id', '=', projectId)
    .select(['p.id', 'p.name', 'p.colour', 'p.budgetMinutes', 'p.budgetMinor'])
    .select((eb) => eb('p.archivedAt', 'is not', null).as('isArchived'))
    .executeTakeFirst();
  const { isArchived, ...shown } = ensureFound(project, 'project.missing');
  return { ...shown, isArchived: Boolean(isArchived), currency: ctx.company.currency };
}

async function getTask(ctx: CompanyContext, projectId: string, taskId: string) {
  const task = await ctx.db
    .selectFrom('tasks as t')
    .where('t.companyId', '=', ctx.company.id)
    .where('t.projectId', '=', projectId)
    .where('t.id', '=', taskId)
    .select(['t.id', 't.name', 't.kind', 't.budgetMinutes', 't.budgetMinor'])
    .select((eb) => eb('t.closedAt', 'is not', null).as('isClosed'))
    .executeTakeFirst();
  const { isClosed, ...shown } = ensureFound(task, 'task.missing');
  return { ...shown, isClosed: Boolean(isClosed) };
}
