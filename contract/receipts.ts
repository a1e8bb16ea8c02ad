// Receipts: a file is uploaded first and referenced by its id when a worklog is submitted or amended. These two endpoints
// transfer files instead of JSON (server/receipts/file-endpoints.ts) and otherwise work like all others.

import { z } from 'zod';
import { maxReceiptMegabytes, maxReceiptMegapixels, receiptTypes } from '#domain/receipts.ts';
import { endpoint } from './endpoint.ts';
import { companyPath, fileName, id, instant } from './fields.ts';

export const receipt = z
  .object({
    id,
    name: z.string().describe('Sanitised file name, with the extension of its content'),
    type: z.enum(receiptTypes).describe('Detected from the content'),
    bytes: z.int(),
    width: z.int().nullable().describe('Of pictures: in pixels, as shown'),
    height: z.int().nullable(),
    uploadedAt: instant,
  })
  .meta({ id: 'Receipt' });
export type Receipt = z.infer<typeof receipt>;

/** Internal: where the file is stored and with which headers it is sent. Not part of the response. */
export const receiptFile = z.object({
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
    summary: `Upload a receipt as the request body: PDF, JPEG, PNG or WebP of at most ${maxReceiptMegabytes} MB and ${maxReceiptMegapixels} megapixels. It is deleted after a day unless a worklog uses it`,
    can: 'worklogs.submit',
    onFreePlan: true,
    upload: 'receipt',
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
    summary: 'The file of a receipt, for callers who may see its worklog',
    can: 'worklogs.read',
    onFreePlan: true,
    file: { source: 'stored', types: receiptTypes },
    input: z.strictObject({
      ...companyPath,
      receiptId: id,
      inline: z
        .enum(['true', 'false'])
        .default('false')
        .describe('`true`: pictures are sent for display instead of download'),
    }),
    output: receiptFile,
    refuses: ['receipt.missing', 'receipt.not-stored'],
  }),
};
