// What the database shows: its release and size, the migrations, the queue, and why mails failed. The embedded database is not
// started for this.

import type { Pool } from 'pg';
import { type Remembered, readRemembered } from '../backup/remembered.ts';
import type { ReadConfig } from '../config/config.ts';
import { openPool } from '../db/connect.ts';
import { readMigrations } from '../db/migration-files.ts';
import { findRunning } from '../db/running.ts';
import { type InstallationFigures, readInstallation } from '../metrics/installation.ts';

export type DatabaseStatus = {
  /** The folder of the embedded database, or DATABASE_URL without its password. */
  place: string;
  /** A sentence for the operator if it does not answer, and what was read if it does. */
  found: string | DatabaseFacts;
};

export type DatabaseFacts = {
  release: string;
  bytes: number;
  migrations: { applied: number; latest: string; missing: readonly string[] };
  installation: InstallationFigures;
  /** Null in a database from before an update. */
  backups: Remembered | null;
  failures: readonly { task: string; reason: string; count: number }[];
};

const shownFailures = 5;
const shownReasonLength = 100;

type Place = Pick<ReadConfig, 'database' | 'dataDir'>;

export async function readDatabase({ database, dataDir }: Place): Promise<DatabaseStatus> {
  const url = database && new URL(database.directUrl ?? database.url);
  const place = url ? `${url.host}${url.pathname}` : dataDir;
  const owner = url ? { connectionString: url.href } : ((await findRunning(dataDir))?.ownerConfig ?? null);
  if (owner === null) return { place, found: 'stopped: it runs while Daybook runs' };
  const pool = openPool({ ...owner, application_name: 'daybook status', max: 2 });
  try {
    return { place, found: await readFacts(pool) };
  } catch (error) {
    return { place, found: `does not answer: ${error instanceof Error ? error.message : String(error)}` };
  } finally {
    await pool.end();
  }
}

async function readFacts(pool: Pool): Promise<DatabaseFacts> {
  const { rows } = await pool.query<{ release: string; bytes: number }>(
    `select current_setting('server_version') as release, pg_database_size(current_database()) as bytes`,
  );
  const { release = '', bytes = 0 } = rows[0] ?? {};
  return {
    release,
    bytes,
    migrations: await readApplied(pool),
    installation: await readInstallation(pool),
    backups: await readRemembered(pool),
    failures: await readFailures(pool),
  };
}

async function readApplied(pool: Pool): Promise<DatabaseFacts['migrations']> {
  const { rows } = await pool.query<{ name: string }>('select name from schema_migrations order by name');
  const applied = new Set(rows.map(({ name }) => name));
  return {
    applied: applied.size,
    latest: rows.at(-1)?.name ?? 'none',
    missing: readMigrations().flatMap(({ name }) => (applied.has(name) ? [] : [name])),
  };
}

/** The most frequent reasons of the jobs that were given up. */
async function readFailures(pool: Pool): Promise<DatabaseFacts['failures']> {
  const { rows } = await pool.query<{ task: string; reason: string; count: number }>(
    `select t.identifier as task, left(split_part(coalesce(j.last_error, 'no reason'), E'\\n', 1), $1) as reason,
       count(*) as count
     from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where j.attempts >= j.max_attempts and j.locked_at is null
     group by 1, 2 order by 3 desc, 1, 2 limit $2`,
    [shownReasonLength, shownFailures],
  );
  return rows;
}
