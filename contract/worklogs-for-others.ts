// Worklogs that somebody enters for others, where the company allows it: the same for each of several people, each with a result.

import { z } from 'zod';
import { maxEnteredTogether } from '#domain/worklogs.ts';
import { endpoint } from './endpoint.ts';
import { choiceQuery, choices, companyPath, id, reasonCode } from './fields.ts';
import { entryFields, entryReasons } from './worklog-entry.ts';
import { conflictingWorklog, maxShownConflicts, worklog } from './worklogs.ts';

const { receiptIds: _, ...enteredFields } = entryFields;

const enteredResult = z
  .object({
    workerId: id,
    code: reasonCode.nullable().describe('Null: done. Otherwise why not'),
    message: z.string().nullable(),
    conflicts: z
      .array(conflictingWorklog)
      .max(maxShownConflicts)
      .describe('Worklogs of the person at the same time that the caller may see'),
    worklog: worklog.nullable(),
  })
  .meta({ id: 'EnteredResult' });
export type EnteredResult = z.infer<typeof enteredResult>;

export const worklogForOthersEndpoints = {
  listEnterablePeople: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/enterable-tasks/{taskId}/people',
    summary: 'Names of the people for whom the caller may enter worklogs on the task',
    can: 'worklogs.enter',
    onFreePlan: true,
    input: z.strictObject({ ...companyPath, taskId: id, ...choiceQuery }),
    output: z.object(choices(z.object({ userId: id, name: z.string() }))),
    refuses: ['task.missing'],
  }),
  enterWorklogs: endpoint({
    method: 'POST',
    path: '/companies/{companyId}/worklogs-for-others',
    summary:
      'Enter the same worklog for several people. Each has a result, and a refused one does not stop the others; what is wrong with the entry itself refuses the request',
    can: 'worklogs.enter',
    onFreePlan: true,
    input: z.strictObject({
      ...companyPath,
      ...enteredFields,
      workerIds: z
        .array(id)
        .min(1)
        .max(maxEnteredTogether)
        .describe('People who may log on the task, not the caller; unknown ids are refused like those of anybody else'),
    }),
    output: z.object({ results: z.array(enteredResult).max(maxEnteredTogether) }),
    refuses: [...entryReasons, 'worklog.receipt-by-worker', 'member.not-on-task', 'worklog.day-too-long-for-worker'],
  }),
};
