// How much of a budget is used, over all time and independent of the filter; the rule is in domain/budget-use.ts.

import type { ReportBudget } from '#contract/reports.ts';
import { budgetUse, rateStartsOn, type UsedBudget } from '#domain/budget-use.ts';
import type { Day } from '#domain/calendar.ts';
import type { CompanyContext } from '../request/context.ts';
import { type ReportPart, reportPartsBy } from './parts.ts';

type Budgeted = { budgetMinutes: number | null; budgetMinor: number | null };
type Of = { projectIds: string[]; taskIds?: string[] };

export async function budgetOf(ctx: CompanyContext, of: Of, budgets: Budgeted, today: Day): Promise<ReportBudget> {
  const action = 'reports.breakdown';
  const allTime = await reportPartsBy(ctx, [], { action, filter: of });
  const recent = await reportPartsBy(ctx, [], { action, filter: { ...of, from: rateStartsOn(today), to: today } });
  return budgetFromParts(ctx, { allTime, recent }, budgets, today);
}

/** `recent`: of the days that determine the rate. */
export type BudgetParts = { allTime: readonly ReportPart[]; recent: readonly ReportPart[] };

export function budgetFromParts(
  { company }: CompanyContext,
  parts: BudgetParts,
  { budgetMinutes, budgetMinor }: Budgeted,
  today: Day,
): ReportBudget {
  const inCurrency = ({ currency, amountMinor }: ReportPart) => (currency === company.currency ? amountMinor : 0);
  return {
    minutes: budgetUse(
      budgetMinutes,
      usedIn(parts, ({ minutes }) => minutes),
      today,
    ),
    money: budgetUse(budgetMinor, usedIn(parts, inCurrency), today),
  };
}

function usedIn({ allTime, recent }: BudgetParts, measure: (part: ReportPart) => number): UsedBudget {
  const sum = (parts: readonly ReportPart[]) => parts.reduce((total, part) => total + measure(part), 0);
  return {
    approved: sum(allTime.filter(({ status }) => status === 'approved')),
    pending: sum(allTime.filter(({ status }) => status === 'pending')),
    lastFourWeeks: sum(recent),
  };
}
