// Takes a database that another major version of PostgreSQL made into the one that comes with Daybook: a new data directory beside it is
// filled by the old and the new server, every table is compared, and the folders are exchanged. The old one is kept. A killed copy
// begins again.
import { existsSync, renameSync, rmSync } from 'node:fs';
import { readdir, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ClientConfig } from 'pg';
import { clientOf, differences, hashTables } from '../backup/table-hashes.ts';
import { type Account, accountFor, spawnIn } from '../db/cluster/account.ts';
import { installBinaries } from '../db/cluster/binaries.ts';
import { builtinLocale, durableSettings, initialise } from '../db/cluster/initialise.ts';
import { clearStaleLock } from '../db/cluster/process-table.ts';
import { ownRelease, releaseOf } from '../db/cluster/release.ts';
import { repairCopy } from '../db/cluster/repair.ts';
import { runServer, type Server } from '../db/cluster/run.ts';
import { chooseSocketFolder, removeSocketFolder } from '../db/cluster/socket-folder.ts';
import { migrate } from '../db/migrate.ts';
import { StartRefusal } from '../start-refusal.ts';
import { copyTables } from './copy-tables.ts';
import { findPrograms } from './programs.ts';

export type CopyOptions = {
  dataDir: string;
  /** The data directory of PostgreSQL, without symbolic links. */
  directory: string;
  /** The folder of the programs of the old PostgreSQL. */
  from: string | undefined;
  report: (step: string) => void;
};

/** Where the old database is kept. */
export async function copyCluster({ dataDir, directory, from, report }: CopyOptions): Promise<string> {
  const release = releaseOf(directory);
  const [kept, copied, copying] = [`${directory}-${release}`, `${directory}.copied`, `${directory}.copying`];
  if (existsSync(kept)) throw new StartRefusal(`${kept} exists already. Move it away and begin again.`);
  const account = accountFor(directory);
  const oldPrograms = findPrograms(release, account, from);
  const newPrograms = installBinaries(account, process.getuid?.() === 0 ? '/var/lib/daybook' : dataDir);
  await clearStaleLock(directory, 0, removeSocketFolder);
  await refuseWithoutSpaceForCopy(directory);
  repairCopy(directory, account);
  for (const folder of [copied, copying]) rmSync(folder, { recursive: true, force: true });
  report(`Starting PostgreSQL ${release} and ${ownRelease} …`);
  await initialise({
    bin: newPrograms,
    directory: copying,
    account,
    locale: builtinLocale,
    settings: durableSettings,
  });
  const logFile = join(dataDir, 'postgres-upgrade.log');
  await withServer({ bin: oldPrograms, directory, account, logFile }, (old) =>
    withServer({ bin: newPrograms, directory: copying, account, logFile }, (next) => copyAll(old, next, report)),
  );
  // Two steps, so that whatever is killed between them is completed by the next call.
  renameSync(copying, copied);
  renameSync(directory, kept);
  renameSync(copied, directory);
  return kept;
}

/** After a kill between the last two steps. */
export function completeExchange(directory: string): boolean {
  const copied = `${directory}.copied`;
  if (existsSync(directory) || !existsSync(copied)) return false;
  renameSync(copied, directory);
  return true;
}

type Running = { directory: string; name: string; address: ClientConfig };
type ServerStart = { bin: string; directory: string; account: Account; logFile: string };

/** Nothing is archived: the write-ahead log of the copy belongs to no backup. */
async function withServer<T>(start: ServerStart, work: (running: Running) => Promise<T>): Promise<T> {
  const { directory, account } = start;
  const socketFolder = chooseSocketFolder(directory, account);
  const settings = { archive_mode: 'off', max_wal_size: '4GB' };
  const server: Server = await runServer({ ...start, socketFolder, settings, waitSeconds: 0 });
  try {
    const address = { host: socketFolder, port: 5432, database: 'daybook' };
    return await work({ directory, name: spawnIn(directory, account).name, address });
  } finally {
    await server.stop();
    removeSocketFolder(socketFolder);
  }
}

async function copyAll(old: Running, next: Running, report: CopyOptions['report']): Promise<void> {
  // The same migrations in both, so that they have the same tables.
  for (const { address } of [old, next]) await migrate({ owner: { ...address, user: 'daybook_owner' } });
  const [from, to] = [clientOf({ ...old.address, user: 'postgres' }), clientOf({ ...next.address, user: 'postgres' })];
  try {
    await Promise.all([from.connect(), to.connect()]);
    report('Copying every table …');
    await copyTables({ ...old, client: from }, { ...next, client: to });
    report('Comparing …');
    const different = differences(await hashTables(from), await hashTables(to));
    if (different.length > 0)
      throw new StartRefusal('The copy differs from the database:', ...different, 'The database was not changed.');
    await to.query('analyze');
  } finally {
    await Promise.all([from.end(), to.end()]);
  }
}

/** The copy, and the file of the largest table. */
async function refuseWithoutSpaceForCopy(directory: string): Promise<void> {
  const files = await readdir(join(directory, 'base'), { recursive: true, withFileTypes: true });
  let bytes = 0;
  for (const file of files) if (file.isFile()) bytes += (await stat(join(file.parentPath, file.name))).size;
  const { bavail, bsize } = await statfs(dirname(directory));
  const needed = bytes * 2;
  if (bavail * bsize >= needed) return;
  throw new StartRefusal(
    `The disk of ${directory} has ${Math.round((bavail * bsize) / 1024 ** 2)} MB left, and the copy needs up to ` +
      `${Math.round(needed / 1024 ** 2)} MB. Free space there. Nothing was changed.`,
  );
}
