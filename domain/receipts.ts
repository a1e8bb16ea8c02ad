// Receipts of a worklog: accepted file types, limits, and safe file names.
// The server determines the type from the content; the browser applies the same rules first, to avoid a useless upload.

import { type Refusal, refuse } from './reasons.ts';

export const receiptTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const;
export type ReceiptType = (typeof receiptTypes)[number];

export const isReceiptType = (type: string): type is ReceiptType => receiptTypes.some((one) => one === type);

export const maxReceiptMegabytes = 10;

/** Counted in units of 1024, so that every file that a file manager shows as 10 MB is accepted. */
export const maxReceiptBytes = maxReceiptMegabytes * 1024 * 1024;

/** A hotel, its breakfast and the taxis of a week; more belongs into one PDF. */
export const maxReceiptsPerWorklog = 10;

/** Slightly more than a "24 megapixel" camera produces; decoding takes four bytes for each pixel. */
export const maxReceiptMegapixels = 25;

/** How long an upload is kept that was never submitted: long enough for a form that was left open overnight. */
export const unattachedReceiptRetentionHours = 24;

/** How long receipts are kept that were removed from a worklog or withdrawn with it, in case of mistakes or questions. */
export const removedReceiptRetentionDays = 30;

export function receiptRefusal(receipt: { type: string; bytes: number }): Refusal | null {
  if (receipt.bytes === 0) return refuse('receipt.empty', { path: 'file' });
  if (!isReceiptType(receipt.type)) return refuse('receipt.wrong-type', { path: 'file' });
  return receiptSizeRefusal(receipt.bytes);
}

export const receiptSizeRefusal = (bytes: number): Refusal | null =>
  bytes > maxReceiptBytes
    ? refuse('receipt.too-large', { path: 'file', params: { maximum: maxReceiptMegabytes } })
    : null;

export const receiptPixelsRefusal = (width: number, height: number): Refusal | null =>
  width * height > maxReceiptMegapixels * 1_000_000
    ? refuse('receipt.too-many-pixels', { path: 'file', params: { maximum: maxReceiptMegapixels } })
    : null;

export const maxReceiptNameLength = 150;

const extensions: Record<ReceiptType, readonly [string, ...string[]]> = {
  'image/jpeg': ['.jpg', '.jpeg', '.jpe', '.jfif'],
  'image/png': ['.png'],
  'image/webp': ['.webp'],
  'application/pdf': ['.pdf'],
};

/** A safe name for showing and saving: no system interprets it as a path, and its extension matches the content. */
export function safeReceiptName(fileName: string, type: ReceiptType): string {
  const last = fileName.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  // Control and format characters too: some reverse the writing direction, so that "gpj.exe" reads "exe.jpg".
  const plain = last
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, '')
    .replaceAll(/[<>:"|?*]/g, '_')
    .replaceAll(/\s+/gu, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  const own = extensions[type].find((extension) => plain.toLowerCase().endsWith(extension));
  const stem = (own ? plain.slice(0, -own.length) : plain).slice(0, maxReceiptNameLength - 5);
  // The cut may have left half of a surrogate pair.
  const whole = stem.replace(/[\uD800-\uDBFF]$/, '').replace(/[. ]+$/, '');
  return (whole === '' ? 'receipt' : whole) + (own ?? extensions[type][0]);
}
