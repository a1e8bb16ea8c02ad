// A temporary Citus: a coordinator and two worker nodes, which reach each other through unix sockets.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { citusSettings } from '#server/db/citus/requirements.ts';
import { accountFor } from '#server/db/cluster/account.ts';
import { initialise } from '#server/db/cluster/initialise.ts';
import { runServer } from '#server/db/cluster/run.ts';
import { findCitusBinaries } from '../../scripts/programs.js';
import { addressOf, type TestCluster, temporarySettings } from './cluster.ts';
import { testFolder } from './test-folder.ts';

export type CitusNodes = TestCluster & { workers: readonly string[] };

export async function startCitusCluster(): Promise<TestCluster> {
  const cluster = await startCitusNodes(nodeSettings);
  await connectNodes(cluster.host, cluster.workers);
  return cluster;
}

/** PostgreSQL servers with Citus that do not know each other yet: the coordinator and two worker nodes. */
export async function startCitusNodes(settings: Readonly<Record<string, string>>): Promise<CitusNodes> {
  const bin = findCitusBinaries();
  if (bin === undefined)
    throw new Error('TEST_DATABASE=citus needs Citus: CITUS_BIN names the programs of a PostgreSQL that has it.');
  const home = testFolder('citus');
  const account = accountFor(home);
  const servers: { directory: string; server: Awaited<ReturnType<typeof runServer>> }[] = [];
  for (const name of ['coordinator', 'worker-1', 'worker-2']) {
    const directory = join(home, name);
    await initialise({
      bin,
      directory,
      account,
      locale: ['--locale=C.UTF-8'],
      settings: { ...temporarySettings, ...settings },
    });
    const logFile = join(home, `${name}.log`);
    const server = await runServer({ bin, directory, account, socketFolder: directory, logFile, waitSeconds: 0 });
    servers.push({ directory, server });
  }
  const [coordinator = '', ...workers] = servers.map(({ directory }) => directory);
  const stop = async () => {
    await Promise.all(servers.map(({ server }) => server.stop()));
    rmSync(home, { recursive: true, force: true });
  };
  return { host: coordinator, release: bin, workers, stop };
}

const nodeSettings = {
  ...citusSettings,
  shared_preload_libraries: 'citus',
  // Decided by Citus where a transaction writes on several nodes.
  max_prepared_transactions: '200',
  wal_level: 'logical',
  max_wal_senders: '4',
  'citus.shard_count': '4',
  'citus.enable_statistics_collection': 'off',
  'citus.node_conninfo': 'sslmode=disable',
};

async function connectNodes(coordinator: string, workers: readonly string[]): Promise<void> {
  for (const host of [coordinator, ...workers])
    await asSuperuser(host, 'daybook', ['create extension citus', 'create extension if not exists btree_gist']);
  await asSuperuser(coordinator, 'daybook', [
    `select citus_set_coordinator_host('${coordinator}', 5432)`,
    ...workers.map((host) => `select citus_add_node('${host}', 5432)`),
  ]);
}

/** From now on it is only copied. Citus keeps a connection to each database, which would make that impossible. */
export async function closeTemplate(hosts: readonly string[]): Promise<void> {
  for (const host of hosts)
    await asSuperuser(host, 'postgres', [
      'alter database daybook allow_connections false',
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'daybook'`,
    ]);
}

export async function asSuperuser(host: string, database: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client(addressOf(host, database, 'postgres'));
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
