// The sums of a report by status, and their change against the previous period.

import type { ReportTotals } from '#contract/reports.ts';
import { type Money, sumByCurrency } from '#domain/money.ts';

export type Sums = ReportTotals;
export type Split = { approved: Part; pending: Part; rejected: Part };
export type Part = { items: number; minutes: number; expenses: Money[] };

/** The minutes that are neither pending nor approved. */
export const rejectedMinutesOf = ({ minutes, approvedMinutes, pendingMinutes }: Sums): number =>
  minutes - approvedMinutes - pendingMinutes;

export function splitOf(sums: Sums): Split {
  const { approvedItems, pendingItems, rejectedItems, approvedMinutes, pendingMinutes } = sums;
  return {
    approved: { items: approvedItems, minutes: approvedMinutes, expenses: sums.approvedExpenses },
    pending: { items: pendingItems, minutes: pendingMinutes, expenses: sums.pendingExpenses },
    rejected: {
      items: rejectedItems,
      minutes: rejectedMinutesOf(sums),
      expenses: difference(sums.expenses, [...sums.approvedExpenses, ...sums.pendingExpenses]).filter(
        ({ amountMinor }) => amountMinor !== 0,
      ),
    },
  };
}

/** The difference of each currency, including zero. */
export const difference = (now: readonly Money[], before: readonly Money[]): Money[] =>
  sumByCurrency([...now, ...before.map(({ amountMinor, currency }) => ({ amountMinor: -amountMinor, currency }))]);

/** The change in whole percent of the previous value; null if that was zero. */
export const percentOf = (change: number, before: number): number | null =>
  before === 0 ? null : Math.round((change / before) * 100);

/** The amount of one currency in a list of sums. */
export const amountIn = (amounts: readonly Money[], currency: string): number =>
  amounts.find((one) => one.currency === currency)?.amountMinor ?? 0;
