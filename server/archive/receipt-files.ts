// The receipts of an archive: each is compared with its row, then stored. They are stored before the transaction of the rows is committed,
// so that no row is without its file. Files that a killed import leaves behind have no row, and are deleted by the nightly job.

import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { ReceiptStore } from '../ports/receipts/receipts.ts';
import { damagedFile, rowRefusal } from './failures.ts';
import type { ReadArchive } from './read-archive.ts';
import { csvName } from './tables.ts';

type Source = {
  client: ClientBase;
  archive: ReadArchive;
  file: string;
  store: ReceiptStore;
  companyId: string;
  /** Whether this is a file of the type that its row states. */
  isReceipt: (content: Buffer, type: string) => Promise<boolean>;
};

type Row = { id: string; name: string; type: string; bytes: number; sha256: string };

/** `stored` gets the name of each file as soon as it may exist. */
export async function storeReceipts(source: Source, stored: string[]): Promise<void> {
  const { client, archive, file, store, companyId, isReceipt } = source;
  const { rows } = await client.query<Row>(
    `select id, storage_name as name, type, bytes, encode(sha256, 'hex') as sha256 from receipts where company_id = $1 order by id`,
    [companyId],
  );
  const missing = new Set(archive.meta.receipts.missing);
  const known = new Set(rows.map(({ id }) => id));
  for (const id of archive.receipts)
    if (!known.has(id))
      throw damagedFile(`receipts/${id}`, `${file}: receipts/${id} belongs to no row of ${csvName('receipts')}.`);
  for (const [index, { id, name, type, bytes, sha256 }] of rows.entries()) {
    const place = { file, name: csvName('receipts') };
    if (!archive.receipts.has(id)) {
      if (missing.has(id)) continue;
      throw rowRefusal(place, index + 1, `its file, receipts/${id}, is not in the archive`);
    }
    const content = await archive.receipt(id);
    if (content.length !== bytes || createHash('sha256').update(content).digest('hex') !== sha256)
      throw rowRefusal(place, index + 1, `receipts/${id} is another file than was uploaded: size or SHA-256 differs`);
    if (!(await isReceipt(content, type))) throw rowRefusal(place, index + 1, `receipts/${id} is no complete ${type}`);
    stored.push(name);
    await store.write({ companyId, name }, content);
  }
}
