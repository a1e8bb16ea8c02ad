// What a file that somebody sent really is. Its name and the type it claims count for nothing: a picture is one when it can be
// walked from its first segment to its last, and is then stored without whatever else it carried. PDFs stay as they are: they
// are only ever served as attachments.

import { fileTypeFromBuffer } from 'file-type';
import { isReceiptType, type ReceiptType, receiptPixelsRefusal, receiptSizeRefusal } from '#domain/receipts.ts';
import { ensureAllowed, refused } from '../request/refused.ts';
import { cleanJpeg } from './jpeg.ts';
import type { Picture } from './orientation.ts';
import { cleanPng } from './png.ts';
import { cleanWebp } from './webp.ts';

export type Inspected = { type: ReceiptType; content: Buffer; width: number | null; height: number | null };

/** Enough for a head. The rest of a strange file is nothing that a library should be led through. */
const headBytes = 4_100;

export async function inspectReceipt(file: Buffer): Promise<Inspected> {
  if (file.length === 0) throw refused('receipt.empty', { path: 'file' });
  ensureAllowed(receiptSizeRefusal(file.length));
  const found = await fileTypeFromBuffer(file.subarray(0, headBytes)).catch(() => undefined);
  if (!found || !isReceiptType(found.mime)) throw refused('receipt.wrong-type', { path: 'file' });
  const type = found.mime;
  if (type === 'application/pdf') {
    if (!isWholePdf(file)) throw refused('receipt.damaged', { path: 'file' });
    return { type, content: file, width: null, height: null };
  }
  const picture = cleaners[type](file);
  if (!picture) throw refused('receipt.damaged', { path: 'file' });
  ensureAllowed(receiptPixelsRefusal(picture.width, picture.height));
  return { type, ...picture };
}

const cleaners: Record<Exclude<ReceiptType, 'application/pdf'>, (file: Buffer) => Picture | null> = {
  'image/jpeg': cleanJpeg,
  'image/png': cleanPng,
  'image/webp': cleanWebp,
};

/** Scanners leave some bytes behind the mark of the end. */
const isWholePdf = (file: Buffer): boolean =>
  /^%PDF-\d\.\d/.test(file.toString('latin1', 0, 8)) && file.subarray(-2_048).includes('%%EOF');
