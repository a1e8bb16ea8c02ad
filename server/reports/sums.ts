// Sums of parts as in the contract: pending, approved and billable ones separately, amounts per currency.
// A sum too large to be exact is refused, never rounded (as in server/db/connect.ts).

import type { z } from 'zod';
import type { reportTotals } from '#contract/reports.ts';
import type { totals } from '#contract/worklogs.ts';
import { sumByCurrency } from '#domain/money.ts';
import { isCounted } from '#domain/totals.ts';
import type { CompanyContext } from '../request/context.ts';
import { refused } from '../request/refused.ts';
import { partsBy, type ReportPart } from './parts.ts';
import type { ReportScope } from './precomputed.ts';

export type WorklogSums = z.input<typeof reportTotals>;

export function sumsOf(parts: readonly ReportPart[]): WorklogSums {
  const by = Map.groupBy(parts, ({ status }) => status);
  const [pending = [], approved = [], rejected = []] = [by.get('pending'), by.get('approved'), by.get('rejected')];
  const billable = parts.filter(({ isBillable }) => isBillable);
  return {
    items: itemsOf(parts),
    pendingItems: itemsOf(pending),
    approvedItems: itemsOf(approved),
    rejectedItems: itemsOf(rejected),
    minutes: minutesOf(parts),
    pendingMinutes: minutesOf(pending),
    approvedMinutes: minutesOf(approved),
    expenses: expensesOf(parts),
    pendingExpenses: expensesOf(pending),
    approvedExpenses: expensesOf(approved),
    billableMinutes: minutesOf(billable),
    billableExpenses: expensesOf(billable),
  };
}

/** The totals above a list: of the worklogs that the action may see, in any status; rejected ones separately. */
export async function totalsOf(ctx: CompanyContext, within: ReportScope): Promise<z.input<typeof totals>> {
  const parts = await partsBy(ctx, [], within);
  const counted = sumsOf(parts.filter(isCounted));
  const rejected = sumsOf(parts.filter((part) => !isCounted(part)));
  return {
    items: counted.items + rejected.items,
    minutes: counted.minutes,
    expenses: counted.expenses,
    pending: counted.pendingItems,
    approved: counted.approvedItems,
    rejected: rejected.items,
    rejectedMinutes: rejected.minutes,
    rejectedExpenses: rejected.expenses,
  };
}

const itemsOf = (parts: readonly ReportPart[]) => parts.reduce((sum, { items }) => sum + items, 0);

const minutesOf = (parts: readonly ReportPart[]) => parts.reduce((sum, { minutes }) => sum + minutes, 0);

/** Amounts are positive, so a sum of zero means that there are none. */
function expensesOf(parts: readonly ReportPart[]) {
  const sums = sumByCurrency(parts.filter(({ amountMinor }) => amountMinor !== 0));
  if (sums.some(({ amountMinor }) => !Number.isSafeInteger(amountMinor))) throw refused('sum.too-large');
  return sums;
}
