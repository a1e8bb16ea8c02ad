// Copies of the caller's worklogs of a day onto other days. Each copy is a new worklog with its own result.

import { z } from 'zod';
import { maxCopies, maxCopyDays } from '#domain/copies.ts';
import { endpoint } from './endpoint.ts';
import { companyPath, day, id, reasonCode } from './fields.ts';
import { chosenId } from './worklog-entry.ts';
import { conflictingWorklog, maxShownConflicts, worklog } from './worklogs.ts';

const copyResult = z
  .object({
    worklogId: id.describe('The original'),
    day: day.describe('The day that it was copied onto'),
    code: reasonCode.nullable().describe('Null: done. Otherwise why not'),
    message: z.string().nullable(),
    conflicts: z.array(conflictingWorklog).max(maxShownConflicts).describe('Worklogs at the same time'),
    copy: worklog.nullable(),
  })
  .meta({ id: 'CopyResult' });
export type CopyResult = z.infer<typeof copyResult>;

export const copyEndpoints = {
  copyWorklogs: endpoint({
    method: 'POST',
    path: '/companies/{companyId}/worklog-copies',
    summary:
      'Copy own worklogs of a day onto other days, with the same wall times; a refused copy does not stop the others',
    can: 'worklogs.submit',
    onFreePlan: true,
    input: z.strictObject({
      ...companyPath,
      fromDay: day,
      toDays: z.array(day).min(1).max(maxCopyDays),
      worklogIds: z
        .array(id)
        .min(1)
        .max(maxCopies)
        .optional()
        .describe('Absent: all of that day except expenses and rejected ones'),
      confirmOverlap: z.boolean().default(false).describe('Under the policy `flag`: copy although it overlaps'),
      copyIds: z
        .array(z.object({ worklogId: id, day, id: chosenId }))
        .max(maxCopies)
        .default([])
        .describe('The ids of new copies, by original and day. Without one, the server generates it'),
    }),
    output: z.object({ results: z.array(copyResult).max(maxCopies) }),
    refuses: ['worklog.missing', 'worklog.too-many-copies'],
  }),
};
