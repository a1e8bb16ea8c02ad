// Projects with their tasks.

import { z } from 'zod';
import { budgetMeasures } from '#domain/budget-alerts.ts';
import { maxClientNameLength } from '#domain/clients.ts';
import {
  maxProjectCodeLength,
  maxProjectNameLength,
  maxProjectNotesLength,
  maxTaskNameLength,
  maxTasksPerProject,
  projectColours,
  taskKinds,
} from '#domain/projects.ts';
import { endpoint } from './endpoint.ts';
import {
  choiceQuery,
  choices,
  clientIds,
  clientName,
  companyPath,
  day,
  id,
  line,
  order,
  pageFields,
  pageOf,
  pageQuery,
  pageReasons,
  requiredText,
  search,
  text,
  total,
  version,
} from './fields.ts';

export const projectBudgets = {
  budgetMinutes: z
    .int()
    .min(1)
    .max(100_000_000)
    .nullable()
    .describe('Budget in minutes, or null; workers are not shown budgets'),
  budgetMinor: z
    .int()
    .min(1)
    .max(10_000_000_000_000)
    .nullable()
    .describe('Budget in minor units of the company currency, or null; workers are not shown budgets'),
};

export const budgetLine = z
  .object({
    projectId: id,
    projectName: z.string(),
    clientName,
    task: z.object({ id, name: z.string() }).nullable().describe('Null: the budget of the whole project'),
    measure: z.enum(budgetMeasures),
    budget: z.int().describe('Minutes, or minor units of the company currency'),
    used: z.int().describe('Approved and pending, since the start'),
  })
  .meta({ id: 'BudgetLine' });
export type BudgetLine = z.infer<typeof budgetLine>;

const projectFields = {
  name: requiredText(maxProjectNameLength).describe('Name, unique among the active projects of its client'),
  clientName: requiredText(maxClientNameLength)
    .nullable()
    .describe('Its client, compared without case; a new name creates a client; null: none'),
  code: line(maxProjectCodeLength).describe('Short code, may be empty'),
  colour: z.enum(projectColours),
  notes: text(maxProjectNotesLength),
  startsOn: day.nullable(),
  endsOn: day.nullable(),
  ...projectBudgets,
  forEveryone: z.boolean().describe('Every worker of the company may log on it'),
  managerIds: z
    .array(id)
    .max(100)
    .describe('Active managers and company admins; shown to those who may change the project'),
  workerIds: z.array(id).max(10_000).describe('Assigned workers; shown to those who may change the project'),
};

const taskFields = {
  name: requiredText(maxTaskNameLength).describe('Name, unique in the project'),
  kind: z.enum(taskKinds).describe('timed or expense'),
  isBillable: z.boolean().describe('Whether new worklogs on it are billable; existing ones stay as they are'),
  ...projectBudgets,
};

export const task = z
  .object({
    id,
    ...taskFields,
    name: z.string(),
    isClosed: z.boolean(),
    isUsed: z.boolean().describe('Something has been logged on it'),
  })
  .meta({ id: 'Task' });
export type Task = z.infer<typeof task>;

const named = {
  id,
  name: z.string(),
  clientName,
  code: z.string(),
  colour: z.enum(projectColours),
  isArchived: z.boolean(),
};

export const projectRow = z
  .object({
    ...named,
    clientId: id.nullable(),
    startsOn: day.nullable(),
    endsOn: day.nullable(),
    ...projectBudgets,
    openTasks: z.int(),
    minutes: z.int().describe('Pending and approved minutes'),
    worstBudget: budgetLine
      .nullable()
      .describe('The one with the largest used share, of the project and its open tasks'),
    canUpdate: z.boolean(),
  })
  .meta({ id: 'ProjectRow' });
export type ProjectRow = z.infer<typeof projectRow>;

export const project = z
  .object({
    id,
    ...projectFields,
    name: z.string(),
    clientId: id.nullable(),
    clientName,
    code: z.string(),
    isArchived: z.boolean(),
    isUsed: z.boolean(),
    tasks: z.array(task).max(maxTasksPerProject),
    canUpdate: z.boolean(),
    version: z.int(),
  })
  .meta({ id: 'Project' });
export type Project = z.infer<typeof project>;

export const projectChoice = z.object(named).meta({ id: 'ProjectChoice' });
export type ProjectChoice = z.infer<typeof projectChoice>;

const assignable = z.object({ userId: id, name: z.string() });

const projectPath = { ...companyPath, projectId: id };
const newTask = z.strictObject({
  ...taskFields,
  isBillable: taskFields.isBillable.default(true),
  budgetMinutes: projectBudgets.budgetMinutes.default(null),
  budgetMinor: projectBudgets.budgetMinor.default(null),
});

