import type { PayrollWorker } from '#contract/payroll.ts';

/** Which columns of sums have something in them; the days get the width of the others. */
export type SumColumns = { pending: boolean; expenses: boolean };

export const sumColumnsOf = (workers: readonly PayrollWorker[]): SumColumns => ({
  pending: workers.some(({ pending }) => pending.items > 0),
  expenses: workers.some(({ approved }) => approved.expenses.length > 0),
});
