// Everything that the doctor examines, printed: each company, the secret, the pages of tables and indexes.

import type { ClientConfig, Pool } from 'pg';
import type { ReadConfig } from '../config/config.ts';
import { openPool } from '../db/connect.ts';
import { openReceipts } from '../ports/receipts/open.ts';
import { findAppSecret } from '../secrets/app-secret.ts';
import { examineCompany, listCompanies } from './examine.ts';
import { examinePages, examineSecret } from './installation.ts';
import { type Finding, tableOf } from './table.ts';

type Examined = Pick<ReadConfig, 'dataDir' | 'receiptsS3' | 'appSecret'>;

/** Whether nothing is wrong. */
export async function examineAll(pool: Pool, administrator: ClientConfig, config: Examined): Promise<boolean> {
  const receipts = await openReceipts(config);
  const companies = await listCompanies(pool);
  const found = new Map<string, { where: string; count: number; example: string | null }[]>();
  const keep = (where: string, findings: readonly Finding[]) => {
    for (const { name, count, example } of findings)
      found.set(name, [...(found.get(name) ?? []), { where, count, example }]);
  };
  for (const companyId of companies) keep(`company ${companyId}`, await examineCompany(pool, companyId, receipts));
  keep('the installation', await examineSecret(pool, findAppSecret(config)));
  const pages = await pagesOf(administrator);
  keep('the database', pages === null ? [] : [pages]);
  const { text, isSound } = tableOf(found);
  console.log(`${companies.length} companies examined.\n${text}`);
  if (pages === null) console.log('  Tables and indexes were not examined: amcheck is not available to this role.');
  return isSound;
}

async function pagesOf(administrator: ClientConfig): Promise<Finding | null> {
  const pool = openPool({ ...administrator, application_name: 'daybook doctor', max: 1 });
  return await examinePages(pool).finally(() => pool.end());
}
