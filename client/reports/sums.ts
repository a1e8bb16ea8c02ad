// The sums of a report by status, and their change against the previous period.

import type { ReportRow, ReportTotals } from '#contract/reports.ts';
import { type Money, sumByCurrency } from '#domain/money.ts';

export type ReportSums = ReportTotals;

export type ReportData = {
  totals: ReportSums;
  rows: readonly ReportRow[];
  before: { from: string; to: string; totals: ReportSums; rows: readonly ReportRow[] } | null;
};

export type SumsByStatus = { approved: StatusSums; pending: StatusSums; rejected: StatusSums };
export type StatusSums = { items: number; minutes: number; expenses: Money[] };

/** The minutes that are neither pending nor approved. */
export const rejectedMinutes = ({ minutes, approvedMinutes, pendingMinutes }: ReportSums): number =>
  minutes - approvedMinutes - pendingMinutes;

export function splitByStatus(sums: ReportSums): SumsByStatus {
  const { approvedItems, pendingItems, rejectedItems, approvedMinutes, pendingMinutes } = sums;
  return {
    approved: { items: approvedItems, minutes: approvedMinutes, expenses: sums.approvedExpenses },
    pending: { items: pendingItems, minutes: pendingMinutes, expenses: sums.pendingExpenses },
    rejected: {
      items: rejectedItems,
      minutes: rejectedMinutes(sums),
      expenses: moneyDifference(sums.expenses, [...sums.approvedExpenses, ...sums.pendingExpenses]).filter(
        ({ amountMinor }) => amountMinor !== 0,
      ),
    },
  };
}

/** The difference of each currency, including zero. */
export const moneyDifference = (now: readonly Money[], before: readonly Money[]): Money[] =>
  sumByCurrency([...now, ...before.map(({ amountMinor, currency }) => ({ amountMinor: -amountMinor, currency }))]);

/** The change in whole percent of the previous value; null if that was zero. */
export const percentChange = (change: number, before: number): number | null =>
  before === 0 ? null : Math.round((change / before) * 100);

/** The amount of one currency in a list of sums. */
export const amountInCurrency = (amounts: readonly Money[], currency: string): number =>
  amounts.find((one) => one.currency === currency)?.amountMinor ?? 0;
