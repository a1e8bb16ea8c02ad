// The totals of a list as the server answers them, in the form of a sum of worklogs.

import type { Totals } from '#contract/worklogs.ts';
import type { Sum } from '#domain/totals.ts';

export const sumOfTotals = (totals: Totals): Sum & { rejected: Sum } => ({
  count: totals.pending + totals.approved,
  minutes: totals.minutes,
  expenses: totals.expenses,
  rejected: { count: totals.rejected, minutes: totals.rejectedMinutes, expenses: totals.rejectedExpenses },
});
