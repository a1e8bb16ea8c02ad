// The receipts of the form: uploaded ones are stored as text in the entry, so that a restored draft still has them; and
// uploading a file with progress.

import type { Receipt } from '#contract/receipts.ts';
import { isReceiptType, maxReceiptBytes, maxReceiptMegabytes, maxReceiptsPerWorklog } from '#domain/receipts.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { parseOutput } from '../../api.ts';
import { isRecord } from '../../storage.ts';
import type { ShownReceipt } from '../../worklog/receipts.ts';

export const serializeReceipts = (receipts: readonly ShownReceipt[]): string =>
  receipts.length === 0
    ? ''
    : JSON.stringify(
        receipts.map(({ id, name, type, bytes, width, height }) => ({ id, name, type, bytes, width, height })),
      );

export function parseReceipts(text: string): ShownReceipt[] {
  const stored: unknown = text === '' ? [] : JSON.parse(text);
  return Array.isArray(stored) ? stored.filter(isShown) : [];
}

const isShown = (value: unknown): value is ShownReceipt =>
  isRecord(value) && typeof value.id === 'string' && typeof value.name === 'string' && typeof value.bytes === 'number';

/** Checks that need no upload; the server inspects the content. */
export function receiptFileError(file: File, already: number): string | null {
  if (already >= maxReceiptsPerWorklog) return m.reason_receipt_too_many({ maximum: maxReceiptsPerWorklog });
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
    return options.signal.aborted ? { retry: null } : await sendFile(options);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Uses XMLHttpRequest, because fetch reports no upload progress. */
function sendFile({ companyId, file, key, personId, onProgress, signal }: UploadOptions): Promise<UploadResult> {
  const request = new XMLHttpRequest();
  return new Promise((resolve) => {
    const query = new URLSearchParams({ fileName: file.name });
    request.open('POST', `/api/v1/companies/${companyId}/receipts?${query}`);
    request.setRequestHeader('accept-language', getLocale());
    request.setRequestHeader('idempotency-key', key);
    if (personId) request.setRequestHeader('daybook-person', personId);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => resolve(uploadResultOf(request.status, request.responseText));
    request.onerror = () => resolve({ retry: null });
    request.onabort = () => resolve({ retry: null });
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}

function uploadResultOf(status: number, text: string): UploadResult {
  if (status === 200) return { receipt: parseOutput<Receipt>(text) };
  const detail = detailOf(text);
  return status >= 500 || status === 429 || status === 401 || detail === null ? { retry: detail } : { refusal: detail };
}

function detailOf(text: string): string | null {
  try {
    const problem: unknown = JSON.parse(text);
    return isRecord(problem) && typeof problem.detail === 'string' ? problem.detail : null;
  } catch {
    return null;
  }
}
