// Folds what changed since the last time into the kept sums (decision 024), company by company, a bounded number of changes
// in each transaction. Nothing waits for it: reports add the changes themselves, and are only quicker afterwards.

import type { Pool } from 'pg';
import type { Log } from '../log.ts';
import { inCompany } from './in-company.ts';

type Parts = { ownerPool: Pool; log: Log };

/** In one transaction: a moment's work. */
const most = 20_000;

export async function foldSums({ ownerPool, log }: Parts): Promise<void> {
  const { rows } = await ownerPool.query<{ id: string }>('select distinct company_id as id from sum_changes');
  for (const { id } of rows)
    await foldCompany(ownerPool, id).catch((error: unknown) =>
      log.warn(
        { companyId: id, error: error instanceof Error ? error.message : String(error) },
        'what changed in a company could not be added to its sums',
      ),
    );
}

async function foldCompany(pool: Pool, companyId: string): Promise<void> {
  for (let folded = most; folded === most; ) {
    const { rows } = await inCompany(pool, companyId, (client) =>
      client.query<{ folded: number }>('select fold_sum_changes($1, $2) as folded', [companyId, most]),
    );
    folded = rows[0]?.folded ?? 0;
  }
}
