// Adds recent changes to the precomputed sums (decision 024), per company, a bounded number in each transaction. Nothing waits
// for it: reports add pending changes themselves, and are only faster afterwards.

import type { Pool } from 'pg';
import { inCompany } from '../db/in-company.ts';
import type { Log } from '../log.ts';

type Parts = { ownerPool: Pool; log: Log };

/** Per transaction, to keep it short. */
const maxChangesPerTransaction = 20_000;

export async function foldSums({ ownerPool, log }: Parts): Promise<void> {
  const { rows } = await ownerPool.query<{ id: string }>('select distinct company_id as id from sum_changes');
  for (const { id } of rows)
    await foldCompany(ownerPool, id).catch((error: unknown) =>
      log.warn(
        { companyId: id, error: error instanceof Error ? error.message : String(error) },
        'updating precomputed sums failed',
      ),
    );
}

async function foldCompany(pool: Pool, companyId: string): Promise<void> {
  for (let folded = maxChangesPerTransaction; folded === maxChangesPerTransaction; ) {
    const { rows } = await inCompany(pool, companyId, (client) =>
      client.query<{ folded: number }>('select fold_sum_changes($1, $2) as folded', [
        companyId,
        maxChangesPerTransaction,
      ]),
    );
    folded = rows[0]?.folded ?? 0;
  }
}
