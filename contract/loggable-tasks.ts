// Tasks to choose from when logging: for oneself, and for others.

import { z } from 'zod';
import { projectColours, taskKinds } from '#domain/projects.ts';
import { endpoint } from './endpoint.ts';
import { choiceQuery, choices, clientName, companyPath, id, instant } from './fields.ts';

const loggableTask = z
  .object({
    taskId: id,
    taskName: z.string(),
    kind: z.enum(taskKinds),
    isBillable: z.boolean().describe('Whether new worklogs on it are billable'),
    projectId: id,
    projectName: z.string(),
    clientName,
    colour: z.enum(projectColours),
    isFavourite: z.boolean(),
    lastUsedAt: instant.nullable().describe('When the caller last submitted a worklog on it, if recently'),
  })
  .meta({ id: 'LoggableTask' });

export const loggableTaskEndpoints = {
  listLoggableTasks: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/loggable-tasks',
    summary: 'Open tasks the caller may log on: favourites first, then the last used',
    can: 'worklogs.submit',
    onFreePlan: true,
    input: z.strictObject({ ...companyPath, ...choiceQuery }),
    output: z.object(choices(loggableTask)),
  }),
  listEnterableTasks: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/enterable-tasks',
    summary: 'Open tasks on which the caller may enter worklogs for others',
    can: 'worklogs.enter',
    onFreePlan: true,
    input: z.strictObject({ ...companyPath, projectId: id.optional(), ...choiceQuery }),
    output: z.object(choices(loggableTask)),
  }),
};
