// npm run doctor -- --restore: the restore drill; exit code 1 if the newest backup cannot be restored as it was. Beside a PostgreSQL of
// the operator it verifies the receipts and the secret.

import { findRunning } from '../db/running.ts';
import { createLog } from '../log.ts';
import { configOfProgram, runProgram } from '../program.ts';
import { makeDataDir } from '../secrets/app-secret.ts';
import { StartRefusal } from '../start-refusal.ts';
import { drillFolder, restoreDrill } from './drill.ts';
import type { External } from './external.ts';
import { readKey } from './key-file.ts';
import { openPlace } from './open.ts';
import { openUnpacker, type Unpacker } from './pack.ts';
import { remember } from './remembered.ts';
import { clientOf } from './table-hashes.ts';

await runProgram('The newest backup cannot be restored:', async () => {
  process.exitCode = await run();
});

async function run(): Promise<number> {
  const config = configOfProgram();
  const { backup, database, dataDir } = config;
  const position = process.argv.indexOf('--key');
  const unpack = await openUnpacker(readKey(position < 0 ? undefined : process.argv[position + 1]));
  if (database !== undefined) return drillReceiptsAndSecret({ ...config, database }, unpack);
  if (backup === undefined) throw new StartRefusal('Backups are off: BACKUP_PLACE=off.');
  const place = await openPlace(backup.place);
  makeDataDir(dataDir);
  const begun = performance.now();
  const { base, problems } = await restoreDrill({
    place,
    unpack,
    folder: drillFolder(dataDir),
    log: createLog('error'),
  });
  const rows = Object.values(base.tables).reduce((sum, table) => sum + table.rows, 0);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  for (const problem of problems) console.error(`  ✗ ${problem}`);
  if (problems.length > 0) return 1;
  await rememberDrill(dataDir);
  console.log(
    `Backup ${base.id} was restored in ${seconds} s: ${Object.keys(base.tables).length} tables with ${rows} rows are as they were.`,
  );
  return 0;
}

/** For the figures; while the database is not running, it is not started for this. */
async function rememberDrill(dataDir: string): Promise<void> {
  const running = await findRunning(dataDir);
  if (running === null) return;
  const client = clientOf(running.administratorConfig);
  await client.connect();
  await remember(client, 'last_drill_at', new Date()).finally(() => client.end());
}

/** Beside a PostgreSQL of the operator: the receipts and the secret. */
async function drillReceiptsAndSecret(config: External, unpack: Unpacker): Promise<number> {
  if (config.filesBackup === undefined)
    throw new StartRefusal(
      'DATABASE_URL is set: try the restore of that PostgreSQL on its machine with deploy/pgbackrest.sh drill (docs/operating.md).',
      'For the receipts and the secret, name their place with BACKUP_PLACE.',
    );
  const { verifyReceiptsAndSecret } = await import('./external.ts');
  const { problems, receipts } = await verifyReceiptsAndSecret(
    config,
    await openPlace(config.filesBackup.place),
    unpack,
  );
  for (const problem of problems) console.error(`  ✗ ${problem}`);
  if (problems.length > 0) return 1;
  console.log(`${receipts} receipts and the secret can be restored. The database: deploy/pgbackrest.sh drill`);
  return 0;
}
