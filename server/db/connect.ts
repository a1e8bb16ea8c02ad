// The connections of one process: a pool of the unprivileged application role, a small one of the owner for the job
// worker, and the address for LISTEN. Values arrive as the domain wants them: bigint and numeric as numbers (an unsafe
// one is an error, never rounded), a date as its ISO day, a timestamptz as a Date. Names are camelCase outside SQL.
import { setPriority } from 'node:os';
import { CamelCasePlugin, Kysely, type KyselyConfig, PostgresDialect, type PostgresPool } from 'kysely';
import pg, { type ClientBase, type ClientConfig, type Pool } from 'pg';
import { mostFilesAtOnce } from '#domain/report-files.ts';
import type { Log } from '../log.ts';
import { mostReportsAtOnce } from '../request/heavy-bounds.ts';
import { InexactNumber } from '../request/inexact-number.ts';
import { StartRefusal } from '../start-refusal.ts';
import { type Apart, openApart } from './apart.ts';
import { followReplica, type Replica } from './replica.ts';
import type { Database } from './schema.ts';
import { gatheringSocket, pipelinedTransactions, type Transact } from './transact.ts';
import { watchDatabase } from './watchdog.ts';

export type Connections = {
  /** Owns the schema; direct, not through a pooler. */
  owner: ClientConfig;
  /** Ends up as a role that row-level security holds for. */
  app: ClientConfig;
  /** Direct too; by default the owner's. */
  direct?: ClientConfig;
  /** Follows the database; ends up as the same role as `app`. */
  replica?: ClientConfig | undefined;
  log?: Log;
  /** Connections of the application pool. */
  poolSize?: number;
  /** `plain` where a pooler stands in between. */
  statements?: 'prepared' | 'plain';
  /** `local`: its processes run on this machine, under an account whose processes this one may slow down. */
  place?: 'local' | 'remote';
};

export type OpenDatabase = {
  /** Queries as the application role. Only server/request/context.ts and server/identity use it. */
  app: Kysely<Database>;
  /** The transaction of a request, as the application role. */
  transact: Transact;
  /** The same pool without Kysely, with pipelining: several statements travel in one round trip. */
  pool: Pool;
  /** The owner's pool, for the job worker only. */
  ownerPool: Pool;
  /** The same on a few connections apart, for reports: however many are asked for, quick requests find a connection. */
  transactHeavy: Transact;
  /** One long read, beside all others. */
  apart: () => Apart;
  /** For one LISTEN connection per process. */
  direct: ClientConfig;
  /** Where reports are read, if there is one. */
  replica: Replica | undefined;
  close(): Promise<void>;
};

const statementTimeoutMs = 15_000;
const idleInTransactionTimeoutMs = 20_000;
const connectTimeoutMs = 3_000;
const replicaConnections = 8;
/** For requests that are still under way when the process ends; then their connections are cut. */
const closeLimitMs = 500;
const textArrayOid: number = 1009;

