// Deletes receipts that are no longer needed: uploaded and never submitted, or removed from a worklog long ago. The row is
// deleted first, then the file: if the process is killed in between, a file without a row remains. Those are found every night,
// as are rows without a file, which only the loss of a disk causes.

import type { Pool } from 'pg';
import { removedReceiptRetentionDays, unattachedReceiptRetentionHours } from '#domain/receipts.ts';
import { inCompany } from '../db/in-company.ts';
import type { Log } from '../log.ts';
import type { ReceiptStore } from '../ports/receipts/receipts.ts';

type Parts = { ownerPool: Pool; store: Promise<ReceiptStore>; log: Log };

const dueIn = (company: string) => `company_id = ${company} and (
  worklog_id is null and uploaded_at < now() - make_interval(hours => ${unattachedReceiptRetentionHours})
  or removed_at < now() - make_interval(days => ${removedReceiptRetentionDays}))`;

export async function deleteUnusedReceipts({ ownerPool, store }: Parts): Promise<void> {
  const files = await store;
  const { rows: companies } = await ownerPool.query<{ id: string }>(
    `select distinct company_id as id from receipts where ${dueIn('company_id')}`,
  );
  for (const { id: companyId } of companies) {
    const { rows } = await inCompany(ownerPool, companyId, (client) =>
      client.query<{ name: string }>(`delete from receipts where ${dueIn('$1')} returning storage_name as name`, [
        companyId,
      ]),
    );
    for (const { name } of rows) await files.remove({ companyId, name });
  }
}

/** The row of a younger file may not be committed yet. */
const settledMs = 24 * 3_600_000;

export async function reconcileReceipts({ ownerPool, store, log }: Parts): Promise<void> {
  const files = await store;
  const { rows } = await ownerPool.query<{ id: string }>('select distinct company_id as id from receipts');
  const companies = new Set([...rows.map(({ id }) => id), ...(await files.companies())]);
  for (const companyId of companies) await matchCompany({ ownerPool, files, log }, companyId);
}

type CompanyFiles = { ownerPool: Pool; files: ReceiptStore; log: Log };

async function matchCompany({ ownerPool, files, log }: CompanyFiles, companyId: string): Promise<void> {
  // Files are listed before rows: a file without a row that is in use is then younger than `settledMs`.
  const stored = await files.list(companyId);
  const settledBefore = Date.now() - settledMs;
  const { rows } = await inCompany(ownerPool, companyId, (client) =>
    client.query<{ name: string; uploadedAt: Date; isAttached: boolean }>(
      `select storage_name as name, uploaded_at as "uploadedAt", worklog_id is not null and removed_at is null as "isAttached"
       from receipts where company_id = $1`,
      [companyId],
    ),
  );
  const known = new Set(rows.map(({ name }) => name));
  const existing = new Set(stored.map(({ name }) => name));
  for (const { name, writtenAt } of stored) {
    if (known.has(name) || writtenAt.getTime() > settledBefore) continue;
    await files.remove({ companyId, name });
    log.info({ companyId, name }, 'orphaned receipt file deleted');
  }
  const missing = rows.filter(({ name, uploadedAt }) => !existing.has(name) && uploadedAt.getTime() < settledBefore);
  for (const { name } of missing.filter(({ isAttached }) => isAttached))
    log.error({ companyId, name }, 'receipt file missing: restore it from a backup');
  await inCompany(ownerPool, companyId, (client) =>
    client.query(
      `delete from receipts where company_id = $1 and storage_name = any($2) and (worklog_id is null or removed_at is not null)`,
      [companyId, missing.map(({ name }) => name)],
    ),
  );
}
