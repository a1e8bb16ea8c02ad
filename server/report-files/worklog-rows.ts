// The worklogs file: the worklogs of a filter, oldest first, with all their fields.

import { scopeOf } from '#domain/permissions.ts';
import type { Locale } from '#domain/settings.ts';
import { m } from '#locales/messages.js';
import { type Viewer, visibleWorklogs } from '../request/access.ts';
import { matchesFilter, type WorklogFilter } from '../worklogs/filter.ts';
import { buildColumns, type ColumnDefinition, type FileStyle } from './columns.ts';
import { amountCurrency, common, namedWorklogs } from './common.ts';
import { statusTitles } from './labels.ts';

/** In the order of the query. */
const fields = [
  'id',
  'day',
  'worker',
  'workerId',
  'project',
  'projectId',
  'task',
  'taskId',
  'kind',
  'status',
  'start',
  'end',
  'zone',
  'minutes',
  'amountMinor',
  'currency',
  'notes',
  'submitted',
  'reviewer',
  'reviewedFor',
  'reviewed',
  'reviewNotes',
] as const;

const described: readonly ColumnDefinition<(typeof fields)[number]>[] = [
  { name: 'id', title: m.file_column_id, kind: 'text', width: 38, of: 'id', only: 'plain' },
  common.day,
  common.worker,
  common.workerId,
  common.project,
  common.projectId,
  common.task,
  common.taskId,
  common.kind,
  { name: 'status', title: m.file_column_status, kind: 'text', width: 11, of: 'status', words: statusTitles },
  { name: 'start', title: m.file_column_start, kind: 'time', width: 17, of: 'start' },
  { name: 'end', title: m.file_column_end, kind: 'time', width: 17, of: 'end' },
  { name: 'zone', title: m.file_column_zone, kind: 'text', width: 18, of: 'zone' },
  { name: 'hours', title: m.file_column_hours, kind: 'hours', width: 9, of: 'minutes', only: 'local' },
  { name: 'minutes', title: m.file_column_minutes, kind: 'whole', width: 9, of: 'minutes' },
  { name: 'amount', title: m.file_column_amount, kind: 'decimal', width: 14, of: 'amountMinor', currency: 'currency' },
  common.currency,
  { name: 'notes', title: m.file_column_notes, kind: 'text', width: 40, of: 'notes' },
  { name: 'submitted_at', title: m.file_column_submitted, kind: 'time', width: 17, of: 'submitted' },
  { name: 'reviewer', title: m.file_column_reviewer, kind: 'text', width: 24, of: 'reviewer' },
  { name: 'reviewed_for', title: m.file_column_reviewed_for, kind: 'text', width: 24, of: 'reviewedFor' },
  { name: 'reviewed_at', title: m.file_column_reviewed, kind: 'time', width: 17, of: 'reviewed' },
  { name: 'review_notes', title: m.file_column_review_notes, kind: 'text', width: 40, of: 'reviewNotes' },
];

export const worklogFileColumns = (writing: { style: FileStyle; locale: Locale }) =>
  buildColumns(fields, described, writing);

/** Sorted like an index. */
export const selectWorklogRows = (viewer: Viewer, filter: WorklogFilter) =>
  namedWorklogs(viewer)
    .leftJoin('users as reviewer', 'reviewer.id', 'w.reviewerId')
    .leftJoin('users as principal', 'principal.id', 'w.reviewedFor')
    .where(visibleWorklogs(viewer, 'worklogs.read'))
    .where(matchesFilter(filter))
    .select(['w.id', 'w.day', 'worker.name as worker', 'w.workerId', 'p.name as project', 'w.projectId'])
    .select(['t.name as task', 'w.taskId', 'w.kind', 'w.status', 'w.startsAt', 'w.endsAt', 'w.zone', 'w.minutes'])
    .select(['w.amountMinor', amountCurrency.as('currency'), 'w.notes'])
    .select(['w.submittedAt', 'reviewer.name as reviewer', 'principal.name as reviewedFor', 'w.reviewedAt'])
    .select('w.reviewNotes')
    .orderBy('w.day')
    .orderBy('w.startsAt', (order) => order.asc().nullsFirst())
    .orderBy('w.id')
    .compile();

/**
 * Whether the index contains few other rows than the wanted ones. Read in its order, the first row is available immediately and
 * nothing is sorted on disk, whether there are a thousand rows or a million. By itself PostgreSQL would read and sort all rows
 * first, which is faster only for the complete result.
 */
export const isIndexSelective = (viewer: Viewer, { projectIds, taskIds, workerIds, kinds, statuses }: WorklogFilter) =>
  scopeOf(viewer.company.role, 'worklogs.read') === 'all' &&
  [projectIds, taskIds, workerIds, kinds].every((limit) => limit === undefined) &&
  (statuses ?? []).includes('approved');
