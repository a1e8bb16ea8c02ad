// Reports: totals of the worklogs of a filter that the caller may see, grouped by project, task, worker, time or status.
// Without `statuses` a report excludes rejected worklogs. Every number is the sum of exactly the rows that
// `GET …/worklogs` returns for the same filter and the same statuses, without those that the caller sees only as a stand-in.

import { z } from 'zod';
import { projectColours, taskKinds } from '#domain/projects.ts';
import { defaultGroups, maxGroupLevels, reportGroups } from '#domain/report-groups.ts';
import { bucketSizes, maxBuckets, maxReportDays, maxReportDaysAhead } from '#domain/report-ranges.ts';
import { endpoint } from './endpoint.ts';
import { clientName, companyPath, day, flag, id, listOf, sumsByCurrency, unlimited } from './fields.ts';
import { budgetLine } from './projects.ts';
import { worklogFilter } from './worklogs.ts';

export const reportFilterFields = {
  ...worklogFilter,
  from: day,
  to: day.describe(`At most ${maxReportDays} days with \`from\`, and at most ${maxReportDaysAhead} days ahead`),
  statuses: worklogFilter.statuses.describe('Absent: pending and approved'),
};

const compare = flag
  .default(false)
  .describe(
    'Also the totals of the previous period: of the same length, or for whole months the same number of months',
  );

const group = z.enum(reportGroups);

const rowsOf = (by: (typeof reportGroups)[number]) =>
  group
    .default(by)
    .describe(
      'What the rows are. `task` is for those who may open breakdowns; days, weeks and months as in the series',
    );

/** What the rows of a breakdown are, level by level. */
export const groupByLevels = listOf(group, maxGroupLevels)
  .refine((levels) => levels.length > 0, { params: { code: 'field.required' } })
  .default([...defaultGroups])
  .describe('What the rows of each level are, all different; with `task` for those who may open breakdowns');

const sums = {
  items: z.int().describe('Worklogs of the filter'),
  pendingItems: z.int(),
  approvedItems: z.int(),
  rejectedItems: z.int(),
  minutes: z.int().describe('Elapsed minutes of these worklogs'),
  pendingMinutes: z.int().describe('The pending part of `minutes`'),
  approvedMinutes: z.int().describe('The approved part of `minutes`'),
  expenses: sumsByCurrency,
  pendingExpenses: sumsByCurrency,
  approvedExpenses: sumsByCurrency,
  billableMinutes: z.int().describe('The billable part of `minutes`'),
  billableExpenses: sumsByCurrency,
};

export const reportTotals = z.object(sums).meta({ id: 'ReportTotals' });
export type ReportTotals = z.infer<typeof reportTotals>;

export const reportRow = z
  .object({
    id: z
      .string()
      .describe(
        'Of the client, project, task or worker; `none`: projects without a client; else the first day, or the status',
      ),
    name: z.string().describe('Empty for projects without a client; as `id` for days, weeks, months and statuses'),
    days: z.object({ from: day, to: day }).nullable().describe('Of a day, week or month, cut to the range'),
    project: z.object({ id, name: z.string() }).nullable().describe('Of a task'),
    clientName: clientName.describe('Client of the project, or of the project of the task'),
    colour: z.enum(projectColours).nullable(),
    kind: z.enum(taskKinds).nullable(),
    budget: budgetLine
      .pick({ measure: true, budget: true, used: true })
      .nullable()
      .describe(
        'Of an open task, over all time; of hours or money, whichever is used more. For those who may open its report',
      ),
    isOpenable: z.boolean().describe('The caller may open the report of this row'),
    ...sums,
  })
  .meta({ id: 'ReportRow' });
export type ReportRow = z.infer<typeof reportRow>;

/** All rows of the previous period, including those without a row in the current period, and vice versa. */
const before = <Rows extends z.ZodRawShape>(rows: Rows) =>
  z
    .object({ from: day, to: day, totals: reportTotals, ...rows })
    .nullable()
    .describe('Null if no comparison was requested');

const allRows = <T extends z.ZodType>(row: T) => unlimited(row, 'as many rows as the filter matches, not paged');

const rows = allRows(reportRow);

