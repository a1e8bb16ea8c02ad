// The payroll file: a row for each worker, day and task, with approved, pending and rejected amounts beside each other.

import type { Locale } from '#domain/settings.ts';
import { m } from '#locales/messages.js';
import { type Viewer, visibleWorklogs } from '../request/access.ts';
import { matchesFilter, type WorklogFilter } from '../worklogs/filter.ts';
import { buildColumns, type ColumnDefinition, type FileStyle } from './columns.ts';
import { amountCurrency, amountOf, common, minutesOf, namedWorklogs } from './common.ts';

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

const approvedHours = {
  name: 'approved_hours',
  kind: 'hours',
  width: 16,
  of: 'approvedMinutes',
  only: 'local',
} as const;

const described: readonly ColumnDefinition<(typeof fields)[number]>[] = [
  common.worker,
  common.workerId,
  common.day,
  common.project,
  common.projectId,
  common.task,
  common.taskId,
  common.kind,
  { title: m.file_column_approved_hours, ...approvedHours },
  common.approvedMinutes,
  common.pendingMinutes,
  common.rejectedMinutes,
  common.approvedAmount,
  common.pendingAmount,
  common.rejectedAmount,
  common.currency,
];

export const payrollColumns = (writing: { style: FileStyle; locale: Locale }) =>
  buildColumns(fields, described, writing);

export const selectPayrollRows = (viewer: Viewer, { statuses: _, ...filter }: WorklogFilter) =>
  namedWorklogs(viewer)
    .where(visibleWorklogs(viewer, 'reports.read'))
    .where(matchesFilter(filter))
    .groupBy(['worker.nameKey', 'worker.name', 'w.workerId', 'w.day', 'p.nameKey', 'p.name', 'w.projectId'])
    .groupBy(['t.nameKey', 't.name', 'w.taskId', 't.kind', amountCurrency])
    .select([
      'worker.name as worker',
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
    .orderBy('worker.nameKey')
    .orderBy('w.workerId')
    .orderBy('w.day')
    .orderBy('p.nameKey')
    .orderBy('w.projectId')
    .orderBy('t.nameKey')
    .orderBy('w.taskId')
    .orderBy(amountCurrency)
    .compile();
