// npm run doctor -- --restore: the restore drill; exit code 1 if the newest backup cannot be restored as it was.

import { createLog } from '../log.ts';
import { configOfProgram, runProgram } from '../program.ts';
import { makeDataDir } from '../secrets/app-secret.ts';
import { StartRefusal } from '../start-refusal.ts';
import { drillFolder, restoreDrill } from './drill.ts';
import { readKey } from './key-file.ts';
import { openPlace } from './open.ts';
import { openUnpacker } from './pack.ts';

await runProgram('The newest backup cannot be restored:', async () => {
  process.exitCode = await run();
});

async function run(): Promise<number> {
  const { backup, dataDir } = configOfProgram();
  if (backup === undefined) throw new StartRefusal('Backups are off, or DATABASE_URL is set.');
  const position = process.argv.indexOf('--key');
  const unpack = await openUnpacker(readKey(position < 0 ? undefined : process.argv[position + 1]));
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
  console.log(
    `Backup ${base.id} was restored in ${seconds} s: ${Object.keys(base.tables).length} tables with ${rows} rows are as they were.`,
  );
  return 0;
}
