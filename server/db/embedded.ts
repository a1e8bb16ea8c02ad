// The database that comes with the product: a real PostgreSQL in DATA_DIR/postgres, reached only through a unix socket.
// Created on the first start, started again when it dies under us, shut down with us. One DATA_DIR serves one process.
// Started by root from a place closed to other users (/root), its files live in /var/lib/daybook, linked from DATA_DIR.
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientConfig } from 'pg';
import { makeDataDir } from '../app-secret.ts';
import type { Log } from '../log.ts';
import { StartRefusal } from '../start-refusal.ts';
import { type Account, accountFor, canReach } from './cluster/account.ts';
import { placeBinaries } from './cluster/binaries.ts';
import { builtinLocale, durableSettings, initialise } from './cluster/initialise.ts';
import { clearStaleLock } from './cluster/process-table.ts';
import { runServer, type Server, type ServerOptions } from './cluster/run.ts';

export type EmbeddedOptions = {
  dataDir: string;
  log: Log;
  /** How long to wait for another server to leave the data directory. */
  waitSeconds?: number;
  /** Called when the database died and could not be started again. */
  onLost?: (reason: unknown) => void;
};

export type Embedded = {
  ownerConfig: ClientConfig;
  appConfig: ClientConfig;
  /** Process number of the current server. */
  pid(): number;
  stop(): Promise<void>;
};

export async function startEmbedded({ dataDir, log, waitSeconds = 10, onLost }: EmbeddedOptions): Promise<Embedded> {
  makeDataDir(dataDir);
  const home = systemFolder(dataDir);
  const { directory, account } = dataDirectory(dataDir, home);
  const bin = placeBinaries(account, home);
  if (!existsSync(directory))
    await initialise({ bin, directory, account, locale: builtinLocale, settings: durableSettings });
  refuseOtherRelease(directory);
  await clearStaleLock(directory, waitSeconds, removeSocketFolder);
  const socketFolder = chooseSocketFolder(directory, account);
  const options = { bin, directory, account, socketFolder, logFile: join(dataDir, 'postgres.log'), waitSeconds };
  const guarded = await supervise(options, log, onLost);
  const address = { host: socketFolder, port: 5432, database: 'daybook' };
  return {
    ownerConfig: { ...address, user: 'daybook_owner' },
    appConfig: { ...address, user: 'daybook_app' },
    pid: guarded.pid,
    stop: async () => {
      await guarded.stop();
      removeSocketFolder(socketFolder);
    },
  };
}

/** Restarts a server that ended without being asked to, with growing pauses; gives up after five failures in a row. */
async function supervise(options: ServerOptions, log: Log, onLost: EmbeddedOptions['onLost']) {
  let isStopping = false;
  let pid = 0;
  let current: Promise<Server | null> = runServer(options);
  const watch = async (server: Server): Promise<void> => {
    pid = server.pid;
    await server.ended;
    for (let failures = 0; !isStopping; failures += 1) {
      log.error({ failures }, 'the embedded database ended unexpectedly and is started again');
      let reason: unknown;
      current = runServer(options).catch((error: unknown) => {
        reason = error;
        return null;
      });
      const next = await current;
      if (next !== null) return watch(next);
      if (failures === 4) return onLost?.(reason);
      await sleep(500 * 2 ** failures, undefined, { ref: false });
    }
  };
  const first = await current;
  if (first !== null) void watch(first);
  return {
    pid: () => pid,
    stop: async () => {
      isStopping = true;
      await (await current)?.stop();
    },
  };
}

function systemFolder(dataDir: string): string {
  return process.getuid?.() === 0 ? '/var/lib/daybook' : dataDir;
}

/** The real path of the data directory and whose it is. */
function dataDirectory(dataDir: string, home: string): { directory: string; account: Account } {
  const place = join(realpathSync(dataDir), 'postgres');
  if (lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink()) {
    const target = resolve(dirname(place), readlinkSync(place));
    const directory = existsSync(target) ? realpathSync(target) : target;
    return { directory, account: accountFor(directory) };
  }
  const account = accountFor(place);
  if (canReach(dirname(place), account)) return { directory: place, account };
  if (existsSync(place))
    throw new StartRefusal(
      `The database in ${place} cannot be reached by the user it belongs to (${account?.name}): ` +
        'a folder above it is closed to other users. Move DATA_DIR to a place open to them.',
    );
  mkdirSync(home, { recursive: true, mode: 0o711 });
  const directory = join(home, `data-${randomBytes(6).toString('hex')}`);
  symlinkSync(directory, place);
  return { directory, account };
}

function refuseOtherRelease(directory: string): void {
  const release = readFileSync(join(directory, 'PG_VERSION'), 'utf8').trim();
  if (release !== '18')
    throw new StartRefusal(
      `The database in ${directory} was made by PostgreSQL ${release}, but this version of Daybook comes with PostgreSQL 18.`,
    );
}

/** The name of a unix socket may have 107 bytes; below a deep path it moves to a folder of its own under /tmp. */
function chooseSocketFolder(directory: string, account: Account): string {
  if (Buffer.byteLength(join(directory, '.s.PGSQL.5432')) <= 107) return directory;
  const folder = mkdtempSync(`/tmp/${socketPrefix}`);
  if (account !== null) chownSync(folder, account.uid, account.gid);
  return folder;
}

const socketPrefix = 'daybook-socket-';

/** Does nothing to a socket folder that is the data directory itself. */
function removeSocketFolder(folder: string): void {
  if (basename(folder).startsWith(socketPrefix)) rmSync(folder, { recursive: true, force: true });
}
