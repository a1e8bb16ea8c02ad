// The breakdown file: a row for each project, task, worker and currency, so that every column can be summed without mixing
// currencies.

import { sql } from 'kysely';
import type { Locale } from '#domain/settings.ts';
import { m } from '#locales/messages.js';
import { type Viewer, visibleWorklogs } from '../request/access.ts';
import { matchesFilter, type WorklogFilter } from '../worklogs/filter.ts';
import { buildColumns, type ColumnDefinition, type FileStyle } from './columns.ts';
import { amount, amountCurrency, amountOf, common, minutesOf, namedWorklogs } from './common.ts';

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

const described: readonly ColumnDefinition<(typeof fields)[number]>[] = [
  common.project,
  common.projectId,
  common.task,
  common.taskId,
  common.kind,
  common.worker,
  common.workerId,
  { name: 'items', title: m.file_column_items, kind: 'whole', width: 10, of: 'items' },
  { name: 'hours', title: m.file_column_hours, kind: 'hours', width: 10, of: 'minutes', only: 'local' },
  { name: 'minutes', title: m.file_column_minutes, kind: 'whole', width: 10, of: 'minutes' },
  common.pendingMinutes,
  common.approvedMinutes,
  { name: 'amount', title: m.file_column_amount, of: 'amountMinor', ...amount },
  common.pendingAmount,
  common.approvedAmount,
  common.currency,
];

export const breakdownColumns = (writing: { style: FileStyle; locale: Locale }) =>
  buildColumns(fields, described, writing);

export const selectBreakdownRows = (viewer: Viewer, filter: WorklogFilter) =>
  namedWorklogs(viewer)
    .where(visibleWorklogs(viewer, 'reports.breakdown'))
    .where(matchesFilter(filter))
    .groupBy(['p.nameKey', 'p.name', 'w.projectId', 't.nameKey', 't.name', 'w.taskId', 't.kind'])
    .groupBy(['worker.nameKey', 'worker.name', 'w.workerId', amountCurrency])
    .select([
      'p.name as project',
      'w.projectId',
      't.name as task',
      'w.taskId',
      't.kind',
      'worker.name as worker',
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
    .orderBy('worker.nameKey')
    .orderBy('w.workerId')
    .orderBy(amountCurrency)
    .compile();
