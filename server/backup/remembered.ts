// What the database remembers about its backups: when the last ones were made, when a restore was last tried, and when it was restored
// itself. deploy/pgbackrest.sh writes some of it, too.

import type { Log } from '../log.ts';
import { hasCode } from '../start-refusal.ts';

type Queries = { query<Row extends object>(statement: string, values?: unknown[]): Promise<{ rows: Row[] }> };

export type Remembered = {
  /** When deploy/pgbackrest.sh last backed up an own PostgreSQL, and the receipts and the secret beside it; null before the first. */
  databaseAt: Date | null;
  filesAt: Date | null;
  /** The last restore drill; before the first, when Daybook began to remember it. */
  drillAt: Date;
};

type Column = 'last_backup_at' | 'last_files_backup_at' | 'last_drill_at';

/** A database from before an update has no column for it until the next start. */
export async function remember(client: Queries, column: Column, at: Date): Promise<void> {
  await withoutColumn(client.query(`update installation set ${column} = $1`, [at]));
}

/** The end of a restore. A backup from before an update has no column for it: its migration, at the next start, finds it there. */
export async function rememberRestore(client: Queries): Promise<void> {
  await client.query('alter table installation add column if not exists restored_at timestamptz');
  await client.query('update installation set restored_at = now()');
}

/** Null in a database from before an update. */
export async function readRemembered(pool: Queries): Promise<Remembered | null> {
  const found = await withoutColumn(
    pool.query<Remembered>(
      `select last_database_backup_at as "databaseAt", last_files_backup_at as "filesAt", last_drill_at as "drillAt"
       from installation`,
    ),
  );
  return found?.rows[0] ?? null;
}

async function withoutColumn<T>(result: Promise<T>): Promise<T | null> {
  const undefinedColumn = '42703';
  return result.catch((error: unknown) => {
    if (!hasCode(error, undefinedColumn)) throw error;
    return null;
  });
}

const dayMs = 24 * 3_600_000;

/** At the start, beside a PostgreSQL of the operator: what was backed up before, and not within the last day. */
export async function warnOfLateBackups(pool: Queries, log: Log, now: Date): Promise<void> {
  const remembered = await readRemembered(pool).catch(() => null);
  const last = { database: remembered?.databaseAt ?? null, 'receipts and secret': remembered?.filesAt ?? null };
  for (const [of, at] of Object.entries(last))
    if (at !== null && now.getTime() - at.getTime() > dayMs)
      log.warn({ of, lastBackup: at.toISOString() }, 'the last backup is older than a day');
}
