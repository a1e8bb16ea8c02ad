import type { ReportRow } from '#contract/reports.ts';
import type { ReportGroup } from '#domain/report-groups.ts';
import { m } from '#locales/messages.js';
import { formatBudgetValue } from '../budgets/budget-text.ts';
import { ShareText } from '../budgets/ShareText.tsx';
import type { TreeColumn } from './columns.tsx';

/** The used share of the budget of each task, and the budget. No column if no task of the report has a budget. */
export function budgetColumns(
  [group]: readonly ReportGroup[],
  rows: readonly ReportRow[],
  currency: string,
): TreeColumn[] {
  if (group !== 'task' || rows.every(({ budget }) => budget === null)) return [];
  return [
    {
      id: 'budget',
      header: m.reports_budget(),
      align: 'end',
      cell: ({ row }) => row.budget && <TaskBudget budget={row.budget} currency={currency} />,
    },
  ];
}

/** On a phone, where the column has no room. */
export const BudgetBelowName = ({ budget, currency }: Props) => (
  <small className="dimmed">
    <ShareText share={budget} /> {budgetText(budget, currency)}
  </small>
);

type Props = { budget: NonNullable<ReportRow['budget']>; currency: string };

const TaskBudget = ({ budget, currency }: Props) => (
  <>
    <ShareText share={budget} />
    <small className="dimmed numeric unbroken">{budgetText(budget, currency)}</small>
  </>
);

/** "of 1,240 h" */
export const budgetText = ({ measure, budget }: Props['budget'], currency: string): string =>
  m.reports_budget_of({ budget: formatBudgetValue(measure, budget, currency) });
