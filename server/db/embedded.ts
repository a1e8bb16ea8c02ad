// The embedded database: a real PostgreSQL in DATA_DIR/postgres, reachable only through a unix socket.
// Created on the first start, restarted when it dies, shut down with the process. One DATA_DIR serves one process.
// A new one is created only where there was none (cluster/place.ts); a copied one is repaired (cluster/repair.ts).
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import type { Log } from '../log.ts';
import { makeDataDir } from '../secrets/app-secret.ts';
import { accountFor } from './cluster/account.ts';
import { installBinaries } from './cluster/binaries.ts';
import { builtinLocale, durableSettings, initialise } from './cluster/initialise.ts';
import { markerOf } from './cluster/linked-folder.ts';
import { moveHome } from './cluster/move-home.ts';
import { findCluster } from './cluster/place.ts';
import { clearStaleLock } from './cluster/process-table.ts';
import { refuseOtherRelease } from './cluster/release.ts';
import { repairCopy } from './cluster/repair.ts';
import type { StopMode } from './cluster/run.ts';
import { chooseSocketFolder, removeSocketFolder } from './cluster/socket-folder.ts';
import { superviseServer } from './cluster/supervise.ts';
import { archiveSettings } from './cluster/wal-queue.ts';

export type EmbeddedOptions = {
  dataDir: string;
  log: Log;
  /** How long to wait for another server to release the data directory. */
  waitSeconds?: number;
  /** Whether the write-ahead log is kept for backups. */
  isArchived?: boolean;
  /** Settings of PostgreSQL that replace those in its configuration file. */
  settings?: Readonly<Record<string, string>>;
};

export type Embedded = {
  ownerConfig: ClientConfig;
  appConfig: ClientConfig;
  /** The superuser. */
  administratorConfig: ClientConfig;
  /** The data directory, without symbolic links. */
  directory: string;
  /** Process id of the current server. */
  pid(): number;
  stop(mode?: StopMode): Promise<void>;
};

export async function startEmbedded(given: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, log, waitSeconds = 10, isArchived = false } = given;
  makeDataDir(dataDir);
  await moveHome({ dataDir, log, waitSeconds });
  const { directory, isNew } = findCluster(dataDir);
  const account = accountFor(directory);
  const bin = installBinaries(account, programFolder(dataDir));
  if (isNew) await initialise({ bin, directory, account, locale: builtinLocale, settings: durableSettings });
  markerOf(dataDir)?.write();
  await clearStaleLock(directory, waitSeconds, removeSocketFolder);
  repairCopy(directory, account);
  refuseOtherRelease(directory);
  const socketFolder = chooseSocketFolder(directory, account);
  const settings = { ...(isArchived ? archiveSettings(directory, account, log) : {}), ...given.settings };
  const logFile = join(dataDir, 'postgres.log');
  const options = { bin, directory, account, socketFolder, logFile, settings, waitSeconds };
  const supervised = await superviseServer(options, log);
  const address = { host: socketFolder, port: 5432, database: 'daybook' };
  return {
    ownerConfig: { ...address, user: 'daybook_owner' },
    appConfig: { ...address, user: 'daybook_app' },
    administratorConfig: { ...address, user: 'postgres' },
    directory,
    pid: supervised.pid,
    stop: async (mode) => {
      await supervised.stop(mode);
      removeSocketFolder(socketFolder);
    },
  };
}

/** For a copy of the programs, if they cannot be run from node_modules. */
function programFolder(dataDir: string): string {
  return process.getuid?.() === 0 ? '/var/lib/daybook' : dataDir;
}
