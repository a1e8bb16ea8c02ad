// Common parts of the report files: the source of their rows, and columns that several of them have.

import { type RawBuilder, sql } from 'kysely';
import type { WorklogStatus } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';
import type { Viewer } from '../request/access.ts';
import type { ColumnDefinition } from './columns.ts';
import { kindTitles } from './labels.ts';

/** Worklogs `w` with their project `p`, task `t` and `worker`. */
export const namedWorklogs = ({ db }: Viewer) =>
  db
    .selectFrom('worklogs as w')
    .innerJoin('projects as p', (join) =>
      join.onRef('p.companyId', '=', 'w.companyId').onRef('p.id', '=', 'w.projectId'),
    )
    .innerJoin('tasks as t', (join) => join.onRef('t.companyId', '=', 'w.companyId').onRef('t.id', '=', 'w.taskId'))
    .innerJoin('users as worker', 'worker.id', 'w.workerId');

const id = { title: m.file_column_id, kind: 'text', width: 38, only: 'plain' } as const;
const minutes = { kind: 'whole', width: 18 } as const;
export const amount = { kind: 'decimal', width: 16, currency: 'currency' } as const;

export const common = {
  day: { name: 'day', title: m.file_column_day, kind: 'day', width: 12, of: 'day' },
  worker: { name: 'worker', title: m.file_column_worker, kind: 'text', width: 24, of: 'worker' },
  workerId: { name: 'worker_id', of: 'workerId', ...id },
  project: { name: 'project', title: m.file_column_project, kind: 'text', width: 28, of: 'project' },
  projectId: { name: 'project_id', of: 'projectId', ...id },
  task: { name: 'task', title: m.file_column_task, kind: 'text', width: 24, of: 'task' },
  taskId: { name: 'task_id', of: 'taskId', ...id },
  kind: { name: 'kind', title: m.file_column_kind, kind: 'text', width: 10, of: 'kind', words: kindTitles },
  approvedMinutes: {
    name: 'approved_minutes',
    title: m.file_column_approved_minutes,
    of: 'approvedMinutes',
    ...minutes,
  },
  pendingMinutes: { name: 'pending_minutes', title: m.file_column_pending_minutes, of: 'pendingMinutes', ...minutes },
  rejectedMinutes: {
    name: 'rejected_minutes',
    title: m.file_column_rejected_minutes,
    of: 'rejectedMinutes',
    ...minutes,
  },
  approvedAmount: { name: 'approved_amount', title: m.file_column_approved_amount, of: 'approvedMinor', ...amount },
  pendingAmount: { name: 'pending_amount', title: m.file_column_pending_amount, of: 'pendingMinor', ...amount },
  rejectedAmount: { name: 'rejected_amount', title: m.file_column_rejected_amount, of: 'rejectedMinor', ...amount },
  currency: { name: 'currency', title: m.file_column_currency, kind: 'text', width: 9, of: 'currency' },
} as const satisfies Record<string, ColumnDefinition<string>>;

/** Null for timed worklogs, so that they share a row with expenses instead of adding one. */
export const amountCurrency: RawBuilder<string | null> = sql`case when w.amount_minor is not null then w.currency end`;

const withStatus = (status: WorklogStatus) => sql`filter (where w.status = ${sql.lit(status)})`;

export const minutesOf = (status: WorklogStatus): RawBuilder<number> =>
  sql`coalesce(sum(w.minutes) ${withStatus(status)}, 0)`;

/** Null if there is no amount at all; 0 if there are only amounts of other statuses. */
export const amountOf = (status: WorklogStatus): RawBuilder<number | null> =>
  sql`case when count(w.amount_minor) > 0 then coalesce(sum(w.amount_minor) ${withStatus(status)}, 0) end`;
