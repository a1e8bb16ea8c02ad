// The breakdown file: a row for each project, task, worker and currency, so that every column can be summed without mixing
// currencies.

import { sql } from 'kysely';
import { m } from '#locales/messages.js';
import { matchesFilter, type WorklogFilter } from '../reports/worklog-filter.ts';
import { type Viewer, visibleWorklogs } from '../request/access.ts';
import type { ColumnDefinition, ColumnSelection } from './columns.ts';
import { amount, amountCurrency, common, namedWorklogs } from './common.ts';

const minutes = sql`coalesce(sum(w.minutes), 0)`;

export const breakdownColumns: readonly ColumnDefinition[] = [
  common.project,
  common.projectId,
  common.task,
  common.taskId,
  common.kind,
  common.worker,
  common.workerId,
  { name: 'items', title: m.file_column_items, kind: 'whole', width: 10, of: sql`count(*)` },
  { name: 'hours', title: m.file_column_hours, kind: 'hours', width: 10, of: minutes, only: 'local' },
  { name: 'minutes', title: m.file_column_minutes, kind: 'whole', width: 10, of: minutes },
  common.pendingMinutes,
  common.approvedMinutes,
  { name: 'amount', title: m.file_column_amount, of: sql`sum(w.amount_minor)`, ...amount },
  common.pendingAmount,
  common.approvedAmount,
  common.currency,
];

export const selectBreakdownRows = (viewer: Viewer, filter: WorklogFilter, selection: ColumnSelection) =>
  namedWorklogs(viewer)
    .where(visibleWorklogs(viewer, 'reports.breakdown'))
    .where(matchesFilter(filter))
    .groupBy(['p.nameKey', 'p.name', 'w.projectId', 't.nameKey', 't.name', 'w.taskId', 't.kind'])
    .groupBy(['worker.nameKey', 'worker.name', 'w.workerId', amountCurrency])
    .select(selection)
    .orderBy('p.nameKey')
    .orderBy('w.projectId')
    .orderBy('t.nameKey')
    .orderBy('w.taskId')
    .orderBy('worker.nameKey')
    .orderBy('w.workerId')
    .orderBy(amountCurrency)
    .compile();
