// npm run doctor: examines a live database and prints its findings; exit code 1 if there are any.
// With --accept-secret it only stores the fingerprint of the current APP_SECRET.
// With --rebuild it first rebuilds the precomputed sums. If a server is running in DATA_DIR, its embedded database is used;
// otherwise the doctor starts it temporarily.

import type { ClientConfig, Pool } from 'pg';
import type { ReadConfig } from '../config/config.ts';
import { openPool } from '../db/connect.ts';
import { startEmbedded } from '../db/embedded.ts';
import { findRunning, hasEmbedded } from '../db/running.ts';
import { acceptSecret } from '../db/secret-check.ts';
import { createLog } from '../log.ts';
import { configOfProgram, runProgram } from '../program.ts';
import { StartRefusal } from '../start-refusal.ts';
import { listCompanies, rebuildSums } from './examine.ts';
import { examineAll } from './examine-all.ts';

type DoctorConfig = Pick<ReadConfig, 'database' | 'dataDir' | 'receiptsS3' | 'appSecret' | 'backup'>;

await runProgram('The doctor cannot examine:', async () => {
  process.exitCode = await run();
});

async function run(): Promise<number> {
  const config = configOfProgram();
  const { owner, administrator, stop } = await openOwner(config);
  const pool = openPool({ ...owner, application_name: 'daybook doctor', max: 2 });
  try {
    if (process.argv.includes('--accept-secret')) return await accept(owner, config);
    if (process.argv.includes('--rebuild')) await rebuild(pool);
    return (await examineAll(pool, administrator, config)) ? 0 : 1;
  } finally {
    await pool.end();
    await stop();
  }
}

async function accept(owner: ClientConfig, config: DoctorConfig): Promise<number> {
  await acceptSecret(owner, config);
  console.log('The database now belongs to the secret of this configuration.');
  return 0;
}

async function rebuild(pool: Pool): Promise<void> {
  const companies = await listCompanies(pool);
  for (const companyId of companies) await rebuildSums(pool, companyId);
  console.log(`The sums of ${companies.length} companies were rebuilt.`);
}

type Opened = {
  owner: ClientConfig;
  /** May use amcheck; of a PostgreSQL that is not ours, the owner. */
  administrator: ClientConfig;
  stop(): Promise<void>;
};

/** The owner of the schema: of DATABASE_URL, of a running server's embedded database, or of one started here. */
async function openOwner({ database, dataDir, backup }: DoctorConfig): Promise<Opened> {
  const external = database && { connectionString: database.directUrl ?? database.url };
  if (external) return { owner: external, administrator: external, stop: async () => undefined };
  const running = await findRunning(dataDir);
  if (running)
    return { owner: running.ownerConfig, administrator: running.administratorConfig, stop: async () => undefined };
  if (!hasEmbedded(dataDir))
    throw new StartRefusal(
      `There is no database in ${dataDir}. Name the folder of the installation: DATA_DIR=… npm run doctor`,
    );
  const isArchived = backup !== undefined;
  const started = await startEmbedded({ dataDir, log: createLog('error'), isArchived });
  return { owner: started.ownerConfig, administrator: started.administratorConfig, stop: started.stop };
}
