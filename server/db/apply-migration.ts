// Applies one migration, in one transaction or one for each statement, and records it in schema_migrations.
// Waiting for a table lock blocks other sessions for a moment only: after `briefMs` everything is rolled back and retried. The last
// attempts wait as long as the file says: that is long enough for PostgreSQL to cancel an autovacuum in the way.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { hasCode } from '../start-refusal.ts';
import { isOneTransaction, type Migration, refusesPreviousRelease, statementsOf } from './migration-files.ts';

export function applyMigration(client: Client, migration: Migration, attempts: number): Promise<void> {
  return withRetries(client, attempts, (attempt) => {
    const attempted = attempt > attempts - patientAttempts ? migration : { ...migration, sql: brief(migration.sql) };
    return isOneTransaction(attempted) ? runWhole(client, attempted) : runOneByOne(client, attempted);
  });
}

/** An export reads for minutes; meanwhile each attempt makes everybody who needs the table wait this long. */
const briefMs = 150;
const patientAttempts = 5;

const brief = (sql: string): string => sql.replace(/^(set (?:local )?lock_timeout = )'\d+m?s';$/m, `$1'${briefMs}ms';`);

export async function withRetries(
  client: Client,
  attempts: number,
  work: (attempt: number) => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      const isLockFailure = hasCode(error, lockNotAvailable, deadlockDetected);
      if (!isLockFailure || attempt >= attempts) throw error;
      await sleep(100 + Math.random() * 100 * Math.min(attempt, 10));
    }
  }
}

const lockNotAvailable = '55P03';
const deadlockDetected = '40P01';

/** Not sent together: of `set local`, Citus passes everything that was sent with it to the other nodes, which refuse the rest. */
async function runWhole(client: Client, migration: Migration): Promise<void> {
  await client.query('begin');
  for (const { text } of statementsOf(migration)) await client.query(text);
  await record(client, migration);
  await client.query('commit');
}

async function runOneByOne(client: Client, migration: Migration): Promise<void> {
  for (const { text, isRepeated } of statementsOf(migration)) {
    if (isRepeated) await repeatForEachCompany(client, text);
    else if (/\bconcurrently\b/i.test(text)) await runConcurrently(client, text);
    else await client.query(text);
  }
  await record(client, migration);
  await client.query('reset lock_timeout');
}

/** Such a statement waits for old transactions without blocking anybody, so it has no lock_timeout. */
async function runConcurrently(client: Client, text: string): Promise<void> {
  const { rows } = await client.query<{ limit: string }>(`select current_setting('lock_timeout') as limit`);
  await client.query('set lock_timeout = 0');
  await dropInvalidIndex(client, text);
  await client.query(text);
  await client.query(`select set_config('lock_timeout', $1, false)`, [rows[0]?.limit]);
}

/** A killed build leaves an invalid index: it is maintained, never used, and `if not exists` would find it. */
async function dropInvalidIndex(client: Client, text: string): Promise<void> {
  const [, index] = /\bindex\s+concurrently\s+(?:if\s+not\s+exists\s+)?([\w.]+)\s+on\b/i.exec(text) ?? [];
  if (index === undefined) return;
  const { rows } = await client.query('select from pg_index where indexrelid = to_regclass($1) and not indisvalid', [
    index,
  ]);
  if (rows.length > 0) await client.query(`drop index concurrently ${index}`);
}

/** Row-level security applies to the owner too: rows can be read and changed only for one company at a time. */
async function repeatForEachCompany(client: Client, text: string): Promise<void> {
  const { rows } = await client.query<{ id: string }>('select id from companies order by id');
  for (const { id } of rows) {
    for (let changed = 1; changed > 0; ) {
      await client.query('begin');
      // Not by set_local, which a later migration may create. Citus passes this statement on to its nodes.
      await client.query(`set local app.company_id = ${client.escapeLiteral(id)}`);
      changed = (await client.query(text)).rowCount ?? 0;
      await client.query('commit');
    }
  }
}

async function record(client: Client, migration: Migration): Promise<void> {
  await client.query('insert into schema_migrations (name, checksum, refuses_previous) values ($1, $2, $3)', [
    migration.name,
    migration.checksum,
    refusesPreviousRelease(migration),
  ]);
}
