// Reports: totals of the worklogs of a filter that the caller may see, by project, task, worker and time.
// Without `statuses` a report excludes rejected worklogs. Every number is the sum of exactly the rows that
// `GET …/worklogs` returns for the same filter and the same statuses.

import { z } from 'zod';
import { projectColours, taskKinds } from '#domain/projects.ts';
import { bucketSizes, maxBuckets, maxReportDays, maxReportDaysAhead } from '#domain/report-ranges.ts';
import { endpoint } from './endpoint.ts';
import { companyPath, day, flag, id, sumsByCurrency, unlimited } from './fields.ts';
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
};

export const reportTotals = z.object(sums).meta({ id: 'ReportTotals' });
export type ReportTotals = z.infer<typeof reportTotals>;

export const reportRow = z
  .object({
    id,
    name: z.string(),
    colour: z.enum(projectColours).nullable(),
    kind: z.enum(taskKinds).nullable(),
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

const project = z.object({
  id,
  name: z.string(),
  colour: z.enum(projectColours),
  ...budgets,
  currency: z.string().describe('Currency of the company and of the budget'),
  isArchived: z.boolean(),
});

const task = z.object({ id, name: z.string(), kind: z.enum(taskKinds), ...budgets, isClosed: z.boolean() });

const taskBranch = reportRow.extend({ workers: rows }).meta({ id: 'ReportTaskBranch' });
const projectBranch = reportRow.extend({ tasks: allRows(taskBranch) }).meta({ id: 'ReportProjectBranch' });
export type ReportProjectBranch = z.infer<typeof projectBranch>;

export const reportBucket = z.object({ from: day, to: day, ...sums }).meta({ id: 'ReportBucket' });
export type ReportBucket = z.infer<typeof reportBucket>;

const rangeReasons = ['range.backwards', 'range.too-long', 'range.too-far-ahead', 'sum.too-large'] as const;

export const reportEndpoints = {
  getReport: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/reports',
    can: 'reports.read',
    summary: 'Totals and a row for each project',
    input: z.strictObject({ ...companyPath, ...reportFilterFields, compare }),
    output: z.object({ totals: reportTotals, rows, before: before({ rows }) }),
    refuses: rangeReasons,
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
    can: 'reports.breakdown',
    summary: 'The whole filter as a tree of projects, their tasks and the workers on each',
    input: z.strictObject({ ...companyPath, ...reportFilterFields }),
    output: z.object({ totals: reportTotals, rows: allRows(projectBranch) }),
    refuses: rangeReasons,
  }),
  getProjectReport: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/reports/projects/{projectId}',
    can: 'reports.breakdown',
    summary: 'One project: its budget, a row for each task and for each worker',
    input: z.strictObject({ ...companyPath, projectId: id, ...reportFilterFields, compare }),
    output: z.object({
      project,
      budget: reportBudget,
      totals: reportTotals,
      tasks: rows,
      workers: rows,
      before: before({ tasks: rows, workers: rows }),
    }),
    refuses: ['project.missing', ...rangeReasons],
  }),
  getTaskReport: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/reports/projects/{projectId}/tasks/{taskId}',
    can: 'reports.breakdown',
    summary: 'One task: its budget and a row for each worker',
    input: z.strictObject({ ...companyPath, projectId: id, taskId: id, ...reportFilterFields, compare }),
    output: z.object({
      project,
      task,
      budget: reportBudget,
      totals: reportTotals,
      workers: rows,
      before: before({ workers: rows }),
    }),
    refuses: ['project.missing', 'task.missing', ...rangeReasons],
  }),
};
