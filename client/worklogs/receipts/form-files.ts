// The files of a form: those that are not uploaded yet, and where each has its place among the receipts.

import { newIdempotencyKey } from '../../api.ts';
import type { FirstFile } from '../drafts.ts';
import type { EntryValues } from '../entry.ts';
import { type EntryReceipt, parseReceipts } from './entry-receipts.ts';

/** `sendKey`: of the request. What waits on this device may be sent at the same time, with another one. */
export type ReceiptUpload = {
  key: string;
  sendKey: string;
  file: File;
  state: 'shrinking' | 'sending' | 'waiting' | 'refused';
  share: number;
  reason: string;
};

/**
 * `open`: not uploaded yet. `uploaded`: by the id of the receipt, those that are on this device, too. `order`: of the receipts, by
 * their keys. A file that is replaced by a part of it keeps its key.
 */
export type FormFiles = {
  open: readonly ReceiptUpload[];
  uploaded: ReadonlyMap<string, File>;
  order: readonly string[];
};

/** A receipt that was not uploaded from this device has its id instead. */
export const receiptKey = (receipt: Pick<EntryReceipt, 'id' | 'key'> | ReceiptUpload): string =>
  'sendKey' in receipt ? receipt.key : (receipt.key ?? receipt.id);

/** Uploaded ones without those that a file which is not uploaded yet replaces. */
export const unreplaced = (
  { receipts }: Pick<EntryValues, 'receipts'>,
  open: readonly Pick<ReceiptUpload, 'key'>[],
): EntryReceipt[] => parseReceipts(receipts).filter((one) => open.every(({ key }) => key !== receiptKey(one)));

/** By their place in `order`. Those without one come first, and keep the order that they have. */
export const sortByKeys = <T>(all: readonly T[], order: readonly string[], keyIn: (one: T) => string): T[] =>
  all.toSorted((a, b) => order.indexOf(keyIn(a)) - order.indexOf(keyIn(b)));

export const asUpload = (file: File, reason: string | null, key = newIdempotencyKey()): ReceiptUpload => ({
  key,
  sendKey: newIdempotencyKey(),
  file,
  share: 0,
  state: reason === null ? 'sending' : 'refused',
  reason: reason ?? '',
});

/** Files that wait with their worklog, each replaced by what the form has made of it; then further files of the form. */
export const mergeFirstFiles = (waiting: readonly FirstFile[], open: readonly FirstFile[]): readonly FirstFile[] => [
  ...waiting.map((one) => open.find(({ key }) => key === one.key) ?? one),
  ...open.filter(({ key }) => waiting.every((one) => one.key !== key)),
];

/** A file that waits may have been uploaded already, before the form was opened or by an earlier form: then the entry has its receipt. */
export function initialFiles({ receipts }: Pick<EntryValues, 'receipts'>, first: readonly FirstFile[]) {
  const kept = parseReceipts(receipts);
  const uploaded = new Map<string, File>();
  const open: ReceiptUpload[] = [];
  const order = kept.map(receiptKey);
  let next: string | undefined;
  for (const { key, uploadedId, file, isOpen } of first.toReversed()) {
    // An open one may replace it.
    const known = isOpen ? undefined : kept.find((one) => one.id === uploadedId || one.key === key);
    // The file that waits is still the whole photo.
    if (known && !known.isCropped) uploaded.set(known.id, file);
    if (!known) {
      open.unshift(asUpload(file, null, key));
      if (!order.includes(key)) order.splice(next === undefined ? order.length : order.indexOf(next), 0, key);
    }
    next = known ? receiptKey(known) : key;
  }
  return { open, uploaded, order };
}
