// Parsing and formatting of budgets: hours and money in the notation of the user's language.

import { numberFormat } from '#domain/intl.ts';
import { toDecimal, toMinor } from '#domain/money.ts';
import { amountText, parseAmount } from '../ui/amount-text.ts';

export type ParsedBudget = { value: number | null; isWrong: boolean };

const emptyBudget: ParsedBudget = { value: null, isWrong: false };
const invalidBudget: ParsedBudget = { value: null, isWrong: true };

/** Converts "120", "7.5" and "7,5" hours to minutes. */
export function parseHours(typed: string, locale: string): ParsedBudget {
  if (typed.trim() === '') return emptyBudget;
  const plain = parseAmount(typed, locale);
  const minutes = plain === null ? 0 : Math.round(Number(plain) * 60);
  return minutes > 0 ? { value: minutes, isWrong: false } : invalidBudget;
}

/** Converts "1.250.000,50" to minor units of the currency. */
export function parseMoney(typed: string, currency: string, locale: string): ParsedBudget {
  if (typed.trim() === '') return emptyBudget;
  const plain = parseAmount(typed, locale);
  const minor = plain === null ? null : toMinor(plain, currency);
  return minor !== null && minor > 0 ? { value: minor, isWrong: false } : invalidBudget;
}

/** 450 minutes as "7.5"; with enough decimals to parse back to the same minute. */
export function formatHours(minutes: number | null, locale: string): string {
  if (minutes === null) return '';
  return numberFormat(locale, { maximumFractionDigits: 3 }).format(minutes / 60);
}

/** Minor units as a decimal with thousands separators; cents only if there are any. */
export const formatBudgetMoney = (minor: number | null, currency: string, locale: string): string =>
  minor === null ? '' : amountText(toDecimal(minor, currency), locale);
