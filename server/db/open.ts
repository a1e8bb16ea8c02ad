// Opens and migrates the database of the configuration: the embedded one, or the PostgreSQL of DATABASE_URL.
// There the connecting role owns the schema and every application connection switches to `daybook_app`; behind a pooler
// (DATABASE_DIRECT_URL set) DATABASE_URL must log in as that role itself, because poolers drop start-up options.
import type { ClientConfig } from 'pg';
import type { ReadConfig } from '../config/config.ts';
import type { Log } from '../log.ts';
import { hasCode, StartRefusal } from '../start-refusal.ts';
import { asOwner } from './as-owner.ts';
import type { StopMode } from './cluster/run.ts';
import { type Connections, checkAppRole, type OpenDatabase, openDatabase, sessionLimits } from './connect.ts';
import type { DatabaseObserver } from './connection-source.ts';
import { type Embedded, startEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import { readMigrations } from './migration-files.ts';
import { waitUntilWritable } from './recovery.ts';
import { refuseForeignObjects } from './restored.ts';
import { refuseOtherSecret, rememberSecret } from './secret-check.ts';

export type DatabaseSource = Pick<Connections, 'owner' | 'app' | 'replica' | 'statements' | 'place'> & {
  /** Null for a PostgreSQL of the operator. */
  embedded: EmbeddedPlace | null;
  stop(mode?: StopMode): Promise<void>;
};

/** What backups of the embedded database need. */
export type EmbeddedPlace = Pick<Embedded, 'directory' | 'administratorConfig'>;

export type RunningDatabase = {
  database: OpenDatabase;
  /** For child processes. */
  connections: Omit<Connections, 'log' | 'observer'>;
  /** The secret that the database was created with. */
  appSecret: string;
  /** Closes all connections, then shuts down the embedded server. */
  stop(): Promise<void>;
};

type DatabaseOptions = Pick<ReadConfig, 'database' | 'dataDir' | 'appSecret'> &
  Partial<Pick<ReadConfig, 'workers' | 'backup'>>;

/** The embedded PostgreSQL is started; that of DATABASE_URL is not contacted yet. */
export async function openSource(config: DatabaseOptions, log: Log): Promise<DatabaseSource> {
  return config.database === undefined ? await embedded(config, log) : external(config.database);
}

export async function startDatabase(config: DatabaseOptions, log: Log): Promise<RunningDatabase> {
  return startOn(await openSource(config, log), config, { log });
}

/** Migrates and opens it. It is stopped if that fails. */
export async function startOn(
  source: DatabaseSource,
  config: DatabaseOptions,
  { log, observer }: { log: Log; observer?: DatabaseObserver | undefined },
): Promise<RunningDatabase> {
  try {
    await waitUntilWritable(source.owner, log);
    await asOwner(source.owner, (client) => refuseForeignObjects(client, readMigrations()));
    await refuseOtherSecret(source.owner, config);
    await migrate({ owner: source.owner, log, distribution: config.database?.distribution ?? 'none' });
    const appSecret = await rememberSecret(source.owner, config);
    const { stop: stopSource, embedded: _, ...connections } = source;
    const database = await openChecked({ ...connections, log, observer });
    const stop = async () => {
      const mode = (await database.checkNow()) ? 'fast' : 'immediate';
      await database.close();
      await stopSource(mode);
    };
    return { database, connections, appSecret, stop };
  } catch (error) {
    await source.stop();
    throw config.database === undefined ? error : unreachable(error, config.database.directUrl ?? config.database.url);
  }
}

async function openChecked(connections: Connections): Promise<OpenDatabase> {
  const database = openDatabase(connections);
  try {
    await checkAppRole(database.pool);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function embedded({ dataDir, workers, backup }: DatabaseOptions, log: Log): Promise<DatabaseSource> {
  const settings = workers == null ? {} : { max_connections: String(connectionsFor(workers)) };
  const started = await startEmbedded({ dataDir, log, settings, isArchived: backup !== undefined });
  const { ownerConfig, appConfig, stop } = started;
  return { owner: ownerConfig, app: { ...appConfig, ...sessionLimits }, place: 'local', embedded: started, stop };
}

/** For the doctor, the report processes and maintenance. */
const reservedConnections = 20;
/** The maximum (connect.ts); during an upgrade there are two processes for each worker. */
const connectionsOfProcess = 40;

const connectionsFor = (workers: number): number => reservedConnections + 2 * workers * connectionsOfProcess;

type ExternalConfig = NonNullable<ReadConfig['database']>;

function external({ url, directUrl, replicaUrl }: ExternalConfig): DatabaseSource {
  const asApp = (address: string): ClientConfig =>
    directUrl === undefined
      ? { connectionString: asAppRole(address), ...sessionLimits }
      : { connectionString: address };
  return {
    embedded: null,
    owner: { connectionString: directUrl ?? url },
    app: asApp(url),
    replica: replicaUrl === undefined ? undefined : asApp(replicaUrl),
    statements: directUrl === undefined ? 'prepared' : 'plain',
    stop: async () => undefined,
  };
}

/** The same URL with the start-up option that makes daybook_app the effective role. */
export function asAppRole(url: string): string {
  const address = new URL(url);
  const options = address.searchParams.get('options');
  address.searchParams.set('options', [options, '-c role=daybook_app'].filter((part) => part !== null).join(' '));
  address.search = address.search.replaceAll('+', '%20');
  return address.href;
}

function unreachable(error: unknown, url: string): unknown {
  const { hostname, port, pathname, searchParams } = new URL(url);
  const place = `${hostname || searchParams.get('host') || 'localhost'}:${port || 5432}`;
  if (hasCode(error, 'ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EAI_AGAIN', 'ECONNRESET', 'EHOSTUNREACH'))
    return new StartRefusal(`DATABASE_URL: no PostgreSQL answers at ${place}.`);
  if (hasCode(error, '28P01', '28000'))
    return new StartRefusal(`DATABASE_URL: ${place} refuses this user or password.`);
  if (hasCode(error, '3D000'))
    return new StartRefusal(`DATABASE_URL: there is no database ${pathname.slice(1)} at ${place}.`);
  return error;
}
