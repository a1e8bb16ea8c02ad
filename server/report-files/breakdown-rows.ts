// What the worklogs of a filter add up to: a row for each project, task, worker and currency, so that every column can be
// added up and amounts of two currencies never are.

import { type RawBuilder, sql } from 'kysely';
import type { Locale } from '#domain/settings.ts';
import type { WorklogStatus } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';
import { type Viewer, visibleWorklogs } from '../access.ts';
import { matchesFilter, type WorklogFilter } from '../worklogs/filter.ts';
import { columnsOf, type Described, type FileStyle } from './columns.ts';
import { kindWords } from './words.ts';

const fields = [
  'project',
  'projectId',
  'task',
  'taskId',
  'kind',
  'worker',
  'workerId',
  'items',
  'minutes',
  'pendingMinutes',
  'approvedMinutes',
  'currency',
  'amountMinor',
  'pendingMinor',
  'approvedMinor',
] as const;

const amount = { kind: 'decimal', width: 16, currency: 'currency' } as const;

const described: readonly Described<(typeof fields)[number]>[] = [
  { name: 'project', title: m.file_column_project, kind: 'text', width: 28, of: 'project' },
  { name: 'project_id', title: m.file_column_id, kind: 'text', width: 38, of: 'projectId', only: 'plain' },
  { name: 'task', title: m.file_column_task, kind: 'text', width: 24, of: 'task' },
  { name: 'task_id', title: m.file_column_id, kind: 'text', width: 38, of: 'taskId', only: 'plain' },
  { name: 'kind', title: m.file_column_kind, kind: 'text', width: 10, of: 'kind', words: kindWords },
  { name: 'worker', title: m.file_column_worker, kind: 'text', width: 24, of: 'worker' },
  { name: 'worker_id', title: m.file_column_id, kind: 'text', width: 38, of: 'workerId', only: 'plain' },
  { name: 'items', title: m.file_column_items, kind: 'whole', width: 10, of: 'items' },
  { name: 'hours', title: m.file_column_hours, kind: 'hours', width: 10, of: 'minutes', only: 'local' },
  { name: 'minutes', title: m.file_column_minutes, kind: 'whole', width: 10, of: 'minutes' },
  { name: 'pending_minutes', title: m.file_column_pending_minutes, kind: 'whole', width: 18, of: 'pendingMinutes' },
  { name: 'approved_minutes', title: m.file_column_approved_minutes, kind: 'whole', width: 18, of: 'approvedMinutes' },
  { name: 'amount', title: m.file_column_amount, of: 'amountMinor', ...amount },
  { name: 'pending_amount', title: m.file_column_pending_amount, of: 'pendingMinor', ...amount },
  { name: 'approved_amount', title: m.file_column_approved_amount, of: 'approvedMinor', ...amount },
  { name: 'currency', title: m.file_column_currency, kind: 'text', width: 9, of: 'currency' },
];

export const breakdownColumns = (writing: { style: FileStyle; locale: Locale }) =>
  columnsOf(fields, described, writing);

export const selectBreakdownRows = (viewer: Viewer, filter: WorklogFilter) =>
  viewer.db
    .selectFrom('worklogs as w')
    .innerJoin('projects as p', (join) =>
      join.onRef('p.companyId', '=', 'w.companyId').onRef('p.id', '=', 'w.projectId'),
    )
    .innerJoin('tasks as t', (join) => join.onRef('t.companyId', '=', 'w.companyId').onRef('t.id', '=', 'w.taskId'))
    .innerJoin('users as u', 'u.id', 'w.workerId')
    .where(visibleWorklogs(viewer, 'reports.breakdown'))
    .where(matchesFilter(filter))
    .groupBy(['p.nameKey', 'p.name', 'w.projectId', 't.nameKey', 't.name', 'w.taskId', 't.kind'])
    .groupBy(['u.nameKey', 'u.name', 'w.workerId', amountCurrency])
    .select([
      'p.name as project',
      'w.projectId',
      't.name as task',
      'w.taskId',
      't.kind',
      'u.name as worker',
      'w.workerId',
    ])
    .select([
      sql`count(*)`.as('items'),
      sql`coalesce(sum(w.minutes), 0)`.as('minutes'),
      minutesOf('pending').as('pendingMinutes'),
      minutesOf('approved').as('approvedMinutes'),
      amountCurrency.as('currency'),
      sql`sum(w.amount_minor)`.as('amountMinor'),
      amountOf('pending').as('pendingMinor'),
      amountOf('approved').as('approvedMinor'),
    ])
    .orderBy('p.nameKey')
    .orderBy('w.projectId')
    .orderBy('t.nameKey')
    .orderBy('w.taskId')
    .orderBy('u.nameKey')
    .orderBy('w.workerId')
    .orderBy(amountCurrency)
    .compile();

/** Timed worklogs have none: they do not make a row of their own beside the expenses in it. */
export const amountCurrency: RawBuilder<string | null> = sql`case when w.amount_minor is not null then w.currency end`;

const having = (status: WorklogStatus) => sql`filter (where w.status = ${sql.lit(status)})`;

export const minutesOf = (status: WorklogStatus): RawBuilder<number> =>
  sql`coalesce(sum(w.minutes) ${having(status)}, 0)`;

/** Nothing where there is no amount at all; 0 beside amounts of another status. */
export const amountOf = (status: WorklogStatus): RawBuilder<number | null> =>
  sql`case when count(w.amount_minor) > 0 then coalesce(sum(w.amount_minor) ${having(status)}, 0) end`;
