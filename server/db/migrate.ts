// Migrates a database to this version: the job queue's tables, then migrations/NNNN-what.sql in order (migration-files.ts).
// Forward only: an applied file must never change. A database that is newer than the program is used unchanged, unless one of
// the newer migrations refuses that.
import { runMigrations } from 'graphile-worker';
import pg, { type Client, type ClientConfig } from 'pg';
import type { Log } from '../log.ts';
import { hasCode, StartRefusal } from '../start-refusal.ts';
import { ensureAppRole } from './app-role.ts';
import { applyMigration } from './apply-migration.ts';
import { distributeByCompany } from './citus/distribute.ts';
import { isDistributed, refuseUnexpectedCitus, refuseWithoutCitus } from './citus/requirements.ts';
import { openPool } from './connect.ts';
import { type Migration, readMigrations } from './migration-files.ts';
import { restoreGrants } from './restored.ts';

export type MigrateOptions = {
  owner: ClientConfig;
  log?: Log;
  migrations?: readonly Migration[];
  /** Maximum attempts of a migration that cannot get its locks. */
  attempts?: number;
  /** On Citus, the tables of companies are distributed over its nodes afterwards. */
  distribution?: 'citus' | 'none';
};

/** Returns the names of the migrations it applied. Any number of processes may call it at once. */
export async function migrate(options: MigrateOptions) {
  const { owner, log, migrations = readMigrations(), attempts = 60, distribution = 'none' } = options;
  const client = new pg.Client({ ...owner, application_name: 'daybook migrations' });
  client.on('error', (error) => log?.warn({ error: error.message }, 'migration connection lost'));
  await client.connect();
  try {
    await refuseOldRelease(client);
    await (distribution === 'citus' ? prepareCitus(client) : refuseUnexpectedCitus(client));
    await client.query(`select pg_advisory_lock(hashtext('daybook migrations'))`);
    await ensureAppRole(client);
    await migrateJobs(owner, distribution);
    const pending = await pendingMigrations(client, migrations, log);
    for (const migration of pending) {
      await applyMigration(client, migration, attempts);
      log?.info({ migration: migration.name }, 'database migrated');
    }
    await restoreGrants(client, migrations, log);
    if (distribution === 'citus') await distributeByCompany(client, log);
    return pending.map(({ name }) => name);
  } catch (error) {
    throw hasCode(error, insufficientPrivilege) ? await foreignDatabase(client, error) : error;
  } finally {
    await client.end();
  }
}

const minServerVersion = 150_000;

async function refuseOldRelease(client: Client): Promise<void> {
  const { rows } = await client.query<{ number: number; name: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as name`,
  );
  const release = rows[0];
  if (release !== undefined && release.number < minServerVersion)
    throw new StartRefusal(`Daybook needs PostgreSQL 15 or newer, but DATABASE_URL leads to ${release.name}.`);
}

/** The role may connect but not change the schema: the database or its objects belong to another role. */
async function foreignDatabase(client: Client, error: Error): Promise<StartRefusal> {
  const { rows } = await client.query<{ database: string; role: string }>(
    'select quote_ident(current_database()) as database, quote_ident(current_user) as role',
  );
  const { database, role } = rows[0] ?? { database: 'daybook', role: 'daybook' };
  return new StartRefusal(
    `DATABASE_URL: ${error.message}. The role ${role} must own the database and everything that Daybook made in it. ` +
      'Ask an administrator of the database to run, and start again:',
    `  alter database ${database} owner to ${role};`,
  );
}

/** Before the tables are distributed, nothing has to exist on other nodes. */
async function prepareCitus(client: Client): Promise<void> {
  await refuseWithoutCitus(client);
  if (!(await isDistributed(client))) await client.query(onThisNodeOnly);
}

const onThisNodeOnly = 'set citus.enable_ddl_propagation = off';

/** On Citus, the queue is on the coordinator only. */
async function migrateJobs(owner: ClientConfig, distribution: MigrateOptions['distribution']): Promise<void> {
  const onConnect = async (connected: pg.ClientBase) => {
    await connected.query(onThisNodeOnly);
  };
  const pool = openPool({ ...owner, max: 2, ...(distribution === 'citus' ? { onConnect } : {}) });
  try {
    await runMigrations({ pgPool: pool });
  } finally {
    await pool.end();
  }
}

async function pendingMigrations(
  client: Client,
  migrations: readonly Migration[],
  log: Log | undefined,
): Promise<Migration[]> {
  const applied = await appliedMigrations(client);
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum } of applied) {
    const file = known.get(name);
    if (file !== undefined && file.checksum !== checksum)
      throw new StartRefusal(`The migration ${name} was changed after it had been applied. Restore the file.`);
  }
  const done = new Set(applied.map(({ name }) => name));
  const pending = migrations.filter(({ name }) => !done.has(name));
  const newer = applied.filter(({ name }) => !known.has(name));
  refuseNewer(newer, pending);
  if (newer.length > 0)
    log?.warn({ migrations: newer.map(({ name }) => name) }, 'the database is newer than this version of Daybook');
  return pending;
}

type Applied = { name: string; checksum: string; refusesPrevious: boolean };

async function appliedMigrations(client: Client): Promise<Applied[]> {
  await client.query(
    `create table if not exists schema_migrations (
       name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  );
  const { rows: columns } = await client.query(
    `select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'refuses_previous'`,
  );
  if (columns.length === 0)
    await client.query('alter table schema_migrations add column refuses_previous boolean not null default false');
  const { rows } = await client.query<Applied>(
    'select name, checksum, refuses_previous as "refusesPrevious" from schema_migrations order by name',
  );
  return rows;
}

/** Refuses newer migrations that say so, and any newer migration if migrations of this release are missing. */
function refuseNewer(newer: readonly Applied[], pending: readonly Migration[]): void {
  const refusing = newer.find(({ refusesPrevious }) => refusesPrevious) ?? (pending.length > 0 ? newer[0] : undefined);
  if (refusing !== undefined)
    throw new StartRefusal(
      `The database is newer than this version of Daybook and cannot be used by it (it has ${refusing.name}). ` +
        'Start the newer version, or restore a backup from before the update.',
    );
}

const insufficientPrivilege = '42501';
