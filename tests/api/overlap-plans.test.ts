// Listing overlaps in a company that has just been filled, before PostgreSQL has statistics about it (after an import, or a
// restore). Checks the plan, not the time it takes.

import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../support/app.ts';
import { foundTestCompany, type TestCompany } from '../support/company.ts';
import { connectAsApp } from '../support/test-pipeline.ts';

let app: TestApp;
let known: TestCompany;
let fresh: TestCompany;
beforeAll(async () => {
  app = await startTestApp();
  known = await foundTestCompany(app, { canary: 'Known' });
  fresh = await foundTestCompany(app, { canary: 'Fresh' });
}, 120_000);
afterAll(() => app.close());

/** One worklog of half an hour in every hour, and a confirmed overlapping one for each of the last 150. */
async function fill({ id, worker, project }: TestCompany, hours: number) {
  const client = await app.superuser.connect();
  await client.query("begin; set local session_replication_role = 'replica'");
  await client.query(
    `insert into worklogs (company_id, id, worker_id, project_id, task_id, kind, zone, day, starts_at, ends_at, minutes, currency, notes, allows_overlap)
     select $1, gen_random_uuid(), $2, $3, $4, 'timed', 'UTC', starts_at::date, starts_at, starts_at + interval '30 minutes', 30, 'IDR', '', is_second
     from generate_series(0, $5::int) n, unnest(array[false, true]) is_second,
       lateral (select timestamp '2026-01-01' - n * interval '1 hour' as starts_at) at
     where not is_second or n < 150`,
    [id, worker.userId, project.id, project.timedTaskId, hours],
  );
  await client.query('commit');
  client.release();
}

type Statement = { text: string; values: unknown[] };

/** The statements that read a page and its overlaps. */
async function captureStatements(): Promise<{ page: Statement; overlaps: Statement }> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    const path = 'GET /companies/{companyId}/worklogs';
    const { worklogs } = await fresh.admin.ok(path, { companyId: fresh.id, pageSize: 100 });
    expect(worklogs.map(({ overlapping }) => overlapping.length)).toEqual(worklogs.map(() => 1));
    const statements = spy.mock.calls.map(([query]: unknown[]) => query).filter(isStatement);
    const containing = (text: string) => statements.find((one) => one.text.includes(text)) ?? { text: '', values: [] };
    return { page: containing('as "is_conflicting"'), overlaps: containing('subject_id') };
  } finally {
    spy.mockRestore();
  }
}

const isStatement = (query: unknown): query is Statement =>
  typeof query === 'object' && query !== null && 'text' in query && 'values' in query;

const explained = z.tuple([
  z.object({ 'QUERY PLAN': z.tuple([z.looseObject({ Plan: z.looseObject({ 'Shared Hit Blocks': z.int() }) })]) }),
]);

/** The number of blocks that the statement reads. */
async function blocksOf({ text, values }: Statement): Promise<number> {
  const client = await connectAsApp(app);
  await client.query('begin');
  const person = `select set_config('app.company_id', $1, true), set_config('app.user_id', $2, true)`;
  await client.query(person, [fresh.id, fresh.admin.userId]);
  const { rows } = await client.query({ text: `explain (analyze, buffers, format json) ${text}`, values });
  await client.end();
  return explained.parse(rows)[0]['QUERY PLAN'][0].Plan['Shared Hit Blocks'];
}

test('reads the days around each worklog, not the company for each', async () => {
  await app.superuser.query('alter table worklogs set (autovacuum_enabled = false)');
  await fill(known, 20_000);
  await app.superuser.query('analyze worklogs');
  await fill(fresh, 4_000);
  const { page, overlaps } = await captureStatements();
  // A hundred index searches of seven days each. Reading the whole company for each of a hundred rows would be 400,000 blocks.
  const [flags, pairs] = [await blocksOf(page), await blocksOf(overlaps)];
  expect(pairs).toBeLessThan(40_000);
  expect(flags).toBeLessThan(40_000);
});
