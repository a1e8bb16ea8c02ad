// Brings a database to this version: the job queue's tables, then migrations/NNNN-what.sql in order, each in its own
// transaction. Forward only: an applied file may never change, and a database newer than the program is refused.
// A file sets lock_timeout, so that waiting for a table never stalls everybody behind it; it is tried again instead.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import pg, { type Client, type ClientConfig } from 'pg';
import type { Log } from '../log.ts';
import { hasCode, StartRefusal } from '../start-refusal.ts';
import { ensureAppRole } from './app-role.ts';
import { openPool } from './connect.ts';

export type Migration = { name: string; sql: string; checksum: string };

export type MigrateOptions = {
  owner: ClientConfig;
  log?: Log;
  migrations?: readonly Migration[];
  /** How often a migration that could not get its locks is tried. */
  attempts?: number;
};

/** Returns the names of the migrations it applied. Any number of processes may call it at once. */
export async function migrate({ owner, log, migrations = readMigrations(), attempts = 20 }: MigrateOptions) {
  const client = new pg.Client({ ...owner, application_name: 'daybook migrations' });
  client.on('error', (error) => log?.warn({ error: error.message }, 'the migration connection was lost'));
  await client.connect();
  try {
    await refuseOldRelease(client);
    await client.query(`select pg_advisory_lock(hashtext('daybook migrations'))`);
    await ensureAppRole(client);
    await migrateJobs(owner);
    const pending = await pendingMigrations(client, migrations);
    for (const migration of pending) {
      await apply(client, migration, attempts);
      log?.info({ migration: migration.name }, 'database migrated');
    }
    return pending.map(({ name }) => name);
  } catch (error) {
    throw hasCode(error, insufficientPrivilege) ? await foreignDatabase(client, error) : error;
  } finally {
    await client.end();
  }
}

export function readMigrations(folder = join(import.meta.dirname, 'migrations')): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return names.sort().map((name) => {
    const sql = readFileSync(join(folder, name), 'utf8');
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

const oldestRelease = 150_000;

async function refuseOldRelease(client: Client): Promise<void> {
  const { rows } = await client.query<{ number: number; name: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as name`,
  );
  const release = rows[0];
  if (release !== undefined && release.number < oldestRelease)
    throw new StartRefusal(`Daybook needs PostgreSQL 15 or newer, but DATABASE_URL leads to ${release.name}.`);
}

/** The role may sign in but not build: the database, or what is in it, belongs to another. */
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

async function migrateJobs(owner: ClientConfig): Promise<void> {
  const pool = openPool({ ...owner, max: 2 });
  try {
    await runMigrations({ pgPool: pool });
  } finally {
    await pool.end();
  }
}

async function pendingMigrations(client: Client, migrations: readonly Migration[]): Promise<Migration[]> {
  await client.query(
    `create table if not exists schema_migrations (
       name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  );
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  );
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const applied of rows) {
    const file = known.get(applied.name);
    if (file === undefined)
      throw new StartRefusal(
        `The database is newer than this version of Daybook (it has ${applied.name}). Start the newer version.`,
      );
    if (file.checksum !== applied.checksum)
      throw new StartRefusal(`The migration ${applied.name} was changed after it had been applied. Restore the file.`);
  }
  const done = new Set(rows.map(({ name }) => name));
  return migrations.filter(({ name }) => !done.has(name));
}

async function apply(client: Client, migration: Migration, attempts: number): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query('begin');
      await client.query(migration.sql);
      await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
        migration.name,
        migration.checksum,
      ]);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      const lostTheRace = hasCode(error, lockNotAvailable, deadlockDetected);
      if (!lostTheRace || attempt >= attempts) throw error;
      await sleep(100 + Math.random() * 100 * attempt);
    }
  }
}

const insufficientPrivilege = '42501';
const lockNotAvailable = '55P03';
const deadlockDetected = '40P01';
