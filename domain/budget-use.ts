// How much of a budget is used, and when the rest runs out at the current rate. The same for minutes and for money.
// Approved and pending worklogs both count, because pending work has been done already. Rejected ones do not.

import { addDays, type Day } from './calendar.ts';

/** Four whole weeks contain every weekday equally often, so the rate does not depend on the day it is computed. */
const rateDays = 28;

/** A date more than ten years away is not a useful forecast. */
const maxForecastDays = 3_660;

export type UsedBudget = {
  approved: number;
  pending: number;
  /** The part used in the last 28 days, including today. */
  lastFourWeeks: number;
};

export type BudgetUse = UsedBudget & {
  budget: number | null;
  /** Negative when the budget is exceeded; null without a budget. */
  left: number | null;
  /** The day on which the rest is used up at the rate of the last four weeks; null without a budget or a forecast. */
  dayOfExhaustion: Day | null;
};

export function budgetUse(budget: number | null, use: UsedBudget, today: Day): BudgetUse {
  const left = budget === null ? null : budget - use.approved - use.pending;
  return { ...use, budget, left, dayOfExhaustion: dayOfExhaustion(left, use.lastFourWeeks, today) };
}

/** The first day that counts for the rate. */
export const rateStartsOn = (today: Day): Day => addDays(today, 1 - rateDays);

/** Today's work is already counted, so the rest lasts from tomorrow on. Integer arithmetic avoids a rounding error of one day. */
function dayOfExhaustion(left: number | null, lastFourWeeks: number, today: Day): Day | null {
  if (left === null || left <= 0 || lastFourWeeks <= 0) return null;
  const days = Number((BigInt(left) * BigInt(rateDays) + BigInt(lastFourWeeks) - 1n) / BigInt(lastFourWeeks));
  return days > maxForecastDays ? null : addDays(today, days);
}
