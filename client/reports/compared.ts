// The rows of a breakdown beside those of the period before.

import type { ReportRow } from '#contract/reports.ts';
import type { Sums } from './sums.ts';

/** `was`: what the row had in the period before, null where it was not there; left out where nothing is compared. */
export type ComparedRow = ReportRow & { was?: Sums | null };

/** Rows that were there in the period before only are rows too: with nothing of their own. */
export function comparedRows(rows: readonly ReportRow[], before: readonly ReportRow[] | undefined): ComparedRow[] {
  if (before === undefined) return [...rows];
  const known = new Set(rows.map(({ id }) => id));
  const earlier = new Map(before.map((row) => [row.id, row]));
  return [
    ...rows.map((row) => ({ ...row, was: earlier.get(row.id) ?? null })),
    ...before.filter(({ id }) => !known.has(id)).map((row) => ({ ...row, ...nothing, was: row })),
  ];
}

const nothing: Sums = {
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
};
