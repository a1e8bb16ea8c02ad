// Receipts belong to the worker, so the person who enters a worklog for them cannot attach one: an amount that requires one is refused.

import type { Company } from '#contract/companies.ts';
import { formatMoney, toMinor } from '#domain/money.ts';
import { needsReceipt } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';
import { parseAmount } from '../../ui/amount-text.ts';
import type { EntryErrors } from '../entry-errors.ts';

type Rules = { policies: Company; currency: string; locale: string };

/** Shown below the amount before anything is sent. */
export function receiptNote({ policies: { receiptAboveMinor }, currency, locale }: Rules): string | undefined {
  if (receiptAboveMinor === null) return undefined;
  if (receiptAboveMinor === 0) return m.for_others_receipt_always();
  return m.for_others_receipt_above({ amount: formatMoney({ amountMinor: receiptAboveMinor, currency }, locale) });
}

export function receiptErrors(typed: string, { policies, currency, locale }: Rules): EntryErrors {
  const plain = parseAmount(typed, locale);
  const amountMinor = plain === null ? null : toMinor(plain, currency);
  if (!needsReceipt(amountMinor, policies)) return {};
  return { amount: { code: 'worklog.receipt-by-worker', message: m.reason_worklog_receipt_by_worker() } };
}
