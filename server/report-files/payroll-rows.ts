// The payroll file: a row for each worker, day and task, with approved, pending and rejected amounts beside each other.

import { m } from '#locales/messages.js';
import { matchesFilter, type WorklogFilter } from '../reports/worklog-filter.ts';
import { type Viewer, visibleWorklogs } from '../request/access.ts';
import type { ColumnDefinition, ColumnSelection } from './columns.ts';
import { amountCurrency, approvedMinutes, common, namedWorklogs } from './common.ts';

const approvedHours = {
  name: 'approved_hours',
  title: m.file_column_approved_hours,
  kind: 'hours',
  width: 16,
  of: approvedMinutes,
  only: 'local',
} as const;

export const payrollColumns: readonly ColumnDefinition[] = [
  common.worker,
  common.workerId,
  common.day,
  common.client,
  common.clientId,
  common.project,
  common.projectId,
  common.task,
  common.taskId,
  common.kind,
  approvedHours,
  common.approvedMinutes,
  common.pendingMinutes,
  common.rejectedMinutes,
  common.approvedAmount,
  common.pendingAmount,
  common.rejectedAmount,
  common.currency,
];

export const selectPayrollRows = (
  viewer: Viewer,
  { statuses: _, ...filter }: WorklogFilter,
  selection: ColumnSelection,
) =>
  namedWorklogs(viewer)
    .where(visibleWorklogs(viewer, 'reports.read'))
    .where(matchesFilter(viewer.company, filter))
    .groupBy(['worker.nameKey', 'worker.name', 'w.workerId', 'w.day', 'c.nameKey', 'c.name', 'p.clientId'])
    .groupBy(['p.nameKey', 'p.name', 'w.projectId'])
    .groupBy(['t.nameKey', 't.name', 'w.taskId', 't.kind', amountCurrency])
    .select(selection)
    .orderBy('worker.nameKey')
    .orderBy('w.workerId')
    .orderBy('w.day')
    .orderBy('c.nameKey', (order) => order.asc().nullsLast())
    .orderBy('p.nameKey')
    .orderBy('w.projectId')
    .orderBy('t.nameKey')
    .orderBy('w.taskId')
    .orderBy(amountCurrency)
    .compile();
