// The budget of each task in the breakdown file, and what is used of it: approved and pending, since its start, whatever the filter.
// Only on the first row of each task, so that the columns can be summed; only of projects whose breakdowns the reader may open.

import { type RawBuilder, sql } from 'kysely';
import { countedStatuses } from '#domain/totals.ts';
import { m } from '#locales/messages.js';
import { type Viewer, visibleProjects } from '../request/access.ts';
import type { ColumnDefinition } from './columns.ts';

export type BudgetViewer = Viewer & { company: { currency: string } };

/** `keys` are what the rows of the file are grouped and sorted by. */
export function taskBudgetColumns(viewer: BudgetViewer, keys: RawBuilder<unknown>): readonly ColumnDefinition[] {
  const ofBudget = budgetValues(viewer, keys);
  return [...timeColumns(viewer, ofBudget), ...amountColumns(viewer, ofBudget)];
}

function timeColumns(viewer: BudgetViewer, ofBudget: BudgetValues): readonly ColumnDefinition[] {
  const minutes = ofBudget('budget_minutes', sql`max(t.budget_minutes)`);
  const usedMinutes = ofBudget('budget_minutes', usedOf(viewer, sql`minutes`));
  return [
    { name: 'budget_hours', title: m.file_column_budget_hours, kind: 'hours', width: 16, of: minutes, only: 'local' },
    {
      name: 'budget_minutes',
      title: m.file_column_budget_minutes,
      kind: 'whole',
      width: 16,
      of: minutes,
      only: 'plain',
    },
    {
      name: 'budget_used_hours',
      title: m.file_column_budget_used_hours,
      kind: 'hours',
      width: 20,
      of: usedMinutes,
      only: 'local',
    },
    {
      name: 'budget_used_minutes',
      title: m.file_column_budget_used_minutes,
      kind: 'whole',
      width: 20,
      of: usedMinutes,
      only: 'plain',
    },
  ];
}

function amountColumns(viewer: BudgetViewer, ofBudget: BudgetValues): readonly ColumnDefinition[] {
  const currency = sql`${sql.lit(viewer.company.currency)}::text`;
  const inCurrency = sql`case when currency = ${currency} then amount_minor else 0 end`;
  return [
    {
      name: 'budget_amount',
      title: m.file_column_budget_amount,
      kind: 'decimal',
      width: 18,
      currency,
      of: ofBudget('budget_minor', sql`max(t.budget_minor)`),
    },
    {
      name: 'budget_used_amount',
      title: m.file_column_budget_used_amount,
      kind: 'decimal',
      width: 22,
      currency,
      of: ofBudget('budget_minor', usedOf(viewer, inCurrency)),
    },
  ];
}

/** The SQL of a value of one of the two budgets of a task. */
type BudgetValues = (budget: 'budget_minutes' | 'budget_minor', value: RawBuilder<unknown>) => RawBuilder<unknown>;

/** A value of the budget of a task, on its first row; null without this budget, and of a closed task as on the page. */
function budgetValues(viewer: BudgetViewer, keys: RawBuilder<unknown>): BudgetValues {
  const openable = viewer.db
    .selectFrom('projects as p')
    .where(visibleProjects(viewer, 'reports.breakdown'))
    .select('p.id');
  return (budget, value) =>
    sql`case when row_number() over (partition by w.task_id order by ${keys}) = 1
      and bool_and(t.closed_at is null and ${sql.ref(`t.${budget}`)} is not null and w.project_id in ${openable})
      then ${value} end`;
}

/** From the precomputed sums and the changes not yet added to them, as on the page. */
const usedOf = ({ company }: BudgetViewer, value: RawBuilder<unknown>): RawBuilder<unknown> => {
  const values = (name: 'month_sums' | 'sum_changes') => sql`
    select ${value} as used from ${sql.table(name)}
    where company_id = ${company.id} and task_id = w.task_id and status = any(${[...countedStatuses]}::text[])`;
  return sql`(select coalesce(sum(used), 0) from (${values('month_sums')} union all ${values('sum_changes')}) s)`;
};
