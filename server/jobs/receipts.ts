// Receipts that nobody will see any more: uploaded and never submitted, or taken off a worklog long ago. First the row, then the
// file: a kill in between leaves a file without a row, and those are looked for every night, like rows without a file, which
// only a lost disk leaves behind.

import type { Pool } from 'pg';
import { removedReceiptDays, unattachedReceiptHours } from '#domain/receipts.ts';
import type { Log } from '../log.ts';
import type { ReceiptStore } from '../ports/receipts/receipts.ts';
import { inCompany } from './in-company.ts';

type Parts = { ownerPool: Pool; store: Promise<ReceiptStore>; log: Log };

const dueIn = (company: string) => `company_id = ${company} and (
  worklog_id is null and uploaded_at < now() - make_interval(hours => ${unattachedReceiptHours})
  or removed_at < now() - make_interval(days => ${removedReceiptDays}))`;

export async function forgetReceipts({ ownerPool, store }: Parts): Promise<void> {
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

/** What was written within the last day may still be on its way to its row. */
const settledMs = 24 * 3_600_000;

export async function matchReceipts({ ownerPool, store, log }: Parts): Promise<void> {
  const files = await store;
  const { rows } = await ownerPool.query<{ id: string }>('select distinct company_id as id from receipts');
  const companies = new Set([...rows.map(({ id }) => id), ...(await files.companies())]);
  for (const companyId of companies) await matchCompany({ ownerPool, files, log }, companyId);
}

type Company = { ownerPool: Pool; files: ReceiptStore; log: Log };

async function matchCompany({ ownerPool, files, log }: Company, companyId: string): Promise<void> {
  // The files first: whatever gets a row meanwhile is then too young to be judged by this list.
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
  const there = new Set(stored.map(({ name }) => name));
  for (const { name, writtenAt } of stored) {
    if (known.has(name) || writtenAt.getTime() > settledBefore) continue;
    await files.remove({ companyId, name });
    log.info({ companyId, name }, 'a file without a receipt was removed');
  }
  const lost = rows.filter(({ name, uploadedAt }) => !there.has(name) && uploadedAt.getTime() < settledBefore);
  for (const { name } of lost.filter(({ isAttached }) => isAttached))
    log.error({ companyId, name }, 'the file of a receipt is missing: it has to come from a backup');
  await inCompany(ownerPool, companyId, (client) =>
    client.query(
      `delete from receipts where company_id = $1 and storage_name = any($2) and (worklog_id is null or removed_at is not null)`,
      [companyId, lost.map(({ name }) => name)],
    ),
  );
}
