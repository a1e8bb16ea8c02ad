// Worklogs: lists with their totals, one worklog with its history, and the moves of its life cycle.
// Every worklog has `actions`: for each move true, or the reason why this caller may not make it now.

import { z } from 'zod';
import { projectColours, taskKinds } from '#domain/projects.ts';
import { maxReceiptsPerWorklog } from '#domain/receipts.ts';
import { recordOf } from '#domain/record-of.ts';
import { maxTagsPerWorklog } from '#domain/tags.ts';
import { laterMoves, worklogStatuses } from '#domain/worklogs.ts';
import { endpoint } from './endpoint.ts';
import {
  clientIds,
  clientName,
  companyPath,
  day,
  filteredTags,
  flag,
  id,
  instant,
  listOf,
  maxFilterIds,
  money,
  noContent,
  pageFields,
  pageOf,
  pageQuery,
  pageReasons,
  reasonCode,
  sumsByCurrency,
  version,
} from './fields.ts';
import { receipt } from './receipts.ts';
import { amendedFields, chosenId, entryFields, entryReasons } from './worklog-entry.ts';
import { worklogEvent } from './worklog-events.ts';
import { worklogValues } from './worklog-fields.ts';

const status = z.enum(worklogStatuses);
/** Whether the caller may do something now: true, or the reason why not. */
export const allowedOrReason = z.union([z.literal(true), reasonCode]);

/** Another worklog of the same worker at the same time. */
const overlappingWorklog = z
  .object({ id, startsAt: instant, endsAt: instant, zone: z.string() })
  .meta({ id: 'OverlappingWorklog' });

/** More overlaps, conflicts or events than this are not listed. */
export const maxOverlapping = 5;
export const maxShownConflicts = 20;
export const maxShownEvents = 500;

const { amountMinor: _, currency: __, ...shownValues } = worklogValues;

export const worklog = z
  .object({
    id,
    workerId: id,
    workerName: z.string(),
    projectId: id,
    projectName: z.string(),
    clientName,
    colour: z.enum(projectColours),
    taskId: id,
    taskName: z.string(),
    kind: z.enum(taskKinds),
    status,
    ...shownValues,
    expense: money.nullable(),
    tags: z.array(z.string()).max(maxTagsPerWorklog).describe('Names, sorted'),
    receipts: z.int().describe('Number of receipts'),
    isConflicting: z.boolean().describe('Overlaps another worklog of this worker; confirmed under the policy `flag`'),
    overlapping: z.array(overlappingWorklog).max(maxOverlapping).describe('Those that the caller may see'),
    hasPlacedTimes: z.boolean().describe('Imported with a day and a length only: its times are where it fitted'),
    version: z.int(),
    submittedAt: instant,
    enteredByName: z.string().nullable().describe('Who entered it for the worker; null: the worker'),
    reviewerName: z.string().nullable(),
    reviewedForName: z.string().nullable().describe('The person on whose behalf the reviewer decided'),
    reviewedAt: instant.nullable(),
    reviewNotes: z.string().nullable(),
    actions: z.object(recordOf(laterMoves, () => allowedOrReason)),
  })
  .meta({ id: 'Worklog' });
export type Worklog = z.infer<typeof worklog>;

/** Sent in the problem under `conflicts`: worklogs at the same time that the caller may see. */
export const conflictingWorklog = worklog.pick({
  id: true,
  projectName: true,
  clientName: true,
  taskName: true,
  startsAt: true,
  endsAt: true,
  zone: true,
  day: true,
  status: true,
  notes: true,
});
export type ConflictingWorklog = z.infer<typeof conflictingWorklog>;

/** Sent in the problem under `gaps` for own worklogs: free time that the caller may log instead. */
export const freeInterval = z.object({ startsAt: instant, endsAt: instant });
export type FreeInterval = z.infer<typeof freeInterval>;

export const totals = z
  .object({
    items: z.int().describe('Worklogs of the filter, whatever their status'),
    minutes: z.int().describe('Of pending and approved worklogs, like `expenses`; rejected ones are never counted'),
    expenses: sumsByCurrency,
    pending: z.int().describe('Number of pending items'),
    approved: z.int(),
    rejected: z.int(),
    rejectedMinutes: z.int().describe('Of the rejected worklogs; not included in `minutes`'),
    rejectedExpenses: sumsByCurrency,
  })
  .meta({ id: 'Totals' });
