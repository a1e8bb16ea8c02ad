// What a report adds up, looked at by status and against the period before.

import type { ReportTotals } from '#contract/reports.ts';
import { type Money, sumByCurrency } from '#domain/money.ts';

export type Sums = ReportTotals;
export type Split = { approved: Part; pending: Part; rejected: Part };
export type Part = { items: number; minutes: number; expenses: Money[] };

/** The parts make the whole: what is neither pending nor approved was rejected. */
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

/** Currency by currency, also where there is nothing left. */
export const difference = (now: readonly Money[], before: readonly Money[]): Money[] =>
  sumByCurrency([...now, ...before.map(({ amountMinor, currency }) => ({ amountMinor: -amountMinor, currency }))]);

/** The share of what was, in whole percent; null where there was nothing to compare with. */
export const percentOf = (change: number, before: number): number | null =>
  before === 0 ? null : Math.round((change / before) * 100);

/** What one currency has in a list of sums. */
export const amountIn = (amounts: readonly Money[], currency: string): number =>
  amounts.find((one) => one.currency === currency)?.amountMinor ?? 0;
