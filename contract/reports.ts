// Sums for the dashboard and the reports: over exactly the worklogs of the filter that the caller may see.
// A report without a status leaves rejected worklogs out; one that asks for them sums them.

import { z } from 'zod';
import { projectColours, taskKinds } from '#domain/projects.ts';
import { endpoint } from './endpoint.ts';
import { companyPath, day, id, instant, money } from './fields.ts';
import { totals, worklogFilter } from './worklogs.ts';

const reportFilter = {
  ...worklogFilter,
  statuses: worklogFilter.statuses.describe('Absent means pending and approved: what is or may become of account'),
};

const sums = {
  items: z.int().describe('Worklogs of the filter, whatever their status'),
  minutes: z.int().describe('Elapsed minutes of exactly those'),
  pendingMinutes: z.int().describe('Of which waiting for a decision'),
  approvedMinutes: z.int().describe('Of which approved'),
  expenses: z.array(money).describe('One sum for each currency, never added together'),
};

export const reportRow = z
  .object({
    id,
    name: z.string(),
    colour: z.enum(projectColours).nullable(),
    kind: z.enum(taskKinds).nullable(),
    isOpenable: z.boolean().describe('The caller may open what is behind this row'),
    ...sums,
  })
  .meta({ id: 'ReportRow' });
export type ReportRow = z.infer<typeof reportRow>;

export const dashboard = z
  .object({
    rejected: z
      .object({
        count: z.int(),
        worklogs: z.array(
          z.object({
            id,
            projectName: z.string(),
            taskName: z.string(),
            day,
            minutes: z.int().nullable(),
            expense: money.nullable(),
            submittedAt: instant,
            reviewNotes: z.string(),
            reviewerName: z.string(),
          }),
        ),
      })
      .describe('The caller’s own rejected worklogs, oldest submission first, at most 20'),
    waiting: z
      .object({
        count: z.int(),
        oldestSubmittedAt: instant.nullable(),
        workers: z.array(z.object({ userId: id, name: z.string(), count: z.int() })).describe('At most 20, most first'),
      })
      .nullable()
      .describe('Pending worklogs the caller may decide; null for roles that decide nothing'),
    firstSteps: z
      .object({ hasProject: z.boolean(), hasSeats: z.boolean(), hasInvited: z.boolean(), hasWorklog: z.boolean() })
      .nullable()
      .describe('For company admins until all are true'),
    week: z
      .array(z.object({ day, minutes: z.int() }))
      .describe('This week of the company: hours the caller may see, per day, rejected ones excluded'),
    weekMinutes: z.int(),
  })
  .meta({ id: 'Dashboard' });
export type Dashboard = z.infer<typeof dashboard>;

export const reportEndpoints = {
  getDashboard: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/dashboard',
    can: 'company.read',
    onFreePlan: true,
    summary: 'What waits for the caller, and this week',
    input: z.strictObject(companyPath),
    output: dashboard,
  }),
  getCounts: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/counts',
    can: 'company.read',
    onFreePlan: true,
    summary: 'What waits for the caller, as the navigation shows it: counted up to 100',
    input: z.strictObject(companyPath),
    output: z.object({
      toDecide: z.int().describe('Pending worklogs the caller may decide'),
      toMend: z.int().describe('Own rejected worklogs'),
    }),
  }),
  getReport: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/reports',
    can: 'reports.read',
    summary: 'Totals and a row for each project',
    input: z.strictObject({ ...companyPath, ...reportFilter }),
    output: z.object({ totals, rows: z.array(reportRow) }),
  }),
  getProjectReport: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/reports/projects/{projectId}',
    can: 'reports.breakdown',
    summary: 'One project: a row for each task and for each worker',
    input: z.strictObject({ ...companyPath, projectId: id, ...reportFilter }),
    output: z.object({
      project: z.object({ id, name: z.string(), colour: z.enum(projectColours), budgetMinutes: z.int().nullable() }),
      totals,
      tasks: z.array(reportRow),
      workers: z.array(reportRow),
    }),
    refuses: ['project.missing'],
  }),
  getTaskReport: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/reports/projects/{projectId}/tasks/{taskId}',
    can: 'reports.breakdown',
    summary: 'One task: a row for each worker',
    input: z.strictObject({ ...companyPath, projectId: id, taskId: id, ...reportFilter }),
    output: z.object({
      project: z.object({ id, name: z.string() }),
      task: z.object({ id, name: z.string(), kind: z.enum(taskKinds) }),
      totals,
      workers: z.array(reportRow),
    }),
    refuses: ['project.missing', 'task.missing'],
  }),
};