const use = (unit: string) =>
  z
    .object({
      budget: z.int().nullable(),
      approved: z.int(),
      pending: z.int(),
      lastFourWeeks: z.int().describe('Approved and pending in the last 28 days, including today'),
      left: z.int().nullable().describe('Negative when the budget is exceeded'),
      dayOfExhaustion: day.nullable().describe('When the rest is used up at the rate of the last four weeks'),
    })
    .describe(unit);

export const reportBudget = z
  .object({
    minutes: use('In minutes'),
    money: use('In minor units of the currency of the company; worklogs in other currencies are not included'),
  })
  .meta({ id: 'BudgetUse' })
  .describe('Over all time, whatever the filter');
export type ReportBudget = z.infer<typeof reportBudget>;

const budgets = { budgetMinutes: z.int().nullable(), budgetMinor: z.int().nullable() };

const reportProject = z.object({
  id,
  name: z.string(),
  clientName,
  colour: z.enum(projectColours),
  ...budgets,
  currency: z.string().describe('Currency of the company and of the budget'),
  isArchived: z.boolean(),
});

const reportTask = z.object({ id, name: z.string(), kind: z.enum(taskKinds), ...budgets, isClosed: z.boolean() });

const innerBranch = reportRow.extend({ rows }).meta({ id: 'ReportInnerBranch' });
const branch = reportRow.extend({ rows: allRows(innerBranch) }).meta({ id: 'ReportBranch' });
export type ReportBranch = z.infer<typeof branch>;

export const reportBucket = z.object({ from: day, to: day, ...sums }).meta({ id: 'ReportBucket' });
export type ReportBucket = z.infer<typeof reportBucket>;

const rangeReasons = ['range.backwards', 'range.too-long', 'range.too-far-ahead', 'sum.too-large'] as const;

const groupReasons = [...rangeReasons, 'range.too-many-buckets', 'role.not-allowed'] as const;

export const reportEndpoints = {
  getReport: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/reports',
    can: 'reports.read',
    summary: 'Totals and a row for each client, project, task, worker, day, week, month or status',
    input: z.strictObject({ ...companyPath, ...reportFilterFields, compare, groupBy: rowsOf('project') }),
    output: z.object({ totals: reportTotals, rows, before: before({ rows }) }),
    refuses: groupReasons,
  }),
  getReportSeries: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/reports/series',
    can: 'reports.read',
    summary: 'The totals by day, week or month, including empty ones',
    input: z.strictObject({
      ...companyPath,
      ...reportFilterFields,
      by: z
        .enum(bucketSizes)
        .describe(
          `Weeks begin on the weekday of the company; the first and the last bucket are cut to the range. At most ${maxBuckets}`,
        ),
    }),
    output: z.object({ buckets: z.array(reportBucket).max(maxBuckets) }),
    refuses: [...rangeReasons, 'range.too-many-buckets'],
  }),
  getReportBreakdown: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/reports/breakdown',
    can: 'reports.read',
    summary: 'The whole filter as a tree, by default of projects, their tasks and the workers on each',
    input: z.strictObject({ ...companyPath, ...reportFilterFields, groupBy: groupByLevels }),
    output: z.object({ totals: reportTotals, rows: allRows(branch) }),
    refuses: groupReasons,
  }),
  getProjectReport: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/reports/projects/{projectId}',
    can: 'reports.breakdown',
    summary: 'One project: its budget and rows, by default for each task',
    input: z.strictObject({ ...companyPath, projectId: id, ...reportFilterFields, compare, groupBy: rowsOf('task') }),
    output: z.object({
      project: reportProject,
      budget: reportBudget,
      taskBudgets: unlimited(budgetLine, 'those of its open tasks, the largest used share first'),
      totals: reportTotals,
      rows,
      before: before({ rows }),
    }),
    refuses: ['project.missing', ...groupReasons],
  }),
  getTaskReport: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/reports/projects/{projectId}/tasks/{taskId}',
    can: 'reports.breakdown',
    summary: 'One task: its budget and rows, by default for each worker',
    input: z.strictObject({
      ...companyPath,
      projectId: id,
      taskId: id,
      ...reportFilterFields,
      compare,
      groupBy: rowsOf('worker'),
    }),
    output: z.object({
      project: reportProject,
      task: reportTask,
      budget: reportBudget,
      totals: reportTotals,
      rows,
      before: before({ rows }),
    }),
    refuses: ['project.missing', 'task.missing', ...groupReasons],
  }),
};
