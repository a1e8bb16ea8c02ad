// npm run doctor: examines a live database and prints its findings; exit code 1 if there are any.
// With --accept-secret it only stores the fingerprint of the current APP_SECRET.
// With --rebuild it first rebuilds the precomputed sums. If a server is running in DATA_DIR, its embedded database is used;
// otherwise the doctor starts it temporarily.

import type { ClientConfig, Pool } from 'pg';
import type { ReadConfig } from '../config/config.ts';
import { openPool } from '../db/connect.ts';
import { openOwner } from '../db/open-owner.ts';
import { acceptSecret } from '../db/secret-check.ts';
import { configOfProgram, runProgram } from '../program.ts';
import { listCompanies, rebuildSums } from './examine.ts';
import { examineAll } from './examine-all.ts';

type DoctorConfig = Pick<ReadConfig, 'database' | 'dataDir' | 'receiptsS3' | 'appSecret' | 'backup'>;

await runProgram('The doctor cannot examine:', async () => {
  process.exitCode = await run();
});

async function run(): Promise<number> {
  const config = configOfProgram();
  const { owner, administrator, stop } = await openOwner(config, 'npm run doctor');
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
