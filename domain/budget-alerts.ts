// When those who manage a project are notified of its budgets: once at each threshold, again only after the budget was changed
// or the use fell below the threshold. What counts as used is the same as in reports (domain/budget-use.ts).

export const alertThresholds = [80, 100] as const;
export type AlertThreshold = (typeof alertThresholds)[number];

export const budgetMeasures = ['minutes', 'money'] as const;
export type BudgetMeasure = (typeof budgetMeasures)[number];

export type UsedShare = { budget: number; used: number };

/** The highest threshold that is reached; null below the lowest. */
export const reachedThreshold = ({ budget, used }: UsedShare): AlertThreshold | null =>
  alertThresholds.findLast((threshold) => used * 100 >= budget * threshold) ?? null;

export type AlertState = { budget: number; threshold: AlertThreshold };

/** Whether the state was not notified of yet. */
export const isNewAlert = (before: AlertState | null, now: AlertState): boolean =>
  before === null || before.budget !== now.budget || before.threshold < now.threshold;

/** The largest used share first. */
export const byUsedShare = (a: UsedShare, b: UsedShare): number => b.used / b.budget - a.used / a.budget;
