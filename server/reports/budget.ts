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
  const inCurrency = ({ currency, amountMinor }: ReportPart) => (currency === ctx.company.currency ? amountMinor : 0);
  return {
    minutes: budgetUse(
      budgets.budgetMinutes,
      usedIn({ allTime, recent }, ({ minutes }) => minutes),
      today,
    ),
    money: budgetUse(budgets.budgetMinor, usedIn({ allTime, recent }, inCurrency), today),
  };
}

type Parts = { allTime: readonly ReportPart[]; recent: readonly ReportPart[] };

function usedIn({ allTime, recent }: Parts, measure: (part: ReportPart) => number): UsedBudget {
  const sum = (parts: readonly ReportPart[]) => parts.reduce((total, part) => total + measure(part), 0);
  return {
    approved: sum(allTime.filter(({ status }) => status === 'approved')),
    pending: sum(allTime.filter(({ status }) => status === 'pending')),
    lastFourWeeks: sum(recent),
  };
}
