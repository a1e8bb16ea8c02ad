import type { BudgetLine } from '#contract/projects.ts';
import { m } from '#locales/messages.js';
import { ShareText } from '../budgets/ShareText.tsx';
import type { TreeColumn } from './columns.tsx';

/** The used share of the budget of each task, over all time; of hours or money, whichever is used more. No column without budgets. */
export function taskBudgetColumns(budgets: readonly BudgetLine[]): TreeColumn[] {
  if (budgets.length === 0) return [];
  const budgetOf = (taskId: string) => budgets.find(({ task }) => task?.id === taskId);
  return [
    {
      id: 'budget',
      header: m.reports_budget(),
      align: 'end',
      cell: ({ group, row }) => {
        const budget = group === 'task' ? budgetOf(row.id) : undefined;
        return budget && <ShareText share={budget} />;
      },
    },
  ];
}
