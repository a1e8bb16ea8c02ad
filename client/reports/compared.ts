// Rows of a breakdown with the values of the previous period.

import type { ReportRow } from '#contract/reports.ts';
import type { ReportSums } from './sums.ts';

/** `was`: the sums of the previous period; null if the row did not exist then; absent without comparison. */
export type ComparedRow = ReportRow & { was?: ReportSums | null };

/** Includes rows that exist only in the previous period, with zero sums. */
export function comparedRows(rows: readonly ReportRow[], before: readonly ReportRow[] | undefined): ComparedRow[] {
  if (before === undefined) return [...rows];
  const known = new Set(rows.map(({ id }) => id));
  const earlier = new Map(before.map((row) => [row.id, row]));
  return [
    ...rows.map((row) => ({ ...row, was: earlier.get(row.id) ?? null })),
    ...before.filter(({ id }) => !known.has(id)).map((row) => ({ ...row, ...noSums, was: row })),
  ];
}

const noSums: ReportSums = {
  items: 0,
  pendingItems: 0,
  approvedItems: 0,
  rejectedItems: 0,
  minutes: 0,
  pendingMinutes: 0,
  approvedMinutes: 0,
  expenses: [],
  pendingExpenses: [],
  approvedExpenses: [],
  billableMinutes: 0,
  billableExpenses: [],
};
