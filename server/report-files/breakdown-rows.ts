// The breakdown file: a row for each combination of its groups and each currency, so that every column can be summed without mixing
// currencies.

import { type RawBuilder, sql } from 'kysely';
import { hasTasks, type ReportGroup } from '#domain/report-groups.ts';
import { m } from '#locales/messages.js';
import { matchesFilter, type WorklogFilter } from '../reports/worklog-filter.ts';
import { visibleWorklogs } from '../request/access.ts';
import { type BudgetViewer, taskBudgetColumns } from './budget-columns.ts';
import type { ColumnDefinition, ColumnSelection } from './columns.ts';
import { amount, amountCurrency, columnsFor, common, namedWorklogs } from './common.ts';

const minutes = sql`coalesce(sum(w.minutes), 0)`;

const figures: readonly ColumnDefinition[] = [
  { name: 'items', title: m.file_column_items, kind: 'whole', width: 10, of: sql`count(*)` },
  { name: 'hours', title: m.file_column_hours, kind: 'hours', width: 10, of: minutes, only: 'local' },
  { name: 'minutes', title: m.file_column_minutes, kind: 'whole', width: 10, of: minutes },
  common.pendingMinutes,
  common.approvedMinutes,
  common.billableMinutes,
  { name: 'amount', title: m.file_column_amount, of: sql`sum(w.amount_minor)`, ...amount },
  common.pendingAmount,
  common.approvedAmount,
  common.billableAmount,
  common.currency,
];

/** Weeks begin on the weekday of the company. */
export type FileViewer = BudgetViewer & {
  company: { weekStartsOn: number; hasClients: boolean; hasTags: boolean; hasUnbillable: boolean };
};

/** The columns of a group; `keys` have one value for each of its rows, and sort them. */
type Grouped = { columns: readonly ColumnDefinition[]; keys: readonly RawBuilder<unknown>[] };

const byClient: Grouped = {
  columns: [common.client, common.clientId],
  keys: [sql.ref('c.nameKey'), sql.ref('p.clientId'), sql.ref('c.name')],
};

const byProject: Grouped = {
  columns: [common.project, common.projectId],
  keys: [sql.ref('p.nameKey'), sql.ref('w.projectId'), sql.ref('p.name')],
};

const both = (first: Grouped, second: Grouped): Grouped => ({
  columns: [...first.columns, ...second.columns],
  keys: [...first.keys, ...second.keys],
});

/** Projects of several clients may have the same name. */
const withClient = (grouped: Grouped, groups: readonly ReportGroup[], { company }: FileViewer): Grouped =>
  groups.includes('client') || !company.hasClients ? grouped : both(byClient, grouped);

const byTask: Grouped = {
  columns: [common.task, common.taskId, common.kind],
  keys: [sql.ref('t.nameKey'), sql.ref('w.taskId'), sql.ref('t.name'), sql.ref('t.kind')],
};

const byWorker: Grouped = {
  columns: [common.worker, common.workerId],
  keys: [sql.ref('worker.nameKey'), sql.ref('w.workerId'), sql.ref('worker.name')],
};

const status: Grouped = {
  columns: [common.status],
  // Pending, approved, rejected, as on the page.
  keys: [sql`array_position(array['pending', 'approved', 'rejected'], w.status)`, sql.ref('w.status')],
};

/** Weeks and months are their first days within the range. */
const firstDay = (name: 'week' | 'month', first: RawBuilder<unknown>, from: string | undefined): Grouped => {
  const title = name === 'week' ? m.file_column_week : m.file_column_month;
  const of = from === undefined ? first : sql`greatest(${first}, ${from}::date)`;
  return { columns: [{ name, title, kind: 'day', width: 12, of }], keys: [first] };
};

function groupedBy(group: ReportGroup, groups: readonly ReportGroup[], viewer: FileViewer, from?: string): Grouped {
  switch (group) {
    case 'client':
      return byClient;
    case 'project':
      return withClient(byProject, groups, viewer);
    case 'task':
      // Tasks of several projects may have the same name.
      return groups.includes('project') ? byTask : both(byTask, withClient(byProject, groups, viewer));
    case 'worker':
      return byWorker;
    case 'status':
      return status;
    case 'day':
      return { columns: [common.day], keys: [sql.ref('w.day')] };
    case 'week':
      return firstDay(
        'week',
        sql`w.day - (extract(isodow from w.day)::int - ${sql.lit(viewer.company.weekStartsOn)} + 7) % 7`,
        from,
      );
    case 'month':
      return firstDay('month', sql`date_trunc('month', w.day)::date`, from);
  }
}

/** Only those who may open breakdowns get hours by task. */
export const breakdownAction = (groups: readonly ReportGroup[]) =>
  hasTasks(groups) ? 'reports.breakdown' : 'reports.read';

export function breakdownTable(viewer: FileViewer, filter: WorklogFilter, groups: readonly ReportGroup[]) {
  const grouped = groups.map((group) => groupedBy(group, groups, viewer, filter.from));
  const keys = sql.join([...grouped.flatMap((one) => one.keys), amountCurrency]);
  return {
    described: [
      ...grouped.flatMap(({ columns }) => columns),
      ...columnsFor(viewer.company, figures),
      ...(hasTasks(groups) ? taskBudgetColumns(viewer, keys) : []),
    ],
    select: (selection: ColumnSelection) =>
      namedWorklogs(viewer)
        .where(visibleWorklogs(viewer, 'reports.read'))
        .where(matchesFilter(viewer.company, filter))
        .groupBy(sql`${keys}`)
        .select(selection)
        .orderBy(sql`${keys}`)
        .compile(),
  };
}
