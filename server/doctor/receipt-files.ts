// Checks that every receipt has its file, with the size and hash of the upload. Files are read one after the other, in chunks;
// rows in pages and short transactions, so that a live database is not blocked.

import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Pool, PoolClient } from 'pg';
import { nilId } from '../db/ids.ts';
import type { ReceiptStore } from '../ports/receipts/receipts.ts';
import type { Finding } from './table.ts';

type Row = { id: string; name: string; bytes: number; sha256: string };

const pageSize = 500;
const maxNamed = 100;
const stalledMs = 30_000;

export async function examineFiles(pool: Pool, companyId: string, receipts: ReceiptStore): Promise<Finding[]> {
  const missing: string[] = [];
  const damaged: string[] = [];
  for (let last = nilId; ; ) {
    const rows = await readRows(pool, companyId, 'id > $2 order by id limit $3', [last, pageSize]);
    for (const row of rows) {
      const problem = await findProblem(row, companyId, receipts);
      // The receipt may have been deleted, with its file, since the page was read.
      if (problem === null || (await readRows(pool, companyId, 'id = $2', [row.id])).length === 0) continue;
      (problem === 'missing' ? missing : damaged).push(problem === 'missing' ? row.name : `${row.name} (${problem})`);
    }
    const end = rows.at(-1);
    if (end === undefined) break;
    last = end.id;
  }
  return [
    { name: 'every receipt has its file', count: missing.length, example: namesOf(missing) },
    { name: 'the file of every receipt is what was uploaded', count: damaged.length, example: namesOf(damaged) },
  ];
}

function namesOf(found: readonly string[]): string | null {
  if (found.length === 0) return null;
  return [...found.slice(0, maxNamed), ...(found.length > maxNamed ? ['…'] : [])].join(', ');
}

async function readRows(pool: Pool, companyId: string, where: string, values: readonly unknown[]): Promise<Row[]> {
  const client: PoolClient = await pool.connect();
  try {
    await client.query('begin read only');
    await client.query(`select set_local('app.company_id', $1)`, [companyId]);
    const { rows } = await client.query<Row>(
      `select id, storage_name as name, bytes, encode(sha256, 'hex') as sha256 from receipts
       where company_id = $1 and worklog_id is not null and removed_at is null and ${where}`,
      [companyId, ...values],
    );
    return rows;
  } finally {
    await client.query('rollback').catch(() => undefined);
    client.release();
  }
}

/** A description for the operator; null if the file is intact. */
async function findProblem(row: Row, companyId: string, receipts: ReceiptStore): Promise<string | null> {
  try {
    const stored = await receipts.read({ companyId, name: row.name });
    return stored === null ? 'missing' : await compare(stored, row);
  } catch (error) {
    return `cannot be read: ${error instanceof Error ? error.message : error}`;
  }
}

async function compare(stored: Readable, { bytes, sha256 }: Row): Promise<string | null> {
  const hash = createHash('sha256');
  let length = 0;
  const stalled = setTimeout(() => stored.destroy(new Error('the store stopped sending')), stalledMs);
  try {
    for await (const chunk of stored) {
      stalled.refresh();
      length += chunk.length;
      if (length > bytes) return `longer than its ${bytes} bytes`;
      hash.update(chunk);
    }
  } finally {
    clearTimeout(stalled);
  }
  if (length < bytes) return `${length} of ${bytes} bytes`;
  return hash.digest('hex') === sha256 ? null : 'other content than was uploaded';
}
