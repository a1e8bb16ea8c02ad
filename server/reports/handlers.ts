// Reports: sums of the worklogs of a filter, by client, project, task, worker, time or status. Totals are computed from the same parts as the rows.
// Without a status filter, rejected worklogs are excluded. Each query is one snapshot: totals and rows of a period always agree; the
// previous period and the budget are read separately.

import type { z } from 'zod';
import type { reportEndpoints } from '#contract/reports.ts';
import { isAllowed } from '#domain/permissions.ts';
import { groupsRefusal, hasTasks, type ReportGroup } from '#domain/report-groups.ts';
import { bucketsOf, bucketsRefusal, type DayRange, previousPeriod, rangeRefusal } from '#domain/report-ranges.ts';
import { readProjectUse } from '../budgets/use.ts';
import { visibleProjects } from '../request/access.ts';
import { type CompanyContext, todayOf } from '../request/context.ts';
import type { Handlers } from '../request/pipeline.ts';
import { ensureAllowed, ensureFound, refused } from '../request/refused.ts';
import { clientNameColumn } from '../request/tasks.ts';
import { budgetOf } from './budget.ts';
import { reportPartsBy } from './parts.ts';
import { branchesBy, rowsBy } from './rows.ts';
import { sumsOf } from './sums.ts';
import type { WorklogFilter } from './worklog-filter.ts';

export const reportHandlers: Handlers<typeof reportEndpoints> = {
  async getReport(ctx, { compare, groupBy, ...filter }) {
    ensureGroupsAllowed(ctx, [groupBy], filter);
    return withBefore({ compare, ...filter }, (range) => groupedSums(ctx, groupBy, { ...filter, ...range }));
  },

  async getReportSeries(ctx, { by, ...filter }) {
    const { weekStartsOn } = ctx.company;
    ensureAllowed(rangeRefusal(filter, todayOf(ctx)) ?? bucketsRefusal(filter, by, weekStartsOn));
    const parts = await reportPartsBy(ctx, ['day'], { action: 'reports.read', filter });
    const buckets = bucketsOf(filter, by, weekStartsOn);
    const byBucket = Map.groupBy(parts, ({ day }) => buckets.findLastIndex(({ from }) => from <= day));
    return { buckets: buckets.map((bucket, index) => ({ ...bucket, ...sumsOf(byBucket.get(index) ?? []) })) };
  },

  async getReportBreakdown(ctx, { groupBy, ...filter }) {
    ensureGroupsAllowed(ctx, groupBy, filter);
    const parts = await partsByGroups(ctx, groupBy, filter);
    return { totals: sumsOf(parts), rows: await branchesBy(ctx, groupBy, parts, filter) };
  },

  async getProjectReport(ctx, { projectId, compare, groupBy, ...filter }) {
    ensureGroupsAllowed(ctx, [groupBy], filter);
    const project = await getReportProject(ctx, projectId);
    const ofProject = narrowed(filter, { projectIds: projectId });
    const summed = await withBefore({ compare, ...filter }, (range) =>
      groupedSums(ctx, groupBy, { ...ofProject, ...range }),
    );
    const budget = await budgetOf(ctx, { projectIds: [projectId] }, project, todayOf(ctx));
    return { project, budget, taskBudgets: await taskBudgetsOf(ctx, projectId), ...summed };
  },

  async getTaskReport(ctx, { projectId, taskId, compare, groupBy, ...filter }) {
    ensureGroupsAllowed(ctx, [groupBy], filter);
    const project = await getReportProject(ctx, projectId);
    const task = await getTask(ctx, projectId, taskId);
    const ofTask = narrowed(filter, { projectIds: projectId, taskIds: taskId });
    const summed = await withBefore({ compare, ...filter }, (range) =>
      groupedSums(ctx, groupBy, { ...ofTask, ...range }),
    );
    const budget = await budgetOf(ctx, { projectIds: [projectId], taskIds: [taskId] }, task, todayOf(ctx));
    return { project, task, budget, ...summed };
  },
};

/** Hours by task only for those who may open breakdowns, and no more rows of days than can be shown. */
function ensureGroupsAllowed(ctx: CompanyContext, groups: readonly ReportGroup[], range: DayRange): void {
  if (hasTasks(groups) && !isAllowed(ctx.company, 'reports.breakdown')) throw refused('role.not-allowed');
  ensureAllowed(rangeRefusal(range, todayOf(ctx)) ?? groupsRefusal(groups, range, ctx.company.weekStartsOn));
}

type RangeFilter = WorklogFilter & DayRange;

async function groupedSums(ctx: CompanyContext, group: ReportGroup, filter: RangeFilter) {
  const parts = await partsByGroups(ctx, [group], filter);
  return { totals: sumsOf(parts), rows: await rowsBy(ctx, group, parts, filter) };
}

const partsByGroups = (ctx: CompanyContext, groups: readonly ReportGroup[], filter: RangeFilter) =>
  reportPartsBy(
    ctx,
    groups.filter((group) => group !== 'status'),
    { action: 'reports.read', filter },
  );

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

async function taskBudgetsOf({ db, company }: CompanyContext, projectId: string) {
  const use = await readProjectUse(db, company, [projectId]);
  return use.get(projectId)?.budgets.filter(({ task }) => task !== null) ?? [];
}

type ReportProject = z.input<typeof reportEndpoints.getProjectReport.output>['project'];

async function getReportProject(ctx: CompanyContext, projectId: string): Promise<ReportProject> {
  const project = await ctx.db
    .selectFrom('projects as p')
    .where(visibleProjects(ctx, 'reports.breakdown'))
    .where('p.id', '=', projectId)
    .select(['p.id', 'p.name', clientNameColumn(ctx.company), 'p.colour', 'p.budgetMinutes', 'p.budgetMinor'])
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
