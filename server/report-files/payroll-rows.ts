// The payroll of a period: a row for each worker, day and task, with what is approved, pending and rejected beside each other.

import type { Locale } from '#domain/settings.ts';
import { m } from '#locales/messages.js';
import { type Viewer, visibleWorklogs } from '../access.ts';
import { matchesFilter, type WorklogFilter } from '../worklogs/filter.ts';
import { amountCurrency, amountOf, minutesOf } from './breakdown-rows.ts';
import { columnsOf, type Described, type FileStyle } from './columns.ts';
import { kindWords } from './words.ts';

const fields = [
  'worker',
  'workerId',
  'day',
  'project',
  'projectId',
  'task',
  'taskId',
  'kind',
  'approvedMinutes',
  'pendingMinutes',
  'rejectedMinutes',
  'currency',
  'approvedMinor',
  'pendingMinor',
  'rejectedMinor',
] as const;

const amount = { kind: 'decimal', width: 16, currency: 'currency' } as const;

const described: readonly Described<(typeof fields)[number]>[] = [
  { name: 'worker', title: m.file_column_worker, kind: 'text', width: 24, of: 'worker' },
  { name: 'worker_id', title: m.file_column_id, kind: 'text', width: 38, of: 'workerId', only: 'plain' },
  { name: 'day', title: m.file_column_day, kind: 'day', width: 12, of: 'day' },
  { name: 'project', title: m.file_column_project, kind: 'text', width: 28, of: 'project' },
  { name: 'project_id', title: m.file_column_id, kind: 'text', width: 38, of: 'projectId', only: 'plain' },
  { name: 'task', title: m.file_column_task, kind: 'text', width: 24, of: 'task' },
  { name: 'task_id', title: m.file_column_id, kind: 'text', width: 38, of: 'taskId', only: 'plain' },
  { name: 'kind', title: m.file_column_kind, kind: 'text', width: 10, of: 'kind', words: kindWords },
  {
    name: 'approved_hours',
    title: m.file_column_approved_hours,
    kind: 'hours',
    width: 16,
    of: 'approvedMinutes',
    only: 'local',
  },
  { name: 'approved_minutes', title: m.file_column_approved_minutes, kind: 'whole', width: 18, of: 'approvedMinutes' },
  { name: 'pending_minutes', title: m.file_column_pending_minutes, kind: 'whole', width: 18, of: 'pendingMinutes' },
  { name: 'rejected_minutes', title: m.file_column_rejected_minutes, kind: 'whole', width: 18, of: 'rejectedMinutes' },
  { name: 'approved_amount', title: m.file_column_approved_amount, of: 'approvedMinor', ...amount },
  { name: 'pending_amount', title: m.file_column_pending_amount, of: 'pendingMinor', ...amount },
  { name: 'rejected_amount', title: m.file_column_rejected_amount, of: 'rejectedMinor', ...amount },
  { name: 'currency', title: m.file_column_currency, kind: 'text', width: 9, of: 'currency' },
];

export const payrollColumns = (writing: { style: FileStyle; locale: Locale }) => columnsOf(fields, described, writing);

export const selectPayrollRows = (viewer: Viewer, { statuses: _, ...filter }: WorklogFilter) =>
  viewer.db
    .selectFrom('worklogs as w')
    .innerJoin('projects as p', (join) =>
      join.onRef('p.companyId', '=', 'w.companyId').onRef('p.id', '=', 'w.projectId'),
    )
    .innerJoin('tasks as t', (join) => join.onRef('t.companyId', '=', 'w.companyId').onRef('t.id', '=', 'w.taskId'))
    .innerJoin('users as u', 'u.id', 'w.workerId')
    .where(visibleWorklogs(viewer, 'reports.read'))
    .where(matchesFilter(filter))
    .groupBy(['u.nameKey', 'u.name', 'w.workerId', 'w.day', 'p.nameKey', 'p.name', 'w.projectId'])
    .groupBy(['t.nameKey', 't.name', 'w.taskId', 't.kind', amountCurrency])
    .select([
      'u.name as worker',
      'w.workerId',
      'w.day',
      'p.name as project',
      'w.projectId',
      't.name as task',
      'w.taskId',
    ])
    .select(['t.kind', minutesOf('approved').as('approvedMinutes'), minutesOf('pending').as('pendingMinutes')])
    .select([minutesOf('rejected').as('rejectedMinutes'), amountCurrency.as('currency')])
    .select([
      amountOf('approved').as('approvedMinor'),
      amountOf('pending').as('pendingMinor'),
      amountOf('rejected').as('rejectedMinor'),
    ])
    .orderBy('u.nameKey')
    .orderBy('w.workerId')
    .orderBy('w.day')
    .orderBy('p.nameKey')
    .orderBy('w.projectId')
    .orderBy('t.nameKey')
    .orderBy('w.taskId')
    .orderBy(amountCurrency)
    .compile();
