// A company with more worklogs than the buffers between the database and a reader hold, and the state of its file queries.
// Their notes do not compress well, so that a workbook is also larger than the buffers of a connection.

import { vi } from 'vitest';
import type { TestApp } from './app.ts';
import type { TestCompany } from './company.ts';

export const manyRows = 40_000;
export const bytesOfNotes = 1_000;

export async function fillWithRows(app: TestApp, company: TestCompany): Promise<void> {
  const client = await app.superuser.connect();
  await client.query("begin; set local session_replication_role = 'replica'");
  await client.query(
    `insert into worklogs (company_id, id, worker_id, project_id, task_id, kind, zone, day, amount_minor, currency, notes)
     select $1, gen_random_uuid(), $2, $3, $4, 'expense', 'UTC', date '2026-01-01' + n % 60, n, 'IDR', hashes.notes
     from generate_series(1, $5::int) n, lateral (
       select left(string_agg(md5(n::text || '-' || part), ''), $6::int) notes from generate_series(0, $6::int / 32) part
     ) hashes`,
    [company.id, company.worker.userId, company.project.id, company.project.expenseTaskId, manyRows, bytesOfNotes],
  );
  await client.query('select rebuild_sums($1)', [company.id]);
  await client.query('commit');
  await client.query('analyze worklogs');
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
