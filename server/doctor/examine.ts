// Runs every check for every company, each company in one read-only snapshot, and rebuilds the precomputed sums on demand.
// Works as the owner of the schema, one company at a time, because row-level security applies to the owner too.

import type { Pool, PoolClient } from 'pg';
import type { ReceiptStore } from '../ports/receipts/receipts.ts';
import { type Check, checks } from './checks.ts';
import { examineFiles } from './receipt-files.ts';
import type { Finding } from './table.ts';

export async function listCompanies(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>('select id from companies order by id');
  return rows.map(({ id }) => id);
}

/** The findings of all checks in a company; with a receipt store, also those about receipt files. */
export async function examineCompany(pool: Pool, companyId: string, receipts: ReceiptStore | null): Promise<Finding[]> {
  const found = await inSnapshot(pool, companyId, 'read only', async (client) => {
    const found: Finding[] = [];
    for (const check of checks) found.push(await runCheck(client, companyId, check));
    return found;
  });
  return receipts ? [...found, ...(await examineFiles(pool, companyId, receipts))] : found;
}

export async function runCheck(client: Pool | PoolClient, companyId: string, { name, findings }: Check) {
  const { rows } = await client.query<{ count: number; example: string | null }>(
    `select count(*)::int as count, min(example) as example from (${findings}) found`,
    [companyId],
  );
  return { name, count: rows[0]?.count ?? 0, example: rows[0]?.example ?? null };
}

/**
 * Rebuilds the sums of a company from its rows, while others write: changes that are committed meanwhile are not visible in
 * this snapshot and stay in sum_changes. The lock is taken before the snapshot, so that nothing is folded in between.
 */
export async function rebuildSums(pool: Pool, companyId: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock(sums_lock($1))', [companyId]);
    await inSnapshotOf(client, companyId, 'read write', () => client.query('select rebuild_sums($1)', [companyId]));
  } finally {
    await client.query('select pg_advisory_unlock_all()').catch(() => undefined);
    client.release();
  }
}

type Mode = 'read only' | 'read write';

async function inSnapshot<T>(pool: Pool, companyId: string, mode: Mode, work: (client: PoolClient) => Promise<T>) {
  const client = await pool.connect();
  try {
    return await inSnapshotOf(client, companyId, mode, () => work(client));
  } finally {
    client.release();
  }
}

async function inSnapshotOf<T>(client: PoolClient, companyId: string, mode: Mode, work: () => Promise<T>): Promise<T> {
  await client.query(`begin isolation level repeatable read ${mode}`);
  try {
    await client.query(`select set_local('app.company_id', $1)`, [companyId]);
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
