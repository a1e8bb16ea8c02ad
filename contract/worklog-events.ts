// The history of a worklog: one event for each move, with what changed and with the values it set (decision 031).

import { z } from 'zod';
import { taskKinds } from '#domain/projects.ts';
import { day, id, instant } from './fields.ts';

const eventValues = z
  .object({
    projectId: id,
    taskId: id,
    kind: z.enum(taskKinds),
    startsAt: instant.nullable(),
    endsAt: instant.nullable(),
    zone: z.string(),
    day,
    amountMinor: z.int().nullable(),
    currency: z.string(),
    notes: z.string(),
    allowsOverlap: z.boolean().describe('The overlap was confirmed'),
    receiptIds: z.array(id),
  })
  .partial()
  .meta({ id: 'WorklogEventValues' });

export const worklogEvent = z
  .object({
    id,
    move: z.enum(['submit', 'amend', 'withdraw', 'approve', 'reject', 'reopen']),
    actorName: z.string(),
    onBehalfOfName: z.string().nullable().describe('In whose place the actor stood in'),
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
      .describe('Field → what it was and what it became'),
    values: eventValues
      .nullable()
      .describe(
        'What the worklog had after a move that sets values: all of it after submitting and amending. Of events from before values were recorded only what is known; a project out of the reach of the caller is left out',
      ),
  })
  .meta({ id: 'WorklogEvent' });
export type WorklogEvent = z.infer<typeof worklogEvent>;
