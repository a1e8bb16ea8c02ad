// npm run upgrade -- --postgres: takes the embedded database into the PostgreSQL that comes with this release, while Daybook is stopped.
import 'temporal-polyfill/global';
import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { BackupConfig } from '../config/backups.ts';
import { ownRelease, releaseOf } from '../db/cluster/release.ts';
import { findRunning } from '../db/running.ts';
import { configOfProgram, runProgram } from '../program.ts';
import { StartRefusal } from '../start-refusal.ts';
import { completeExchange, copyCluster } from './copy-cluster.ts';

await runProgram('The database was not upgraded:', run);

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { from: { type: 'string' } } });
  const { database, dataDir, backup } = configOfProgram();
  if (database !== undefined)
    throw new StartRefusal('DATABASE_URL is set: upgrade that PostgreSQL with its own programs, such as pg_upgrade.');
  const directory = directoryOf(dataDir);
  if (completeExchange(directory)) return console.log('An upgrade that was interrupted at its end is complete.');
  if (!existsSync(join(directory, 'PG_VERSION')))
    throw new StartRefusal(`There is no database in ${dataDir}. Name the folder of the installation with DATA_DIR.`);
  const release = releaseOf(directory);
  if (release === ownRelease) return console.log(`The database is of PostgreSQL ${release} already.`);
  if ((await findRunning(dataDir)) !== null) throw new StartRefusal('Daybook is running: stop it first.');
  const kept = await copyCluster({ dataDir, directory, from: values.from, report: console.log });
  console.log(`Every table was copied into PostgreSQL ${ownRelease} and compared. Start Daybook.`);
  for (const sentence of setAsideBackups(backup, release)) console.log(sentence);
  console.log(`The old database is kept in ${kept}: delete it when everything works.`);
}

/** The folder `postgres` may be a link to another disk. */
function directoryOf(dataDir: string): string {
  const place = join(dataDir, 'postgres');
  const parent = existsSync(place) ? realpathSync(place) : null;
  if (parent !== null) return parent;
  return existsSync(dataDir) ? join(realpathSync(dirname(place)), basename(place)) : place;
}

/** The backups of the old database: only the previous version can restore them. What happened to them, for the operator. */
function setAsideBackups(backup: BackupConfig | undefined, release: number): string[] {
  if (backup === undefined) return [];
  const { place } = backup;
  if (place.kind === 'bucket')
    return [
      `The backups in ${place.url} are of the old database. Before the next start set BACKUP_PLACE to another folder of the bucket.`,
    ];
  if (!existsSync(join(place.path, 'installation.json'))) return [];
  const aside = join(place.path, `postgres-${release}`);
  mkdirSync(aside, { mode: 0o700 });
  for (const name of readdirSync(place.path))
    if (!/^postgres-\d+$/.test(name)) renameSync(join(place.path, name), join(aside, name));
  return [`The backups of the old database are in ${aside}; new ones begin with the next start.`];
}
