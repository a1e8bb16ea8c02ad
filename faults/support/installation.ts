// An installation with synthetic data for one fault: a copy of a folder that is made once for each run. Its database belongs to the
// server, as by default, or is separate, so that the server can be killed by itself or run twice.

import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg, { type ClientConfig } from 'pg';
import { startEmbedded } from '#server/db/embedded.ts';
import { createLog } from '#server/log.ts';
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts';

export type Installation = {
  folder: string;
  /** Not restricted by row-level security: what the server claims is compared with what this role finds. */
  connect(): Promise<pg.Client>;
  /** Starts a server; it is killed when the fault is over. */
  serve(
    environment?: Record<string, string>,
    launch?: Parameters<typeof startServerProcess>[1],
  ): Promise<ServerProcess>;
};

type Where = {
  /** The folder for the copy; a temporary one by default. */
  folder?: string;
  worklogs?: number;
  companies?: number;
  /** The folder of another release, which makes the data; this one by default. */
  release?: string;
};

const quietly = { LOG_LEVEL: 'fatal', TRUST_PROXY: '1' };

/** The server starts the database and restarts it. */
export const withOwnDatabase = <T>(where: Where, work: (installation: Installation) => Promise<T>) =>
  withCopy(where, (folder) => withServers(folder, { DATA_DIR: folder }, work));

export type Separate = Installation & { stopDatabase(): Promise<void> };

/** `DATABASE_URL` leads to a database that this process runs. `address` may lead through something that disturbs it. */
export const withSeparateDatabase = <T>(where: Where, work: (installation: Separate) => Promise<T>) =>
  withCopy(where, async (folder) => {
    const { ownerConfig, stop } = await startEmbedded({ dataDir: folder, log: createLog('fatal') });
    try {
      const environment = { DATA_DIR: join(folder, 'files'), ...addressesOf(ownerConfig), ...secret };
      return await withServers(folder, environment, (installation) => work({ ...installation, stopDatabase: stop }));
    } finally {
      await stop();
    }
  });

const secret = { APP_SECRET: 'a secret of the faults, long enough' };

function addressesOf({ host = '' }: ClientConfig): Record<string, string> {
  const address = (user: string) => `postgres:///daybook?host=${encodeURIComponent(host)}&user=${user}`;
  return { DATABASE_URL: address('daybook_app'), DATABASE_DIRECT_URL: address('daybook_owner') };
}

async function withServers<T>(
  folder: string,
  environment: Record<string, string>,
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  const servers: ServerProcess[] = [];
  const clients: pg.Client[] = [];
  const connect = async () => {
    const client = new pg.Client({ host: join(folder, 'postgres'), user: 'postgres', database: 'daybook' });
    client.on('error', () => undefined);
    await client.connect();
    clients.push(client);
    return client;
  };
  const serve: Installation['serve'] = async (more = {}, launch = {}) => {
    const server = await startServerProcess({ ...quietly, ...environment, ...more }, launch);
    servers.push(server);
    return server;
  };
  try {
    return await work({ folder, connect, serve });
  } finally {
    for (const client of clients) await client.end().catch(() => undefined);
    for (const { program, ended } of servers) {
      program.kill('SIGTERM');
      await ended;
    }
  }
}

async function withCopy<T>(where: Where, work: (folder: string) => Promise<T>): Promise<T> {
  const copy = join(where.folder ?? temporaryFolder(), 'data');
  execFileSync('cp', ['-a', templateOf(where), copy]);
  try {
    return await work(copy);
  } finally {
    rmSync(where.folder === undefined ? join(copy, '..') : copy, { recursive: true, force: true });
  }
}

const templates = new Map<string, string>();

function templateOf({ worklogs = 2_000, companies = 1, release = thisRelease }: Where): string {
  const script = scriptNames.map((name) => join(release, 'seed', name)).find(existsSync) ?? '';
  const command = [script, '--worklogs', String(worklogs), '--companies', String(companies)];
  const existing = templates.get(command.join(' '));
  if (existing !== undefined) return existing;
  const folder = join(temporaryFolder(), 'data');
  execFileSync(process.execPath, [...command, '--data', folder], { stdio: ['ignore', 'ignore', 'inherit'] });
  templates.set(command.join(' '), folder);
  return folder;
}

const thisRelease = join(import.meta.dirname, '../..');
/** In earlier releases too. */
const scriptNames = ['synthetic.ts', 'crowd.ts'];

export function removeTemplates(): void {
  for (const folder of templates.values()) rmSync(join(folder, '..'), { recursive: true, force: true });
}

/** PostgreSQL runs as another user, who must be able to enter it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync('/tmp/daybook-fault-');
  chmodSync(folder, 0o711);
  return folder;
}