/** A task that is missing in the list is removed; refused if something was ever logged on it. */
const editedTask = z
  .strictObject({
    id: id.optional().describe('Absent: a new task, which needs a name and a kind'),
    ...z.object({ ...taskFields, isClosed: z.boolean() }).partial().shape,
  })
  .describe('For an existing task, absent fields stay unchanged');

export const projectEndpoints = {
  listProjects: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/projects',
    summary: 'Projects the caller may manage, a page at a time',
    can: 'projects.details',
    onFreePlan: true,
    input: z.strictObject({
      ...companyPath,
      archived: z.enum(['no', 'yes']).default('no'),
      managedBy: z.enum(['anyone', 'me']).default('anyone').describe('`me`: those the caller manages'),
      clientIds,
      search: search.optional().describe('Words in the name, the code or the client'),
      sort: z
        .enum(['name', 'client', 'endsOn', 'openTasks', 'hours'])
        .default('name')
        .describe('Projects without a client or an end day always come last'),
      order: order.default('ascending'),
      ...pageQuery,
    }),
    output: z.object({ projects: pageOf(projectRow), total, ...pageFields }),
    refuses: pageReasons,
  }),
  listProjectChoices: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/project-choices',
    summary: 'Names of the projects the caller may see, to choose from',
    can: 'projects.read',
    onFreePlan: true,
    input: z.strictObject({
      ...companyPath,
      ...choiceQuery,
      archived: z.enum(['no', 'also']).default('no').describe('`also`: includes archived ones, after the others'),
    }),
    output: z.object(choices(projectChoice)),
  }),
  listTaskChoices: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/projects/{projectId}/task-choices',
    summary: 'Names of the tasks of a project that the caller may see, to choose from',
    can: 'projects.read',
    onFreePlan: true,
    input: z.strictObject(projectPath),
    output: z.object({ tasks: z.array(z.object({ id, name: z.string() })).max(maxTasksPerProject) }),
    refuses: ['project.missing'],
  }),
  getProject: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/projects/{projectId}',
    summary: 'One project with its tasks',
    can: 'projects.details',
    onFreePlan: true,
    input: z.strictObject(projectPath),
    output: project,
    refuses: ['project.missing'],
  }),
  createProject: endpoint({
    method: 'POST',
    path: '/companies/{companyId}/projects',
    summary: 'Create a project with its first tasks',
    can: 'projects.create',
    input: z.strictObject({
      ...companyPath,
      name: projectFields.name,
      ...z.object(projectFields).omit({ name: true }).partial().shape,
      tasks: z.array(newTask).max(maxTasksPerProject).default([]),
    }),
    output: project,
    refuses: [
      'project.name-taken',
      'project.name-taken-of-client',
      'project.ends-before-start',
      'task.name-taken',
      'member.missing',
    ],
  }),
  updateProject: endpoint({
    method: 'PATCH',
    path: '/companies/{companyId}/projects/{projectId}',
    summary: 'Change a project and its tasks; needs the version that the caller saw',
    can: 'projects.update',
    onFreePlan: true,
    input: z.strictObject({
      ...projectPath,
      version,
      ...z.object(projectFields).partial().shape,
      tasks: z.array(editedTask).max(maxTasksPerProject).optional(),
    }),
    output: project,
    refuses: [
      'project.missing',
      'project.name-taken',
      'project.name-taken-of-client',
      'project.changed-since-seen',
      'project.ends-before-start',
      'task.missing',
      'task.name-taken',
      'task.in-use',
      'member.missing',
    ],
  }),
  archiveProject: endpoint({
    method: 'POST',
    path: '/companies/{companyId}/projects/{projectId}/archive',
    summary: 'Archive a project: no new worklogs; pending ones can still be decided, reports still include it',
    can: 'projects.update',
    onFreePlan: true,
    input: z.strictObject({ ...projectPath, version }),
    output: project,
    refuses: ['project.missing', 'project.changed-since-seen'],
  }),
  restoreProject: endpoint({
    method: 'POST',
    path: '/companies/{companyId}/projects/{projectId}/restore',
    summary: 'Restore an archived project',
    can: 'projects.update',
    onFreePlan: true,
    input: z.strictObject({ ...projectPath, version }),
    output: project,
    refuses: ['project.missing', 'project.changed-since-seen', 'project.name-taken', 'project.name-taken-of-client'],
  }),
  listAssignablePeople: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/assignable-people',
    summary: 'Names of the people who may manage projects, or of the workers, to choose from',
    can: 'projects.update',
    onFreePlan: true,
    input: z.strictObject({ ...companyPath, ...choiceQuery, as: z.enum(['manager', 'worker']) }),
    output: z.object(choices(assignable)),
  }),
};
