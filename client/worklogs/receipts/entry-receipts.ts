// The receipts of the form: uploaded ones are stored as text in the entry, so that a restored draft still has them; and
// uploading a file.

import type { Receipt } from '#contract/receipts.ts';
import { isReceiptType, maxReceiptBytes, maxReceiptMegabytes, maxReceiptsPerWorklog } from '#domain/receipts.ts';
import { m } from '#locales/messages.js';
import { isRecord } from '../../storage.ts';
import { uploadFile } from '../../upload-file.ts';
import type { ShownReceipt } from '../../worklog/receipt-file.ts';

/** `key`: of the file on this device. `isCropped`: a part of it was uploaded; what waits under the key is the whole photo. */
export type EntryReceipt = ShownReceipt & { key?: string; isCropped?: boolean };

export const serializeReceipts = (receipts: readonly EntryReceipt[]): string =>
  receipts.length === 0
    ? ''
    : JSON.stringify(
        receipts.map(({ id, name, type, bytes, width, height, key, isCropped }) => ({
          id,
          name,
          type,
          bytes,
          width,
          height,
          key,
          isCropped,
        })),
      );

export function parseReceipts(text: string): EntryReceipt[] {
  const stored: unknown = text === '' ? [] : JSON.parse(text);
  return Array.isArray(stored) ? stored.filter(isShown) : [];
}

const isShown = (value: unknown): value is EntryReceipt =>
  isRecord(value) && typeof value.id === 'string' && typeof value.name === 'string' && typeof value.bytes === 'number';

export const receiptCountError = (already: number): string | null =>
  already >= maxReceiptsPerWorklog ? m.reason_receipt_too_many({ maximum: maxReceiptsPerWorklog }) : null;

/** Checks that need no upload; the server inspects the content. */
export function receiptFileError(file: File): string | null {
  if (!isReceiptType(file.type)) return m.reason_receipt_wrong_type();
  if (file.size === 0) return m.reason_receipt_empty();
  return file.size > maxReceiptBytes ? m.reason_receipt_too_large({ maximum: maxReceiptMegabytes }) : null;
}

/** `retry`: the server was not reached or could not store the file temporarily. */
export type UploadResult = { receipt: Receipt } | { refusal: string } | { retry: string | null };

type UploadOptions = {
  companyId: string;
  file: File;
  key: string;
  /** Refused unless this person is signed in. */
  personId?: string;
  onProgress: (share: number) => void;
  signal: AbortSignal;
};

/** Many simultaneous uploads would all be slow on a slow connection. */
const maxConcurrentUploads = 2;
let running = 0;
const waiting: (() => void)[] = [];

export async function uploadReceiptFile(options: UploadOptions): Promise<UploadResult> {
  if (running >= maxConcurrentUploads) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return options.signal.aborted ? { retry: null } : await upload(options);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

async function upload({ companyId, file, key, ...options }: UploadOptions): Promise<UploadResult> {
  const answer = await uploadFile('POST /companies/{companyId}/receipts', { companyId, fileName: file.name }, file, {
    idempotencyKey: key,
    ...options,
  });
  if (answer.kind === 'output') return { receipt: answer.output };
  if (answer.kind === 'no-response')
    return answer.status === 413 ? { refusal: m.receipt_not_let_through() } : { retry: null };
  const { status, detail } = answer;
  return status >= 500 || status === 429 || status === 401 ? { retry: detail } : { refusal: detail };
}
