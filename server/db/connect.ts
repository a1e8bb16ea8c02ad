// The database connections of one process: a pool of the unprivileged application role, a small one of the owner role for the
// job worker, and the address for LISTEN. Types as the domain expects them: bigint and numeric as numbers (an unsafe one is an
// error, never rounded), date as its ISO day, timestamptz as Date. Names are camelCase outside SQL.
import { setPriority } from 'node:os';
import { CamelCasePlugin, Kysely, type KyselyConfig, PostgresDialect, type PostgresPool } from 'kysely';
import pg, { type ClientBase, type ClientConfig, type Pool } from 'pg';
import { maxConcurrentFiles } from '#domain/report-files.ts';
import type { Log } from '../log.ts';
import { StartRefusal } from '../start-refusal.ts';
import { type DatabaseObserver, observed, poolNameOf } from './connection-source.ts';
import { type ExportConnection, openExportConnection } from './export-connections.ts';
import { InexactNumber } from './inexact-number.ts';
import { followReplica, type Replica } from './replica.ts';
import type { Database } from './schema.ts';
import { batchingSocket, maxConcurrentReports, pipelinedTransactions, type Transact } from './transact.ts';
import { watchDatabase } from './watchdog.ts';

export type Connections = {
  /** Owns the schema; direct, not through a pooler. */
  owner: ClientConfig;
  /** Its effective role is subject to row-level security. */
  app: ClientConfig;
  /** For LISTEN, not through a pooler; by default the owner's. */
  direct?: ClientConfig;
  /** A streaming replica, with the same effective role as `app`. */
  replica?: ClientConfig | undefined;
  log?: Log;
  observer?: DatabaseObserver | undefined;
  /** Connections of the application pool. */
  poolSize?: number;
  /** `plain` behind a pooler. */
  statements?: 'prepared' | 'plain';
  /** `local`: its processes run on this machine, and this process may lower their priority. */
  place?: 'local' | 'remote';
};

export type OpenDatabase = {
  /** Queries as the application role. Only server/request/context.ts and server/identity use it. */
  app: Kysely<Database>;
  /** The transaction of a request, as the application role. */
  transact: Transact;
  /** The same pool without Kysely, with pipelining: several statements in one round trip. */
  pool: Pool;
  /** The owner's pool, for the job worker only. */
  ownerPool: Pool;
  /** The same on a few separate connections, for reports: however many are requested, quick requests find a connection. */
  transactHeavy: Transact;
  /** A connection for one export. */
  exportConnection: () => ExportConnection;
  /** All pools, for measuring. */
  pools: readonly { name: string; pool: Pool }[];
  /** For the LISTEN connection of a process. */
  direct: ClientConfig;
  /** If there is one, reports read from it. */
  replica: Replica | undefined;
  /** For a shutdown: whether the database responds. If not, its connections are closed, so that nothing waits for it. */
  checkNow(): Promise<boolean>;
  close(): Promise<void>;
};

const statementTimeoutMs = 15_000;
const idleInTransactionTimeoutMs = 20_000;
const connectTimeoutMs = 3_000;
const replicaConnections = 8;
/** For requests that are still running when the process ends; then their connections are closed. */
const closeLimitMs = 500;
const textArrayOid: number = 1009;

export function openDatabase(connections: Connections): OpenDatabase {
  const { owner, direct = owner, replica, log, observer, statements = 'prepared' } = connections;
  // Ignore connection errors while shutting down.
  let isClosing = false;
  const logLoss: LogLoss = (error, message) => {
    if (!isClosing) log?.warn({ error: error.message }, message);
  };
  const watchdog = watchDatabase(direct, log);
  const replicaWatchdog = replica && watchDatabase(replica, log);
  const { pool, ownerPool, filePool, heavyPool } = openPools(connections, watchdog, logLoss);
  const replicaPool = replica && replicaWatchdog && openReplicaPool(replica, replicaWatchdog, logLoss);
  const requestPool = observed(pool, observer);
  const config = configOver(requestPool);
  const kysely = new Kysely<Database>(config);
  return {
    app: kysely,
    transact: pipelinedTransactions({ pool: requestPool, kysely, config, statements }),
    transactHeavy: pipelinedTransactions({ pool: observed(heavyPool, observer), kysely, config, statements }),
    pool,
    ownerPool,
    exportConnection: () => openExportConnection(observed(filePool, observer), kyselyOver),
    pools: named([pool, ownerPool, filePool, heavyPool, replicaPool]),
    direct: { ...direct, application_name: 'daybook live', keepAlive: true, stream: watchdog.guard() },
    replica: replicaPool && followReplica({ ...replicaParts(pool, replicaPool), log, observer }),
    checkNow: async () => {
      const [responds] = await Promise.all([watchdog.checkNow(), replicaWatchdog?.checkNow()]);
      return responds;
    },
    close: async () => {
      isClosing = true;
      const limit = setTimeout(watchdog.destroyAll, closeLimitMs);
      await Promise.all([pool.end(), ownerPool.end(), filePool.end(), heavyPool.end(), replicaPool?.end()]);
      clearTimeout(limit);
      await Promise.all([watchdog.close(), replicaWatchdog?.close()]);
    },
  };
}

