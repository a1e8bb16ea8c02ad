// npm run status: what an operator wants to know first, whether Daybook is running or not. Reads the database and the ports of the
// server, and changes nothing. Exit code 1 unless the server is ready.

import { lastBackupAt } from '../metrics/last-backup.ts';
import { configOfProgram, runProgram } from '../program.ts';
import { readDatabase } from './database.ts';
import { linesOf } from './lines.ts';
import { readDisk, readServer } from './server.ts';

await runProgram('The status cannot be read:', async () => {
  const config = configOfProgram();
  const [server, database, disk, backup] = await Promise.all([
    readServer(config),
    readDatabase(config),
    readDisk(config.dataDir),
    lastBackupAt(config).catch(() => 'unavailable' as const),
  ]);
  console.log(linesOf({ server, database, disk, backup, now: new Date() }).join('\n'));
  process.exitCode = server.state === 'ready' ? 0 : 1;
});
