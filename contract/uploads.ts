// The kinds of files that endpoints take as their body. An endpoint names its kind, and with it what the file may be.

import { archiveSizeRefusal, archiveType, maxArchiveBytes } from '#domain/archives.ts';
import { historySizeRefusal, maxHistoryFileBytes } from '#domain/history-imports/limits.ts';
import type { Refusal } from '#domain/reasons.ts';
import { maxReceiptBytes, receiptSizeRefusal, receiptTypes } from '#domain/receipts.ts';

type Upload = {
  /** Documented media types; what a file is, its content decides. */
  types: readonly string[];
  maxBytes: number;
  sizeRefusal: (bytes: number) => Refusal | null;
};

export type UploadKind = 'receipt' | 'history' | 'archive';

export const uploadKinds: Record<UploadKind, Upload> = {
  receipt: { types: receiptTypes, maxBytes: maxReceiptBytes, sizeRefusal: receiptSizeRefusal },
  history: { types: ['application/octet-stream'], maxBytes: maxHistoryFileBytes, sizeRefusal: historySizeRefusal },
  archive: { types: [archiveType], maxBytes: maxArchiveBytes, sizeRefusal: archiveSizeRefusal },
};
