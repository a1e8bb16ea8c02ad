// Converts the totals of a list from the API to the type of the domain.

import type { Totals } from '#contract/worklogs.ts';
import type { WorklogSum } from '#domain/totals.ts';

export const sumOfTotals = (totals: Totals): WorklogSum & { rejected: WorklogSum } => ({
  count: totals.pending + totals.approved,
  minutes: totals.minutes,
  expenses: totals.expenses,
  rejected: { count: totals.rejected, minutes: totals.rejectedMinutes, expenses: totals.rejectedExpenses },
});