export function openDatabase({
  owner,
  app,
  direct = owner,
  replica,
  log,
  poolSize = 16,
  statements = 'prepared',
  place = 'remote',
}: Connections): OpenDatabase {
  // A connection that is still saying goodbye when the server stops is no news.
  let isClosing = false;
  const tell = (error: Error, message: string) => {
    if (!isClosing) log?.warn({ error: error.message }, message);
  };
  const watchdog = watchDatabase(direct, log);
  const replicaWatchdog = replica && watchDatabase(replica, log);
  const stream = watchdog.guard(gatheringSocket);
  const pool = openPool({ ...app, application_name: 'daybook', max: poolSize, pipeline: true, stream }, tell);
  const ownerPool = openPool({ ...owner, application_name: 'daybook jobs', max: 6, stream: watchdog.guard() }, tell);
  const slowly = place === 'local' ? { onConnect: giveWay } : {};
  // More than files for people, for those that are mailed. Told to nobody: whoever leaves in the middle of a file loses its connection on purpose.
  const filePool = openPool({
    ...app,
    application_name: 'daybook files',
    max: mostFilesAtOnce + 2,
    idleTimeoutMillis: 5_000,
    stream: watchdog.guard(),
    ...slowly,
  });
  const heavyPool = openPool(
    { ...app, application_name: 'daybook heavy', max: mostReportsAtOnce, pipeline: true, stream, ...slowly },
    tell,
  );
  const replicaPool =
    replica &&
    replicaWatchdog &&
    openPool(
      { ...replica, application_name: 'daybook reports', max: replicaConnections, stream: replicaWatchdog.guard() },
      tell,
    );
  const config = configOver(pool);
  const kysely = new Kysely<Database>(config);
  return {
    app: kysely,
    transact: pipelinedTransactions({ pool, kysely, config, statements }),
    transactHeavy: pipelinedTransactions({ pool: heavyPool, kysely, config, statements }),
    pool,
    ownerPool,
    apart: () => openApart(filePool, kyselyOver),
    direct: { ...direct, application_name: 'daybook live', keepAlive: true, stream: watchdog.guard() },
    replica:
      replicaPool && followReplica({ primary: pool, replica: replicaPool, handle: kyselyOver(replicaPool), log }),
    close: async () => {
      isClosing = true;
      const limit = setTimeout(watchdog.cut, closeLimitMs);
      await Promise.all([pool.end(), ownerPool.end(), filePool.end(), heavyPool.end(), replicaPool?.end()]);
      clearTimeout(limit);
      await Promise.all([watchdog.close(), replicaWatchdog?.close()]);
    },
  };
}

/** The processor goes to whoever waits for a quick answer first. Where this is not allowed, all are equal. */
async function giveWay(client: ClientBase): Promise<void> {
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

/** Settings of a connection that goes straight to PostgreSQL; a pooler may refuse them as start-up parameters. */
export const sessionLimits: ClientConfig = {
  statement_timeout: statementTimeoutMs,
  idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
};

/** Refuses to serve as a role that could look behind the wall between companies. */
export async function checkAppRole(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string; isAboveTheWall: boolean; ownsTables: boolean }>(
    `select current_user as name, rolsuper or rolbypassrls as "isAboveTheWall",
       exists (select from pg_class where relname = 'worklogs' and relowner = pg_roles.oid) as "ownsTables"
     from pg_roles where rolname = current_user`,
  );
  const role = rows[0];
  if (role === undefined || role.isAboveTheWall || role.ownsTables)
    throw new StartRefusal(
      `The database role ${role?.name ?? 'of the application'} is not held by row-level security (it is a superuser, ` +
        'has BYPASSRLS or owns the tables). Connect DATABASE_URL as a role that can become daybook_app, without a pooler ' +
        'that drops start-up options, or as daybook_app itself with DATABASE_DIRECT_URL naming the owner.',
    );
}

/** A pool that survives the loss of its connections. */
export function openPool(config: pg.PoolConfig, tell: (error: Error, message: string) => void = () => {}): Pool {
  const pool = new pg.Pool({ connectionTimeoutMillis: connectTimeoutMs, idleTimeoutMillis: 30_000, types, ...config });
  // Both are needed: the pool hears of idle clients only, and a client in use that loses its server would otherwise end
  // the process. Its query is rejected as well, which is where the loss is answered.
  pool.on('error', (error) => tell(error, 'an idle database connection was lost'));
  pool.on('connect', (client) => {
    client.on('error', (error) => tell(error, 'a database connection was lost'));
  });
  return pool;
}

const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, safeNumber],
  [pg.types.builtins.NUMERIC, safeNumber],
  [pg.types.builtins.DATE, (text) => text],
  [1016, listOf(safeNumber)],
  [1231, listOf(safeNumber)],
  [1182, listOf((text) => text)],
]);

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => parsers.get(oid) ?? pg.types.getTypeParser(oid, format),
};

function listOf(parse: (text: string) => unknown) {
  const readTexts: (text: string) => (string | null)[] = pg.types.getTypeParser(textArrayOid);
  return (text: string) => readTexts(text).map((item) => (item === null ? null : parse(item)));
}

function safeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) throw new InexactNumber(text);
  return value;
}
