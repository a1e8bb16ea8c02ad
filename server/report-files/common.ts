// Common parts of the report files: the source of their rows, and columns that several of them have.

import { type RawBuilder, sql } from 'kysely';
import type { WorklogStatus } from '#domain/worklogs.ts';
import { billableLabels, statusLabels, taskKindLabels } from '#labels/worklogs.ts';
import { m } from '#locales/messages.js';
import type { Viewer } from '../request/access.ts';
import { ofProject } from '../request/tasks.ts';
import { worklogsWithTask } from '../worklogs/joins.ts';
import type { ColumnDefinition } from './columns.ts';

/** Worklogs `w` with their project `p`, its client `c`, task `t` and `worker`. */
export const namedWorklogs = ({ db }: Viewer) =>
  worklogsWithTask(db).innerJoin('users as worker', 'worker.id', 'w.workerId').leftJoin('clients as c', ofProject);

/** Null for timed worklogs, so that they share a row with expenses instead of adding one. */
export const amountCurrency: RawBuilder<string | null> = sql`case when w.amount_minor is not null then w.currency end`;

const withStatus = (status: WorklogStatus) => sql`filter (where w.status = ${sql.lit(status)})`;

const minutesOf = (status: WorklogStatus): RawBuilder<number> => sql`coalesce(sum(w.minutes) ${withStatus(status)}, 0)`;

/** Null if there is no amount at all; 0 if there are only amounts of other statuses. */
const amountOf = (status: WorklogStatus): RawBuilder<number | null> =>
  sql`case when count(w.amount_minor) > 0 then coalesce(sum(w.amount_minor) ${withStatus(status)}, 0) end`;

export const idColumn = { title: m.file_column_id, kind: 'text', width: 38, only: 'plain' } as const;
const minutes = { kind: 'whole', width: 18 } as const;
export const amount = { kind: 'decimal', width: 16, currency: amountCurrency } as const;

export const approvedMinutes = minutesOf('approved');

export const common = {
  day: { name: 'day', title: m.file_column_day, kind: 'day', width: 12, of: sql.ref('w.day') },
  worker: { name: 'worker', title: m.file_column_worker, kind: 'text', width: 24, of: sql.ref('worker.name') },
  workerId: { name: 'worker_id', of: sql.ref('w.workerId'), ...idColumn },
  client: { name: 'client', title: m.file_column_client, kind: 'text', width: 24, of: sql.ref('c.name') },
  clientId: { name: 'client_id', of: sql.ref('p.clientId'), ...idColumn },
  project: { name: 'project', title: m.file_column_project, kind: 'text', width: 28, of: sql.ref('p.name') },
  projectId: { name: 'project_id', of: sql.ref('w.projectId'), ...idColumn },
  task: { name: 'task', title: m.file_column_task, kind: 'text', width: 24, of: sql.ref('t.name') },
  taskId: { name: 'task_id', of: sql.ref('w.taskId'), ...idColumn },
  kind: {
    name: 'kind',
    title: m.file_column_kind,
    kind: 'text',
    width: 10,
    of: sql.ref('t.kind'),
    words: taskKindLabels,
  },
  status: {
    name: 'status',
    title: m.file_column_status,
    kind: 'text',
    width: 11,
    of: sql.ref('w.status'),
    words: statusLabels,
  },
  approvedMinutes: { name: 'approved_minutes', title: m.file_column_approved_minutes, of: approvedMinutes, ...minutes },
  pendingMinutes: {
    name: 'pending_minutes',
    title: m.file_column_pending_minutes,
    of: minutesOf('pending'),
    ...minutes,
  },
  rejectedMinutes: {
    name: 'rejected_minutes',
    title: m.file_column_rejected_minutes,
    of: minutesOf('rejected'),
    ...minutes,
  },
  approvedAmount: {
    name: 'approved_amount',
    title: m.file_column_approved_amount,
    of: amountOf('approved'),
    ...amount,
  },
  pendingAmount: { name: 'pending_amount', title: m.file_column_pending_amount, of: amountOf('pending'), ...amount },
  rejectedAmount: {
    name: 'rejected_amount',
    title: m.file_column_rejected_amount,
    of: amountOf('rejected'),
    ...amount,
  },
  billable: {
    name: 'billable',
    title: m.file_column_billable,
    kind: 'text',
    width: 14,
    of: sql`w.is_billable::text`,
    words: billableLabels,
  },
  billableMinutes: {
    name: 'billable_minutes',
    title: m.file_column_billable_minutes,
    of: sql`coalesce(sum(w.minutes) filter (where w.is_billable), 0)`,
    ...minutes,
  },
  billableAmount: {
    name: 'billable_amount',
    title: m.file_column_billable_amount,
    of: sql`case when count(w.amount_minor) > 0 then coalesce(sum(w.amount_minor) filter (where w.is_billable), 0) end`,
    ...amount,
  },
  currency: { name: 'currency', title: m.file_column_currency, kind: 'text', width: 9, of: amountCurrency },
} as const satisfies Record<string, ColumnDefinition>;

type Shown = { hasClients: boolean; hasUnbillable: boolean };

/** A company without clients gets no columns for them, and one whose worklogs are all billable none that says so. */
export const columnsFor = (company: Shown, columns: readonly ColumnDefinition[]) => {
  const hidden: readonly ColumnDefinition[] = [
    ...(company.hasClients ? [] : [common.client, common.clientId]),
    ...(company.hasUnbillable ? [] : [common.billable, common.billableMinutes, common.billableAmount]),
  ];
  return columns.filter((column) => !hidden.includes(column));
};
