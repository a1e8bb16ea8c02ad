// The files of a form: those that are not uploaded yet, and where each has its place among the receipts.

import { newIdempotencyKey } from '../../api.ts';
import type { FirstFile } from '../drafts.ts';
import type { EntryValues } from '../entry.ts';
import { type EntryReceipt, parseReceipts } from './receipts.ts';

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

/** Those of others, or of another device, are known by their id. */
export const receiptKey = (receipt: Pick<EntryReceipt, 'id' | 'key'> | ReceiptUpload): string =>
  'sendKey' in receipt ? receipt.key : (receipt.key ?? receipt.id);

/** Unknown ones first, as they are. */
export const sortByKeys = <T>(all: readonly T[], order: readonly string[], keyIn: (one: T) => string): T[] =>
  all.toSorted((a, b) => order.indexOf(keyIn(a)) - order.indexOf(keyIn(b)));

export const asUpload = (file: File, reason: string | null, key = newIdempotencyKey()): ReceiptUpload => ({
  ...{ key, sendKey: newIdempotencyKey(), file, share: 0 },
  state: reason === null ? 'sending' : 'refused',
  reason: reason ?? '',
});

/** What the form has changed of a file that waits with its worklog, in its place. */
export const mergeFirstFiles = (waiting: readonly FirstFile[], open: readonly FirstFile[]): readonly FirstFile[] => [
  ...waiting.map((one) => open.find(({ key }) => key === one.key) ?? one),
  ...open.filter(({ key }) => waiting.every((one) => one.key !== key)),
];

/** The entry may have been typed before what waits was uploaded, and the form may have uploaded it. */
export function initialFiles({ receipts }: Pick<EntryValues, 'receipts'>, first: readonly FirstFile[]) {
  const kept = parseReceipts(receipts);
  const uploaded = new Map<string, File>();
  const open: ReceiptUpload[] = [];
  const order = kept.map(receiptKey);
  let next: string | undefined;
  for (const { key, uploadedId, file } of first.toReversed()) {
    const known = kept.find((one) => one.id === uploadedId || one.key === key);
    // What waits is still the whole photo.
    if (known && !known.isCropped) uploaded.set(known.id, file);
    if (!known) {
      open.unshift(asUpload(file, null, key));
      order.splice(next === undefined ? order.length : order.indexOf(next), 0, key);
    }
    next = known ? receiptKey(known) : key;
  }
  return { open, uploaded, order };
}
