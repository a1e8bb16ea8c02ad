// A company with more worklogs than the buffers between the database and a reader hold, and the state of its file queries.
// Their notes do not compress well, so that a workbook is also larger than the buffers of a connection.

import { vi } from 'vitest';
import type { TestApp } from './app.ts';
import type { TestCompany } from './company.ts';

export const manyRows = 40_000;
export const bytesOfNotes = 1_000;

export async function fillWithRows(app: TestApp, company: TestCompany): Promise<void> {
  await insertExpenses(app, company, {
    workerId: company.worker.userId,
    count: manyRows,
    day: `date '2026-01-01' + n % 60`,
    notes: `(select left(string_agg(md5(n::text || '-' || part), ''), ${bytesOfNotes})
      from generate_series(0, ${bytesOfNotes} / 32) part)`,
  });
  await app.superuser.query('analyze worklogs');
}

type Expenses = {
  workerId: string;
  count: number;
  /** SQL of the number `n` of the row, from 1 on; the amount is `n`. */
  day: string;
  notes: string;
};

/** Pending expenses, inserted in one statement without triggers; the sums are computed afterwards. */
export async function insertExpenses(
  app: TestApp,
  { id, project }: TestCompany,
  { workerId, count, day, notes }: Expenses,
): Promise<void> {
  const client = await app.superuser.connect();
  await client.query("begin; set local session_replication_role = 'replica'");
  await client.query(
    `insert into worklogs (company_id, id, worker_id, project_id, task_id, kind, zone, day, amount_minor, currency, notes)
     select $1, gen_random_uuid(), $2, $3, $4, 'expense', 'UTC', ${day}, n, 'IDR', ${notes} from generate_series(1, $5::int) n`,
    [id, workerId, project.id, project.expenseTaskId, count],
  );
  await client.query('select rebuild_sums($1)', [id]);
  await client.query('commit');
  client.release();
}

/** The report files that the database is reading. */
export async function filesBeingRead(app: TestApp) {
  const { rows } = await app.superuser.query<{ state: string; rows: number | null }>(
    `select a.state, p.tuples_processed::int as rows from pg_stat_activity a left join pg_stat_progress_copy p using (pid)
     where a.application_name = 'daybook files' and a.datname = current_database() and a.xact_start is not null`,
  );
  return rows;
}

export const untilFilesRead = (app: TestApp, count: number) =>
  vi.waitUntil(async () => (await filesBeingRead(app)).length === count, { timeout: 30_000, interval: 20 });
