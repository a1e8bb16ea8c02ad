// The overview of a project: its budgets, the last weeks, who works on it, and its latest worklogs.

import { z } from 'zod';
import { maxTasksPerProject, taskKinds } from '#domain/projects.ts';
import { worklogStatuses } from '#domain/worklogs.ts';
import { endpoint } from './endpoint.ts';
import { companyPath, day, id, money } from './fields.ts';
import { reportBucket, reportBudget } from './reports.ts';

export const overviewWeeks = 12;

/** As many as fit beside the form; the report of the project has all. */
export const maxOverviewPeople = 12;
export const maxOverviewWorklogs = 5;

const overviewTask = z.object({
  id,
  name: z.string(),
  kind: z.enum(taskKinds),
  isClosed: z.boolean(),
  budget: reportBudget,
});

const overviewPerson = z.object({
  userId: id,
  name: z.string(),
  isManager: z.boolean(),
  minutes: z.int().describe('Pending and approved, in the last 28 days'),
});

const overviewWorklog = z.object({
  id,
  workerName: z.string(),
  taskName: z.string(),
  day,
  minutes: z.int().nullable(),
  expense: money.nullable(),
  status: z.enum(worklogStatuses),
});

export const projectOverview = z
  .object({
    budget: reportBudget,
    tasks: z.array(overviewTask).max(maxTasksPerProject).describe('In the order of the project'),
    weeks: z
      .array(reportBucket)
      .max(overviewWeeks)
      .describe('Pending and approved worklogs of the last twelve weeks, the current one cut at today'),
    people: z
      .array(overviewPerson)
      .max(maxOverviewPeople)
      .describe('Managers, then who logged work in the last 28 days, most minutes first'),
    peopleTotal: z.int(),
    pending: z.object({ count: z.int(), oldestOn: day.nullable() }),
    latest: z.array(overviewWorklog).max(maxOverviewWorklogs).describe('The latest worklogs by day, in any status'),
  })
  .meta({ id: 'ProjectOverview' });
export type ProjectOverview = z.infer<typeof projectOverview>;

export const projectOverviewEndpoints = {
  getProjectOverview: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/projects/{projectId}/overview',
    summary:
      'Budgets of a project and its tasks with use, rate and forecast, the last weeks, people and latest worklogs',
    can: 'projects.details',
    onFreePlan: true,
    input: z.strictObject({ ...companyPath, projectId: id }),
    output: projectOverview,
    refuses: ['project.missing', 'sum.too-large'],
  }),
};