type LogLoss = (error: Error, message: string) => void;
type ConnectionWatchdog = ReturnType<typeof watchDatabase>;

function openPools(
  { owner, app, poolSize = 16, place = 'remote' }: Connections,
  watchdog: ConnectionWatchdog,
  logLoss: LogLoss,
) {
  const stream = watchdog.guard(batchingSocket);
  const lowPriorityOption = place === 'local' ? { onConnect: lowerPriority } : {};
  return {
    pool: openPool({ ...app, application_name: 'daybook', max: poolSize, pipeline: true, stream }, logLoss),
    ownerPool: openPool({ ...owner, application_name: 'daybook jobs', max: 6, stream: watchdog.guard() }, logLoss),
    // Two more than for people's downloads, for mailed files. Errors are not logged: aborted downloads close their connection.
    filePool: openPool({
      ...app,
      application_name: 'daybook files',
      max: maxConcurrentFiles + 2,
      idleTimeoutMillis: 5_000,
      stream: watchdog.guard(),
      ...lowPriorityOption,
    }),
    heavyPool: openPool(
      {
        ...app,
        application_name: 'daybook heavy',
        max: maxConcurrentReports,
        pipeline: true,
        stream,
        ...lowPriorityOption,
      },
      logLoss,
    ),
  };
}

const named = (pools: readonly (Pool | undefined)[]) =>
  pools.flatMap((pool) => (pool ? [{ name: poolNameOf(pool), pool }] : []));

const replicaParts = (primary: Pool, replica: Pool) => ({ primary, replica, handle: kyselyOver(replica) });

const openReplicaPool = (replica: ClientConfig, watchdog: ConnectionWatchdog, logLoss: LogLoss): Pool =>
  openPool(
    { ...replica, application_name: 'daybook reports', max: replicaConnections, stream: watchdog.guard() },
    logLoss,
  );

/** Gives quick requests priority on the processor. Not possible everywhere; then all are equal. */
async function lowerPriority(client: ClientBase): Promise<void> {
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    for (const { pid } of rows) setPriority(pid, lowPriority);
  } catch {
    return;
  }
}

const lowPriority = 10;

const configOver = (pool: PostgresPool): KyselyConfig => ({
  dialect: new PostgresDialect({ pool }),
  plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
});

const kyselyOver = (pool: PostgresPool) => new Kysely<Database>(configOver(pool));

/** Settings of direct connections; a pooler may refuse them as start-up parameters. */
export const sessionLimits: ClientConfig = {
  statement_timeout: statementTimeoutMs,
  idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
};

/** Refuses to start with a role that bypasses row-level security. */
export async function checkAppRole(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string; bypassesRls: boolean; ownsTables: boolean }>(
    `select current_user as name, rolsuper or rolbypassrls as "bypassesRls",
       exists (select from pg_class where relname = 'worklogs' and relowner = pg_roles.oid) as "ownsTables"
     from pg_roles where rolname = current_user`,
  );
  const role = rows[0];
  if (role === undefined || role.bypassesRls || role.ownsTables)
    throw new StartRefusal(
      `The database role ${role?.name ?? 'of the application'} is not subject to row-level security (it is a superuser, ` +
        'has BYPASSRLS or owns the tables). Connect DATABASE_URL as a role that can become daybook_app, without a pooler ' +
        'that drops start-up options, or as daybook_app itself with DATABASE_DIRECT_URL naming the owner.',
    );
}

/** A pool that survives the loss of its connections. */
export function openPool(config: pg.PoolConfig, logLoss: (error: Error, message: string) => void = () => {}): Pool {
  const pool = new pg.Pool({ connectionTimeoutMillis: connectTimeoutMs, idleTimeoutMillis: 30_000, types, ...config });
  // Both are needed: the pool reports only idle clients, and without its own listener a client in use that loses its server
  // would end the process. Its query is rejected as well, which is where the request is answered.
  pool.on('error', (error) => logLoss(error, 'idle database connection lost'));
  pool.on('connect', (client) => {
    client.on('error', (error) => logLoss(error, 'database connection lost'));
  });
  return pool;
}

const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, safeNumber],
  [pg.types.builtins.NUMERIC, safeNumber],
  [pg.types.builtins.DATE, (text) => text],
  [1016, arrayParser(safeNumber)],
  [1231, arrayParser(safeNumber)],
  [1182, arrayParser((text) => text)],
]);

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => parsers.get(oid) ?? pg.types.getTypeParser(oid, format),
};

function arrayParser(parse: (text: string) => unknown) {
  const readTexts: (text: string) => (string | null)[] = pg.types.getTypeParser(textArrayOid);
  return (text: string) => readTexts(text).map((item) => (item === null ? null : parse(item)));
}

function safeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) throw new InexactNumber(text);
  return value;
}
