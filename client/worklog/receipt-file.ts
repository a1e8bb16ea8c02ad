// URLs and size of the file of a receipt.

import type { Receipt } from '#contract/receipts.ts';
import { numberFormat } from '#domain/intl.ts';
import { getLocale } from '#locales/runtime.js';

export type ShownReceipt = Omit<Receipt, 'uploadedAt'>;

export const isImageReceipt = ({ type }: Pick<Receipt, 'type'>): boolean => type !== 'application/pdf';

export const receiptFileUrl = (companyId: string, id: string): string =>
  `/api/v1/companies/${companyId}/receipts/${id}`;

export const receiptImageUrl = (companyId: string, id: string): string =>
  `${receiptFileUrl(companyId, id)}?inline=true`;

export function formatBytes(bytes: number): string {
  const isLarge = bytes >= 1_000_000;
  return numberFormat(getLocale(), {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: isLarge ? 1 : 0,
  }).format(isLarge ? bytes / 1_000_000 : Math.max(1, bytes / 1_000));
}
