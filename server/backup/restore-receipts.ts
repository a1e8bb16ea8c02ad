// Brings back the receipts that the restored database names, and verifies each with its row.

import type { Client } from 'pg';
import type { ReceiptStore } from '../ports/receipts/receipts.ts';
import { StartRefusal } from '../start-refusal.ts';
import { checksumOf, type Unpacker } from './pack.ts';
import type { BackupPlace } from './place.ts';
import { type KnownReceipt, storedReceiptFile } from './receipts.ts';

type Source = { place: BackupPlace; unpack: Unpacker; store: Pick<ReceiptStore, 'write'>; client: Client };

/** The names of those that are missing or damaged, with what they should be. */
export async function restoreReceipts({ place, unpack, store, client }: Source): Promise<string[]> {
  const { rows } = await client.query<KnownReceipt & { isNeeded: boolean }>(
    `select company_id as "companyId", storage_name as name, encode(sha256, 'hex') as sha256,
       worklog_id is not null and removed_at is null as "isNeeded" from receipts`,
  );
  const lost: string[] = [];
  for (const row of rows) {
    const content = await readReceipt({ place, unpack }, row);
    if (typeof content !== 'string') await store.write(row, content);
    else if (row.isNeeded) lost.push(content);
  }
  return lost;
}

async function readReceipt({ place, unpack }: Pick<Source, 'place' | 'unpack'>, row: KnownReceipt) {
  let problem = 'is missing';
  for (const suffix of ['.zst', '.zst.age']) {
    const file = storedReceiptFile(row, suffix);
    const stored = await place.read(file);
    if (stored === null) continue;
    const content = await unpack(file, stored).catch((error: unknown) => {
      if (error instanceof StartRefusal) throw error;
      return null;
    });
    if (content !== null && checksumOf(content) === row.sha256) return content;
    problem = 'is damaged';
  }
  return `${storedReceiptFile(row, '')} in ${place.name} ${problem}: unpacked, its SHA-256 must be ${row.sha256}.`;
}
