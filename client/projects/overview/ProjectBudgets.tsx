import type { ProjectOverview } from '#contract/project-overview.ts';
import type { ReportBudget } from '#contract/reports.ts';
import { type BudgetMeasure, budgetMeasures } from '#domain/budget-alerts.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../../auth.ts';
import { BudgetRow } from '../../budgets/BudgetRow.tsx';
import { formatBudgetValue } from '../../budgets/budget-text.ts';
import { Section } from '../../ui/Section.tsx';
import classes from './overview.module.css';

const measureLabels: Record<BudgetMeasure, () => string> = {
  minutes: m.reports_hours,
  money: m.reports_expenses,
};

/** Hours and money used by the project and by each task, against their budgets. */
export function ProjectBudgets({ overview: { budget, tasks } }: { overview: ProjectOverview }) {
  const isWithout = [budget, ...tasks.map((task) => task.budget)].every(hasNone);
  return (
    <Section
      title={m.reports_budget()}
      text={isWithout ? m.projects_overview_no_budget() : m.projects_overview_budget_text()}
    >
      <div className={classes.budgets}>
        <Uses budget={budget} labelOf={(measure) => measureLabels[measure]()} />
      </div>
      {tasks.some((task) => isShown(task.budget)) && (
        <>
          <h3 className={classes.subtitle}>{m.projects_tasks()}</h3>
          <ul className={classes.budgets}>
            {tasks
              .filter((task) => isShown(task.budget))
              .map(({ id, name, isClosed, budget: own }) => (
                <li key={id} className={classes.task}>
                  <Uses budget={own} labelOf={() => (isClosed ? m.projects_overview_closed({ task: name }) : name)} />
                </li>
              ))}
          </ul>
        </>
      )}
    </Section>
  );
}

const usedOf = ({ approved, pending }: ReportBudget['minutes']): number => approved + pending;

const hasNone = ({ minutes, money }: ReportBudget): boolean => minutes.budget === null && money.budget === null;

const isShown = ({ minutes, money }: ReportBudget): boolean =>
  [minutes, money].some((use) => use.budget !== null || usedOf(use) > 0);

/** A bar where there is a budget, else what was used. */
function Uses({ budget, labelOf }: { budget: ReportBudget; labelOf: (measure: BudgetMeasure) => string }) {
  const { currency } = useCompany();
  return budgetMeasures.map((measure) => {
    const use = budget[measure];
    if (use.budget !== null)
      return <BudgetRow key={measure} label={labelOf(measure)} measure={measure} use={use} currency={currency} />;
    return usedOf(use) === 0 ? null : (
      <p key={measure} className={classes.used}>
        <span className={classes.usedLabel}>{labelOf(measure)}</span>
        <strong className="numeric">{formatBudgetValue(measure, usedOf(use), currency)}</strong>
        <span className="dimmed">{m.projects_no_budget()}</span>
      </p>
    );
  });
}
