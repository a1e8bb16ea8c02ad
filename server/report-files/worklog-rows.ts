// The worklogs file: the worklogs of a filter, oldest first, with all their fields.

import { sql } from 'kysely';
import { scopeOf } from '#domain/permissions.ts';
import { mapTexts, type WorklogField, worklogTexts } from '#domain/worklog-fields.ts';
import { worklogTextLabels } from '#labels/worklogs.ts';
import { m } from '#locales/messages.js';
import { matchesFilter, type WorklogFilter } from '../reports/worklog-filter.ts';
import { type Viewer, visibleWorklogs } from '../request/access.ts';
import { tagNamesOf } from '../worklogs/joins.ts';
import type { ColumnDefinition, ColumnSelection } from './columns.ts';
import { amount, columnsFor, common, idColumn, namedWorklogs } from './common.ts';

const minutes = sql.ref('w.minutes');
const time = { kind: 'time', width: 17 } as const;

/** The columns of the plain fields. */
const plain = {
  startsAt: { name: 'start', title: m.file_column_start, of: sql.ref('w.startsAt'), ...time },
  endsAt: { name: 'end', title: m.file_column_end, of: sql.ref('w.endsAt'), ...time },
  minutes: { name: 'minutes', title: m.file_column_minutes, kind: 'whole', width: 9, of: minutes },
  zone: { name: 'zone', title: m.file_column_zone, kind: 'text', width: 18, of: sql.ref('w.zone') },
  day: common.day,
  amountMinor: {
    name: 'amount',
    title: m.file_column_amount,
    of: sql.ref('w.amountMinor'),
    ...amount,
    width: 14,
  },
  currency: common.currency,
  isBillable: common.billable,
  ...mapTexts((name) => ({
    name,
    title: worklogTextLabels[name],
    kind: 'text' as const,
    width: 40,
    of: sql.ref(`w.${name}`),
  })),
} satisfies Record<WorklogField, ColumnDefinition>;

type ColumnCompany = Parameters<typeof columnsFor>[0] & { id: string; hasTags: boolean };

/** A company without tags gets no column for them, and none that `columnsFor` leaves out. */
export const worklogColumnsFor = (company: ColumnCompany): readonly ColumnDefinition[] =>
  columnsFor(company, worklogColumns(company));

const worklogColumns = ({ id, hasTags }: ColumnCompany): readonly ColumnDefinition[] => [
  { name: 'id', of: sql.ref('w.id'), ...idColumn },
  plain.day,
  common.worker,
  common.workerId,
  common.client,
  common.clientId,
  common.project,
  common.projectId,
  common.task,
  common.taskId,
  common.kind,
  common.status,
  plain.startsAt,
  plain.endsAt,
  plain.zone,
  { name: 'hours', title: m.file_column_hours, kind: 'hours', width: 9, of: minutes, only: 'local' },
  plain.minutes,
  plain.amountMinor,
  plain.currency,
  plain.isBillable,
  ...(hasTags ? [tagsOf(id)] : []),
  ...worklogTexts.map((name) => plain[name]),
  { name: 'submitted_at', title: m.file_column_submitted, of: sql.ref('w.submittedAt'), ...time },
  { name: 'entered_by', title: m.file_column_entered_by, kind: 'text', width: 24, of: sql.ref('enterer.name') },
  { name: 'reviewer', title: m.file_column_reviewer, kind: 'text', width: 24, of: sql.ref('reviewer.name') },
  { name: 'reviewed_for', title: m.file_column_reviewed_for, kind: 'text', width: 24, of: sql.ref('delegator.name') },
  { name: 'reviewed_at', title: m.file_column_reviewed, of: sql.ref('w.reviewedAt'), ...time },
  { name: 'review_notes', title: m.file_column_review_notes, kind: 'text', width: 40, of: sql.ref('w.reviewNotes') },
];

const tagsOf = (companyId: string): ColumnDefinition => ({
  name: 'tags',
  title: m.file_column_tags,
  kind: 'text',
  width: 24,
  of: sql`array_to_string(${tagNamesOf(companyId)}, ', ')`,
});

/** Sorted like an index. */
export const selectWorklogRows = (viewer: Viewer, filter: WorklogFilter, selection: ColumnSelection) =>
  namedWorklogs(viewer)
    .leftJoin('users as enterer', 'enterer.id', 'w.enteredBy')
    .leftJoin('users as reviewer', 'reviewer.id', 'w.reviewerId')
    .leftJoin('users as delegator', 'delegator.id', 'w.reviewedFor')
    .where(visibleWorklogs(viewer, 'reports.read'))
    .where(matchesFilter(viewer.company, filter))
    .select(selection)
    .orderBy('w.day')
    .orderBy('w.startsAt', (order) => order.asc().nullsFirst())
    .orderBy('w.id')
    .compile();

/**
 * Whether the index contains few other rows than the wanted ones. Read in its order, the first row is available immediately and
 * nothing is sorted on disk, whether there are a thousand rows or a million. By itself PostgreSQL would read and sort all rows
 * first, which is faster only for the complete result.
 */
export const isIndexSelective = (
  viewer: Viewer,
  { clientIds, projectIds, taskIds, workerIds, kinds, statuses, tagIds }: WorklogFilter,
) =>
  scopeOf(viewer.company, 'reports.read') === 'all' &&
  [clientIds, projectIds, taskIds, workerIds, kinds, tagIds].every((limit) => limit === undefined) &&
  (statuses ?? []).includes('approved');
