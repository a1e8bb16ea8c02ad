// A budget in words: what is used, what is left, the share, and how urgent it is.

import { type BudgetMeasure, reachedThreshold, type UsedShare } from '#domain/budget-alerts.ts';
import { formatMinutes } from '#domain/duration.ts';
import { numberFormat } from '#domain/intl.ts';
import { formatMoney } from '#domain/money.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';

export type BudgetLevel = 'fine' | 'near' | 'used-up';

export function budgetLevel(share: UsedShare): BudgetLevel {
  const threshold = reachedThreshold(share);
  if (threshold === null) return 'fine';
  return threshold === 100 ? 'used-up' : 'near';
}

export const formatBudgetValue = (measure: BudgetMeasure, value: number, currency: string): string =>
  measure === 'minutes'
    ? formatMinutes(value, getLocale())
    : formatMoney({ amountMinor: value, currency }, getLocale());

/** Rounded down: 100 % only when nothing is left. */
export const shareText = ({ budget, used }: UsedShare): string =>
  numberFormat(getLocale(), { style: 'percent' }).format(Math.floor((used / budget) * 100) / 100);

export function leftText(measure: BudgetMeasure, { budget, used }: UsedShare, currency: string): string {
  const value = formatBudgetValue(measure, Math.abs(budget - used), currency);
  return used > budget ? m.budgets_over({ over: value }) : m.budgets_left({ left: value });
}