export type Totals = z.infer<typeof totals>;

/** Both ends included; absent means open. */
export const worklogFilter = {
  from: day.optional(),
  to: day.optional(),
  clientIds,
  projectIds: listOf(id, maxFilterIds)
    .optional()
    .describe('Here and below, ids that the caller may not see match nothing, like unknown ids'),
  taskIds: listOf(id, maxFilterIds).optional(),
  workerIds: listOf(id, maxFilterIds).optional(),
  statuses: listOf(status).optional().describe('Absent means all'),
  kinds: listOf(z.enum(taskKinds)).optional(),
  tagIds: filteredTags,
  isBillable: flag.optional(),
};

const sorting = z
  .enum(['newest', 'oldest', 'submitted'])
  .default('newest')
  .describe('By day, or by submission (oldest first)');

const worklogPath = { ...companyPath, worklogId: id };

export const worklogEndpoints = {
  listWorklogs: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/worklogs',
    summary: 'Worklogs the caller may see, a page at a time, with totals over the whole filter',
    can: 'worklogs.read',
    onFreePlan: true,
    input: z.strictObject({
      ...companyPath,
      ...worklogFilter,
      ids: listOf(id).optional().describe('Only these worklogs, if they match the filter'),
      access: z
        .enum(['read', 'decide'])
        .default('read')
        .describe('decide: only those in the projects that the caller decides in'),
      sort: sorting,
      ...pageQuery,
    }),
    output: z.object({ worklogs: pageOf(worklog), totals, ...pageFields }),
    refuses: pageReasons,
  }),
  getWorklog: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/worklogs/{worklogId}',
    summary: 'One worklog with its receipts and its history',
    can: 'worklogs.read',
    onFreePlan: true,
    input: z.strictObject(worklogPath),
    output: z.object({
      worklog,
      receipts: z.array(receipt).max(maxReceiptsPerWorklog),
      history: z.array(worklogEvent).max(maxShownEvents).describe('The last ones'),
    }),
    refuses: ['worklog.missing'],
  }),
  submitWorklog: endpoint({
    method: 'POST',
    path: '/companies/{companyId}/worklogs',
    summary: 'Submit a worklog of the caller',
    can: 'worklogs.submit',
    onFreePlan: true,
    input: z.strictObject({ ...companyPath, id: chosenId.optional(), ...entryFields }),
    output: worklog,
    refuses: [...entryReasons, 'worklog.id-taken', 'worklog.missing'],
  }),
  amendWorklog: endpoint({
    method: 'PATCH',
    path: '/companies/{companyId}/worklogs/{worklogId}',
    summary: 'Change a pending or rejected worklog; it is pending again. Absent fields stay unchanged',
    can: 'worklogs.submit',
    onFreePlan: true,
    input: z.strictObject({ ...worklogPath, version, ...amendedFields }),
    output: worklog,
    refuses: ['worklog.missing', 'worklog.locked', 'worklog.changed-since-seen', ...entryReasons],
  }),
  withdrawWorklog: endpoint({
    method: 'DELETE',
    path: '/companies/{companyId}/worklogs/{worklogId}',
    summary: 'Withdraw a pending or rejected worklog',
    can: 'worklogs.submit',
    onFreePlan: true,
    input: z.strictObject({ ...worklogPath, version: z.coerce.number().int().min(1) }),
    output: noContent,
    refuses: ['worklog.missing', 'worklog.locked', 'worklog.changed-since-seen', 'worklog.period-locked'],
  }),
  dismissWorklog: endpoint({
    method: 'POST',
    path: '/companies/{companyId}/worklogs/{worklogId}/dismissal',
    summary: 'Dismiss an own rejected worklog of a locked period: no to-do until it changes or is unlocked',
    can: 'worklogs.submit',
    onFreePlan: true,
    input: z.strictObject({ ...worklogPath, version }),
    output: noContent,
    refuses: ['worklog.missing', 'worklog.changed-since-seen', 'worklog.not-dismissible'],
  }),
};
