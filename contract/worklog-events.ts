// The history of a worklog: one event for each move, with its changes and the resulting values (decision 031).

import { z } from 'zod';
import { taskKinds } from '#domain/projects.ts';
import { maxReceiptsPerWorklog } from '#domain/receipts.ts';
import { maxTagsPerWorklog } from '#domain/tags.ts';
import { moveNames } from '#domain/worklogs.ts';
import { id, instant } from './fields.ts';
import { worklogValues } from './worklog-fields.ts';

const eventValues = z
  .object({
    projectId: id,
    taskId: id,
    kind: z.enum(taskKinds),
    ...worklogValues,
    minutes: worklogValues.minutes.describe('Of a worklog without times; null otherwise'),
    allowsOverlap: z.boolean().describe('The overlap was confirmed, or there are no times that could overlap'),
    receiptIds: z.array(id).max(maxReceiptsPerWorklog),
    tags: z.array(z.string()).max(maxTagsPerWorklog).describe('Names at that time'),
  })
  .partial()
  .meta({ id: 'WorklogEventValues' });

export const worklogEvent = z
  .object({
    id,
    move: z.enum(moveNames),
    actorName: z.string(),
    onBehalfOfName: z.string().nullable().describe('The person on whose behalf the actor decided'),
    at: instant,
    version: z.int(),
    notes: z.string().nullable(),
    changes: z
      .record(
        z.string(),
        z.object({
          from: z.union([z.string(), z.number(), z.null()]),
          to: z.union([z.string(), z.number(), z.null()]),
        }),
      )
      .describe('Field → value before and after'),
    values: eventValues
      .nullable()
      .describe(
        'Values of the worklog after a move that sets them: all of them after submitting and amending. Events that are older than the recording of values have only those that are known; a project that the caller may not see is left out',
      ),
  })
  .meta({ id: 'WorklogEvent' });
export type WorklogEvent = z.infer<typeof worklogEvent>;
