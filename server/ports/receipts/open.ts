// Selects where receipts are stored. S3 request signing is loaded only if a bucket is configured.

import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { diskReceipts } from './disk.ts';
import type { ReceiptStore } from './receipts.ts';

export async function openReceipts({
  receiptsS3,
  dataDir,
}: Pick<Config, 'receiptsS3' | 'dataDir'>): Promise<ReceiptStore> {
  if (receiptsS3 === undefined) return diskReceipts(join(dataDir, 'receipts'));
  const { s3Receipts } = await import('./s3.ts');
  return s3Receipts(receiptsS3);
}
