import type { ReportBudget } from '#contract/reports.ts';
import { m } from '#locales/messages.js';
import { BudgetRow } from '../budgets/BudgetRow.tsx';
import classes from './budget.module.css';

/** How much of the budget is used in total, and how long the rest lasts. Renders nothing without a budget. */
export function BudgetUsage({ budget: { minutes, money }, currency }: { budget: ReportBudget; currency: string }) {
  if (minutes.budget === null && money.budget === null) return null;
  return (
    <section className={classes.budget} aria-label={m.reports_budget()}>
      <h2>{m.reports_budget()}</h2>
      <BudgetRow label={m.reports_hours()} measure="minutes" use={minutes} currency={currency} />
      <BudgetRow label={m.reports_expenses()} measure="money" use={money} currency={currency} />
      <p className="dimmed small">{m.reports_budget_note()}</p>
    </section>
  );
}
