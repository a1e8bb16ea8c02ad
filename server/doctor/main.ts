// npm run doctor: examines a live database and prints what it found; code 1 where something is wrong.
// With --rebuild the kept sums are built anew first. A server that is running in DATA_DIR lends its embedded database;
// otherwise that is started for as long as the doctor needs it.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientConfig, Pool } from 'pg';
import { type Config, readConfig } from '../config.ts';
import { openPool } from '../db/connect.ts';
import { startEmbedded } from '../db/embedded.ts';
import { createLog } from '../log.ts';
import { openReceipts } from '../ports/receipts/open.ts';
import { StartRefusal } from '../start-refusal.ts';
import { examineCompany, listCompanies, rebuildSums } from './examine.ts';
import { tableOf } from './table.ts';

type Settings = Pick<Config, 'database' | 'dataDir' | 'receiptsS3'>;

try {
  process.exitCode = await run();
} catch (error) {
  if (!(error instanceof StartRefusal)) throw error;
  console.error(['', 'The doctor cannot examine:', ...error.sentences, ''].join('\n  '));
  process.exitCode = 1;
}

async function run(): Promise<number> {
  const reading = readConfig(process.env);
  if ('problems' in reading) throw new StartRefusal(...reading.problems);
  const { owner, stop } = await openOwner(reading.config);
  const pool = openPool({ ...owner, application_name: 'daybook doctor', max: 2 });
  try {
    if (process.argv.includes('--rebuild')) await rebuild(pool);
    return await examine(pool, reading.config);
  } finally {
    await pool.end();
    await stop();
  }
}

async function rebuild(pool: Pool): Promise<void> {
  const companies = await listCompanies(pool);
  for (const companyId of companies) await rebuildSums(pool, companyId);
  console.log(`The sums of ${companies.length} companies were built anew.`);
}

async function examine(pool: Pool, config: Settings): Promise<number> {
  const receipts = await openReceipts(config);
  const companies = await listCompanies(pool);
  const found = new Map<string, { companyId: string; count: number; example: string | null }[]>();
  for (const companyId of companies)
    for (const { name, count, example } of await examineCompany(pool, companyId, receipts))
      found.set(name, [...(found.get(name) ?? []), { companyId, count, example }]);
  const { text, isSound } = tableOf(found);
  console.log(`${companies.length} companies examined.\n${text}`);
  return isSound ? 0 : 1;
}

/** The owner of the schema: of DATABASE_URL, of a running server's embedded database, or of one started here. */
async function openOwner({ database, dataDir }: Settings): Promise<{ owner: ClientConfig; stop(): Promise<void> }> {
  if (database) return { owner: { connectionString: database.directUrl ?? database.url }, stop: async () => undefined };
  const running = await findRunning(dataDir);
  if (running) return { owner: running, stop: async () => undefined };
  if (!existsSync(join(dataDir, 'postgres')))
    throw new StartRefusal(
      `There is no database in ${dataDir}. Name the folder of the installation: DATA_DIR=… npm run doctor`,
    );
  const { ownerConfig, stop } = await startEmbedded({ dataDir, log: createLog('error') });
  return { owner: ownerConfig, stop };
}

async function findRunning(dataDir: string): Promise<ClientConfig | null> {
  const file = join(dataDir, 'postgres', 'postmaster.pid');
  if (!existsSync(file)) return null;
  const host = readFileSync(file, 'utf8').split('\n')[4] ?? '';
  const owner = { host, port: 5432, database: 'daybook', user: 'daybook_owner' };
  const pool = openPool({ ...owner, max: 1 });
  try {
    await pool.query('select 1');
    return owner;
  } catch {
    return null;
  } finally {
    await pool.end();
  }
}
