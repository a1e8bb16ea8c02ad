// Worklogs: lists with their totals, one worklog with its history, and the moves of its life cycle.
// Every worklog has `actions`: for each move true, or the reason why this caller may not make it now.

import { z } from 'zod';
import { projectColours, taskKinds } from '#domain/projects.ts';
import { maxReceiptsPerWorklog } from '#domain/receipts.ts';
import { recordOf } from '#domain/record-of.ts';
import { maxTagsPerWorklog } from '#domain/tags.ts';
import { mapTexts, worklogFields } from '#domain/worklog-fields.ts';
import { laterMoves, maxWorklogMinutes, worklogStatuses } from '#domain/worklogs.ts';
import { endpoint } from './endpoint.ts';
import {
  clientIds,
  clientName,
  companyPath,
  currency,
  day,
  filteredTags,
  flag,
  id,
  instant,
  listOf,
  maxFilterIds,
  money,
  noContent,
  offset,
  pageFields,
  pageOf,
  pageQuery,
  pageReasons,
  reasonCode,
  sumsByCurrency,
  tagNames,
  text,
  timeZone,
  version,
  wallTime,
} from './fields.ts';
import { receipt } from './receipts.ts';
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
export const [maxOverlapping, maxShownConflicts, maxShownEvents] = [5, 20, 500];

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

export const entryFields = {
  taskId: id,
  start: wallTime.optional().describe('Timed task: wall time in `zone`'),
  end: wallTime.optional(),
  startOffset: offset.optional(),
  endOffset: offset.optional(),
  zone: timeZone.optional().describe('Zone of start and end; absent means the company zone'),
  minutes: z
    .int()
    .min(1)
    .max(maxWorklogMinutes)
    .optional()
    .describe('Timed task, under the policy `times: optional`: elapsed minutes on `day`, instead of start and end'),
  day: day.optional().describe('The company day, of an expense or of a worklog without times'),
  amount: z.string().max(30).optional().describe('Decimal amount in the company currency, e.g. "12.50"'),
  currency: currency.optional().describe('Of the amount: the company’s, or that of an unchanged amount'),
  ...mapTexts((name) => text(worklogFields[name].maxLength).default('')),
  receiptIds: z
    .array(id)
    .max(100)
    .refine((ids) => new Set(ids).size === ids.length, { params: { code: 'field.invalid' } })
    .optional()
    .describe(
      `Receipts in the order shown, at most ${maxReceiptsPerWorklog}: uploaded by the caller and not used by another worklog. Absent: none, or when amending the existing ones`,
    ),
  tags: tagNames
    .optional()
    .describe(
      'Names: known tags in whatever case they are written, others are created. Absent: none, or when amending the existing ones',
    ),
  isBillable: z.boolean().optional().describe('Absent: as its task says, or unchanged while the task is'),
  confirmOverlap: z.boolean().default(false).describe('Under the policy `flag`: submit despite an overlap'),
};

/** Of version 7 only, like all others: the order of ids is the order of time, more or less. */
export const chosenId = z
  .uuidv7()
  .toLowerCase()
  .describe(
    'The id of the new worklog, generated by the caller. Repeating the request at any later time returns the worklog as it is now (`worklog.missing` if it was withdrawn since) and creates no second one. Absent: the server generates one',
  );

/** Absent fields stay unchanged. */
const amendedFields = {
  ...entryFields,
  taskId: entryFields.taskId.optional(),
  zone: timeZone.optional().describe('Zone of start and end; absent means the zone of the worklog'),
  minutes: entryFields.minutes.describe(
    'Instead of start and end, under the policy `times: optional`: removes the times; the day stays unless `day` is given',
  ),
  amount: entryFields.amount.describe('Decimal amount in the company currency; empty removes it'),
  ...mapTexts((name) => text(worklogFields[name].maxLength).optional()),
};

export const entryReasons = [
  'task.missing',
  'task.closed',
  'project.archived',
  'project.not-started',
  'project.ended',
  'project.not-assigned',
  'worklog.end-before-start',
  'worklog.too-long',
  'worklog.day-too-long',
  'worklog.receipt-required',
  'worklog.in-future',
  'worklog.period-locked',
  'worklog.amount-required',
  'worklog.currency-changed',
  'worklog.time-not-allowed',
  'worklog.times-required',
  'worklog.times-or-minutes',
  'worklog.time-missing-in-zone',
  'worklog.time-twice-in-zone',
  'worklog.notes-required',
  'worklog.conflict',
  'receipt.missing',
  'receipt.too-many',
] as const;

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
