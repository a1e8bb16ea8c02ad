// Receipts: a file is uploaded first and named by its id when a worklog is submitted or amended. These two endpoints take and
// give files instead of JSON (server/http/file-endpoints.ts); everything else about them is as of all others.

import { z } from 'zod';
import {
  largestReceiptBytes,
  largestReceiptMegabytes,
  largestReceiptMegapixels,
  receiptTypes,
} from '#domain/receipts.ts';
import { endpoint } from './endpoint.ts';
import { companyPath, fileName, id, instant } from './fields.ts';

export const receipt = z
  .object({
    id,
    name: z.string().describe('As the file was called, made safe, with the ending of its content'),
    type: z.enum(receiptTypes).describe('Found from the content'),
    bytes: z.int(),
    width: z.int().nullable().describe('Of pictures, in pixels, as shown'),
    height: z.int().nullable(),
    uploadedAt: instant,
  })
  .meta({ id: 'Receipt' });
export type Receipt = z.infer<typeof receipt>;

/** By what a file is found and with which headers it is sent; it is never sent itself. */
export const storedFile = z.object({
  name: z.string(),
  type: z.enum(receiptTypes),
  bytes: z.int(),
  sha256: z.string(),
  storageName: z.string(),
  isInline: z.boolean(),
});

export const receiptEndpoints = {
  uploadReceipt: endpoint({
    method: 'POST',
    path: '/companies/{companyId}/receipts',
    summary: `Upload a receipt, as the body itself: PDF, JPEG, PNG or WebP of at most ${largestReceiptMegabytes} MB and ${largestReceiptMegapixels} megapixels. It is forgotten after a day unless a worklog names it`,
    can: 'worklogs.submit',
    onFreePlan: true,
    file: 'body',
    largestBodyBytes: largestReceiptBytes,
    input: z.strictObject({ ...companyPath, fileName: fileName.default('').describe('Shown with the receipt') }),
    output: receipt,
    refuses: [
      'receipt.empty',
      'receipt.too-large',
      'receipt.wrong-type',
      'receipt.damaged',
      'receipt.too-many-pixels',
      'receipt.not-stored',
    ],
  }),
  downloadReceipt: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/receipts/{receiptId}',
    summary: 'The file of a receipt, for those who may see its worklog',
    can: 'worklogs.read',
    onFreePlan: true,
    file: 'answer',
    input: z.strictObject({
      ...companyPath,
      receiptId: id,
      inline: z
        .enum(['true', 'false'])
        .default('false')
        .describe('`true`: pictures are sent to be shown and not to be saved'),
    }),
    output: storedFile,
    refuses: ['receipt.missing', 'receipt.not-stored'],
  }),
};
