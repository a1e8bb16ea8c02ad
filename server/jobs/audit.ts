// Deletes events of the audit log that are older than the company keeps them, a bounded number in each transaction. The permanent history
// of the company is another table.

import type { Pool } from 'pg';
import { inCompany } from '../db/in-company.ts';
import type { Log } from '../log.ts';

type Parts = { ownerPool: Pool; log: Log };

/** Per transaction, to keep it short. */
const maxEventsPerTransaction = 10_000;

export async function deleteOldAuditEvents({ ownerPool, log }: Parts): Promise<void> {
  const { rows } = await ownerPool.query<{ id: string }>('select id from companies order by id');
  for (const { id } of rows)
    await deleteOf(ownerPool, id).catch((error: unknown) =>
      log.warn(
        { companyId: id, error: error instanceof Error ? error.message : String(error) },
        'deleting old audit events failed',
      ),
    );
}

async function deleteOf(pool: Pool, companyId: string): Promise<void> {
  for (let deleted = maxEventsPerTransaction; deleted === maxEventsPerTransaction; ) {
    const { rowCount } = await inCompany(pool, companyId, (client) =>
      client.query(
        `delete from audit_events where company_id = $1 and id = any(array(
           select e.id from audit_events e
           where e.company_id = $1 and e.at < now() - make_interval(days => (select audit_days from companies where id = $1))
           order by e.at limit $2))`,
        [companyId, maxEventsPerTransaction],
      ),
    );
    deleted = rowCount ?? 0;
  }
}
