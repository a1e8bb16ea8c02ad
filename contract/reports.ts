// Reports: what the worklogs of a filter that the caller may see add up to, by project, task, worker and time.
// A report without a status leaves rejected worklogs out; one that asks for them sums them. Every number is the sum of
// exactly the rows that `GET …/worklogs` gives for the same filter (with the statuses named).

import { z } from 'zod';
import { projectColours, taskKinds } from '#domain/projects.ts';
import { bucketSizes, furthestReportDays, longestReportDays, mostBuckets } from '#domain/report-ranges.ts';
import { endpoint } from './endpoint.ts';
import { companyPath, day, flag, id, money } from './fields.ts';
import { worklogFilter } from './worklogs.ts';

export const reportFilter = {
  ...worklogFilter,
  from: day,
  to: day.describe(`At most ${longestReportDays} days with \`from\`, and at most ${furthestReportDays} days ahead`),
  statuses: worklogFilter.statuses.describe('Absent means pending and approved: what is or may become of account'),
};

const compare = flag
  .default(false)
  .describe('Also what the period before adds up to: as long and just before; of whole months as many months');

const amounts = z.array(money);

const sums = {
  items: z.int().describe('Worklogs of the filter, whatever their status'),
  pendingItems: z.int(),
  approvedItems: z.int(),
  rejectedItems: z.int(),
  minutes: z.int().describe('Elapsed minutes of exactly those'),
  pendingMinutes: z.int().describe('Of which waiting for a decision'),
  approvedMinutes: z.int().describe('Of which approved'),
  expenses: amounts.describe('One sum for each currency, never added together'),
  pendingExpenses: amounts,
  approvedExpenses: amounts,
};

export const reportTotals = z.object(sums).meta({ id: 'ReportTotals' });
export type ReportTotals = z.infer<typeof reportTotals>;

export const reportRow = z
  .object({
    id,
    name: z.string(),
    colour: z.enum(projectColours).nullable(),
    kind: z.enum(taskKinds).nullable(),
    isOpenable: z.boolean().describe('The caller may open the report behind this row'),
    ...sums,
  })
  .meta({ id: 'ReportRow' });
export type ReportRow = z.infer<typeof reportRow>;

/** The rows of the period before are all of its own: a key without worklogs in one of the two periods has a row in the other. */
const before = <Rows extends z.ZodRawShape>(rows: Rows) =>
  z
    .object({ from: day, to: day, totals: reportTotals, ...rows })
    .nullable()
    .describe('Null where no comparison was asked for');

const rows = z.array(reportRow);

const use = (unit: string) =>
  z
    .object({
      budget: z.int().nullable(),
      approved: z.int(),
      pending: z.int(),
      lastFourWeeks: z.int().describe('Of both, used on the last 28 days, today included'),
      left: z.int().nullable().describe('Below nought when more was used'),
      dayOfExhaustion: day.nullable().describe('When the rest is used up at the rate of the last four weeks'),
    })
    .describe(unit);

const budget = z
  .object({
    minutes: use('In minutes'),
    money: use('In minor units of the currency of the company; worklogs in another one are not in it'),
  })
  .meta({ id: 'BudgetUse' })
  .describe('Over all time, whatever the filter');
export type ReportBudget = z.infer<typeof budget>;

const budgets = { budgetMinutes: z.int().nullable(), budgetMinor: z.int().nullable() };

const project = z.object({
  id,
  name: z.string(),
  colour: z.enum(projectColours),
  ...budgets,
  currency: z.string().describe('Of the company and of the budget'),
  isArchived: z.boolean(),
});

const task = z.object({ id, name: z.string(), kind: z.enum(taskKinds), ...budgets, isClosed: z.boolean() });

const taskBranch = reportRow.extend({ workers: z.array(reportRow) }).meta({ id: 'ReportTaskBranch' });
const projectBranch = reportRow.extend({ tasks: z.array(taskBranch) }).meta({ id: 'ReportProjectBranch' });
export type ReportProjectBranch = z.infer<typeof projectBranch>;

const bucket = z.object({ from: day, to: day, ...sums }).meta({ id: 'ReportBucket' });
export type ReportBucket = z.infer<typeof bucket>;

const rangeReasons = ['range.backwards', 'range.too-long', 'range.too-far-ahead', 'sum.too-large'] as const;

export const reportEndpoints = {
  getReport: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/reports',
    can: 'reports.read',
    summary: 'Totals and a row for each project',
    input: z.strictObject({ ...companyPath, ...reportFilter, compare }),
    output: z.object({ totals: reportTotals, rows, before: before({ rows }) }),
    refuses: rangeReasons,
  }),
  getReportSeries: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/reports/series',
    can: 'reports.read',
    summary: 'The sums day by day, week by week or month by month, without holes',
    input: z.strictObject({
      ...companyPath,
      ...reportFilter,
      by: z
        .enum(bucketSizes)
        .describe(`Weeks begin as those of the company; the first and the last are cut off. At most ${mostBuckets}`),
    }),
    output: z.object({ buckets: z.array(bucket) }),
    refuses: [...rangeReasons, 'range.too-many-buckets'],
  }),
  getReportBreakdown: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/reports/breakdown',
    can: 'reports.breakdown',
    summary: 'The whole filter as a tree of projects, their tasks and the workers on each',
    input: z.strictObject({ ...companyPath, ...reportFilter }),
    output: z.object({ totals: reportTotals, rows: z.array(projectBranch) }),
    refuses: rangeReasons,
  }),
  getProjectReport: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/reports/projects/{projectId}',
    can: 'reports.breakdown',
    summary: 'One project: its budget, a row for each task and for each worker',
    input: z.strictObject({ ...companyPath, projectId: id, ...reportFilter, compare }),
    output: z.object({
      project,
      budget,
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
    input: z.strictObject({ ...companyPath, projectId: id, taskId: id, ...reportFilter, compare }),
    output: z.object({
      project,
      task,
      budget,
      totals: reportTotals,
      workers: rows,
      before: before({ workers: rows }),
    }),
    refuses: ['project.missing', 'task.missing', ...rangeReasons],
  }),
};
