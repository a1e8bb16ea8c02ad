// A temporary PostgreSQL for tests: in memory if /dev/shm has space, without fsync, deleted after the test run.
// The embedded release by default; with TEST_DATABASE=system the newest one installed on the machine.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import { accountFor } from '#server/db/cluster/account.ts';
import { installBinaries } from '#server/db/cluster/binaries.ts';
import { builtinLocale, initialise } from '#server/db/cluster/initialise.ts';
import { runServer } from '#server/db/cluster/run.ts';
import { findSystemBinaries } from '../../scripts/programs.js';
import { testFolder } from './test-folder.ts';

export type TestCluster = {
  host: string;
  release: string;
  /** Of further nodes. */
  workers: readonly string[];
  stop(): Promise<void>;
};

export async function startTestCluster(flavour = process.env.TEST_DATABASE ?? 'embedded'): Promise<TestCluster> {
  const home = testFolder('cluster');
  const directory = join(home, 'postgres');
  const account = accountFor(directory);
  const isSystem = flavour === 'system';
  const bin = isSystem
    ? systemBinaries()
    : installBinaries(account, process.getuid?.() === 0 ? '/var/lib/daybook' : home);
  const locale = isSystem ? ['--locale=C.UTF-8'] : builtinLocale;
  await initialise({ bin, directory, account, locale, settings: temporarySettings });
  const logFile = join(home, 'postgres.log');
  const server = await runServer({ bin, directory, account, socketFolder: directory, logFile, waitSeconds: 0 });
  const stop = async () => {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  };
  return { host: directory, release: isSystem ? bin : 'embedded', workers: [], stop };
}

/** Connection options for a database of the cluster, as one of its roles. */
export function addressOf(
  host: string,
  database: string,
  user: 'postgres' | 'daybook' | 'daybook_owner' | 'daybook_app',
): ClientConfig {
  return { host, port: 5432, database, user };
}

export const temporarySettings = {
  timezone: 'UTC',
  max_connections: '200',
  shared_buffers: '64MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  log_min_messages: 'warning',
};

function systemBinaries(): string {
  const found = findSystemBinaries();
  if (found === undefined)
    throw new Error('TEST_DATABASE=system needs PostgreSQL 15 or newer: apt-get install postgresql');
  return found;
}
