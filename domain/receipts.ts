// Receipts of a worklog: which files are taken, how large, how many, and under which name they are shown.
// The type is found from the content by the server; the browser asks the same questions first, to spare an upload.

import { type Refusal, refuse } from './reasons.ts';

export const receiptTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const;
export type ReceiptType = (typeof receiptTypes)[number];

export const isReceiptType = (type: string): type is ReceiptType => receiptTypes.some((one) => one === type);

export const largestReceiptMegabytes = 10;

/** As file managers count that show the fewest megabytes: nobody is refused a file that they call 10 MB. */
export const largestReceiptBytes = largestReceiptMegabytes * 1024 * 1024;

/** A hotel, its breakfast and the taxis of a week; more belongs into one PDF. */
export const mostReceipts = 10;

/** What a camera of "24 megapixels" takes, which is a little more; a picture is unpacked to four bytes for each. */
export const largestReceiptMegapixels = 25;

/** Chosen but never submitted: long enough for a form that was left open overnight. */
export const unattachedReceiptHours = 24;

/** Taken off a worklog, or withdrawn with it: kept so long for whoever did it by mistake, or is asked about it. */
export const removedReceiptDays = 30;

export function receiptRefusal(receipt: { type: string; bytes: number }): Refusal | null {
  if (receipt.bytes === 0) return refuse('receipt.empty', { path: 'file' });
  if (!isReceiptType(receipt.type)) return refuse('receipt.wrong-type', { path: 'file' });
  return receiptSizeRefusal(receipt.bytes);
}

export const receiptSizeRefusal = (bytes: number): Refusal | null =>
  bytes > largestReceiptBytes
    ? refuse('receipt.too-large', { path: 'file', params: { maximum: largestReceiptMegabytes } })
    : null;

export const receiptPixelsRefusal = (width: number, height: number): Refusal | null =>
  width * height > largestReceiptMegapixels * 1_000_000
    ? refuse('receipt.too-many-pixels', { path: 'file', params: { maximum: largestReceiptMegapixels } })
    : null;

export const receiptNameMaximumLength = 150;

const endings: Record<ReceiptType, readonly [string, ...string[]]> = {
  'image/jpeg': ['.jpg', '.jpeg', '.jpe', '.jfif'],
  'image/png': ['.png'],
  'image/webp': ['.webp'],
  'application/pdf': ['.pdf'],
};

/** The name that a receipt is shown and saved under: one that no system takes for a path, and that ends as its content does. */
export function receiptName(fileName: string, type: ReceiptType): string {
  const last = fileName.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  // Control and format characters too: one of them turns the direction of writing, so that "gpj.exe" reads "exe.jpg".
  const plain = last
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, '')
    .replaceAll(/[<>:"|?*]/g, '_')
    .replaceAll(/\s+/gu, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  const own = endings[type].find((ending) => plain.toLowerCase().endsWith(ending));
  const stem = (own ? plain.slice(0, -own.length) : plain).slice(0, receiptNameMaximumLength - 5);
  // What was cut in the middle of a character ends with half of it.
  const whole = stem.replace(/[\uD800-\uDBFF]$/, '').replace(/[. ]+$/, '');
  return (whole === '' ? 'receipt' : whole) + (own ?? endings[type][0]);
}
