// Changes that no request can make: connects to the database of the server under test through its socket.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/**
 * Ends the subscription of a company with several members, as the provider may do; no request can ask for fewer
 * seats than are in use. The plan is derived from the seats.
 */
export async function endSubscription(folder: string, companyId: string): Promise<void> {
  const { rowCount } = await inDatabase(folder, 'update companies set seats = 1 where id = $1', [companyId]);
  if (rowCount !== 1) throw new Error('This company is not in the database.');
}

/** Copies a worklog five times to each previous day, an hour apart; faster than requests. */
export async function insertOlderCopies(folder: string, worklogId: string, copies: number): Promise<void> {
  const columns = `company_id, worker_id, project_id, task_id, kind, zone, currency`;
  const ago = `make_interval(days => 1 + n / 5)`;
  const { rowCount } = await inDatabase(
    folder,
    `insert into worklogs (id, ${columns}, day, starts_at, ends_at)
     select gen_random_uuid(), ${columns}, (day - ${ago})::date,
       starts_at - ${ago} + make_interval(hours => n % 5), ends_at - ${ago} + make_interval(hours => n % 5)
     from worklogs, generate_series(0, $2::int - 1) n where id = $1`,
    [worklogId, copies],
  );
  if (rowCount !== copies) throw new Error('This worklog is not in the database.');
}

/** Moves the notices back by a quarter of an hour and runs the job that mails them. */
export async function sendDueNotices(folder: string): Promise<void> {
  await inDatabase(folder, `update notices set created_at = created_at - interval '15 minutes'`, []);
  await inDatabase(folder, `select graphile_worker.add_job('gather-notices')`, []);
}

/** As the job does a day after the upload. */
export async function expireUploads(folder: string, companyId: string): Promise<void> {
  const { rowCount } = await inDatabase(folder, 'delete from receipts where company_id = $1 and worklog_id is null', [
    companyId,
  ]);
  if (rowCount === 0) throw new Error('No receipt is unused.');
}

async function inDatabase(folder: string, statement: string, values: unknown[]): Promise<pg.QueryResult> {
  const [, , , , host = folder] = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
  const client = new pg.Client({ host, port: 5432, database: 'daybook', user: 'postgres' });
  await client.connect();
  try {
    return await client.query(statement, values);
  } finally {
    await client.end();
  }
}
