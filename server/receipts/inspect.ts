// Detects the real type of an uploaded file and removes metadata. Its name and claimed type are ignored: an image must be parsable
// from its first segment to its last, and is stored without any other data it contained. PDFs are stored unchanged; they are
// only served as attachments.

import { fileTypeFromBuffer } from 'file-type';
import { isReceiptType, type ReceiptType, receiptPixelsRefusal, receiptSizeRefusal } from '#domain/receipts.ts';
import { ensureAllowed, refused } from '../request/refused.ts';
import { cleanJpeg } from './jpeg.ts';
import type { Image } from './orientation.ts';
import { cleanPng } from './png.ts';
import { cleanWebp } from './webp.ts';

export type Inspected = { type: ReceiptType; content: Buffer; width: number | null; height: number | null };

/** Enough to detect the type; the library does not see the rest of an untrusted file. */
const headBytes = 4_100;

export async function inspectReceipt(file: Buffer): Promise<Inspected> {
  if (file.length === 0) throw refused('receipt.empty', { path: 'file' });
  ensureAllowed(receiptSizeRefusal(file.length));
  const found = await fileTypeFromBuffer(file.subarray(0, headBytes)).catch(() => undefined);
  if (!found || !isReceiptType(found.mime)) throw refused('receipt.wrong-type', { path: 'file' });
  const type = found.mime;
  if (type === 'application/pdf') {
    if (!isCompletePdf(file)) throw refused('receipt.damaged', { path: 'file' });
    return { type, content: file, width: null, height: null };
  }
  const image = cleaners[type](file);
  if (!image) throw refused('receipt.damaged', { path: 'file' });
  ensureAllowed(receiptPixelsRefusal(image.width, image.height));
  return { type, ...image };
}

const cleaners: Record<Exclude<ReceiptType, 'application/pdf'>, (file: Buffer) => Image | null> = {
  'image/jpeg': cleanJpeg,
  'image/png': cleanPng,
  'image/webp': cleanWebp,
};

/** Scanners write some bytes after the end marker. */
const isCompletePdf = (file: Buffer): boolean =>
  /^%PDF-\d\.\d/.test(file.toString('latin1', 0, 8)) && file.subarray(-2_048).includes('%%EOF');
