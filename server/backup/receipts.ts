// Receipts in the backup place: each file once, because it never changes, as receipts/<company>/<name>.zst. Which of them belong to
// a moment is known from the rows of the database at that moment.

import type { Client } from 'pg';
import type { ReceiptStore } from '../ports/receipts/receipts.ts';
import type { Packer } from './pack.ts';
import type { BackupPlace } from './place.ts';

export type KnownReceipt = { companyId: string; name: string; sha256: string };

export const receiptsFolder = 'receipts/';

export const storedReceiptFile = (
  { companyId, name }: Pick<KnownReceipt, 'companyId' | 'name'>,
  suffix: string,
): string => `${receiptsFolder}${companyId}/${name}${suffix}`;

/** The receipts of all companies, which only a superuser may read. */
export async function listKnownReceipts(client: Client): Promise<KnownReceipt[]> {
  const { rows } = await client.query<KnownReceipt>(`${selectReceipts} order by uploaded_at`);
  return rows;
}

const selectReceipts = `select company_id as "companyId", storage_name as name, encode(sha256, 'hex') as sha256 from receipts`;

/**
 * Those uploaded after a moment, and all of companies of which nothing is stored: an archive brings receipts that were uploaded long
 * ago into a company without any.
 */
export async function listNewReceipts(client: Client, after: Date, stored: Set<string>): Promise<KnownReceipt[]> {
  const companies = new Set([...stored].map((key) => key.split('/', 1)[0]));
  const { rows } = await client.query<KnownReceipt>(
    `${selectReceipts} where uploaded_at > $1 or company_id <> all ($2::uuid[]) order by uploaded_at`,
    [after, [...companies]],
  );
  return rows;
}

type Copy = { place: BackupPlace; packer: Packer; store: ReceiptStore };

/** Copies those that the place does not have; returns how many. A file that the store lacks is reported by the doctor. */
export async function copyReceipts(rows: readonly KnownReceipt[], known: Set<string>, copy: Copy): Promise<number> {
  let copied = 0;
  for (const row of rows) {
    const key = `${row.companyId}/${row.name}`;
    if (known.has(key)) continue;
    const stored = await copy.store.read(row);
    if (stored === null) continue;
    await copy.place.replace(storedReceiptFile(row, copy.packer.suffix), await copy.packer.pack(stored));
    known.add(key);
    copied += 1;
  }
  return copied;
}

/** `<company>/<name>` of every receipt in the place. */
export async function storedReceipts(place: BackupPlace): Promise<Set<string>> {
  const names = await place.list(receiptsFolder);
  return new Set(names.map((name) => name.slice(receiptsFolder.length).replace(/\.zst(\.age)?$/, '')));
}
