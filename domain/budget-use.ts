// How much of a budget is used, and until when the rest lasts at the present rate. The same for minutes and for money.
// Approved and pending both count against it: what is pending was worked already. Rejected counts for nothing.

import { addDays, type Day } from './calendar.ts';

/** Four whole weeks: every weekday is in it equally often, so that a rate does not depend on the day it is looked at. */
const rateDays = 28;

/** Beyond ten years a day would be no forecast. */
const longestForecastDays = 3_660;

export type Use = {
  approved: number;
  pending: number;
  /** Of these, used on the last 28 days, today included. */
  lastFourWeeks: number;
};

export type BudgetUse = Use & {
  budget: number | null;
  /** Below nought when more was used; null without a budget. */
  left: number | null;
  /** The day on which the rest is used up at the rate of the last four weeks; null where there is none, or no such day. */
  dayOfExhaustion: Day | null;
};

export function budgetUse(budget: number | null, use: Use, today: Day): BudgetUse {
  const left = budget === null ? null : budget - use.approved - use.pending;
  return { ...use, budget, left, dayOfExhaustion: dayOfExhaustion(left, use.lastFourWeeks, today) };
}

/** The first day of those that count for the rate. */
export const rateStartsOn = (today: Day): Day => addDays(today, 1 - rateDays);

/** Today is used already; the rest lasts from tomorrow on. In whole numbers, so that nothing is rounded down to a day too few. */
function dayOfExhaustion(left: number | null, lastFourWeeks: number, today: Day): Day | null {
  if (left === null || left <= 0 || lastFourWeeks <= 0) return null;
  const days = Number((BigInt(left) * BigInt(rateDays) + BigInt(lastFourWeeks) - 1n) / BigInt(lastFourWeeks));
  return days > longestForecastDays ? null : addDays(today, days);
}
