// A company at full load does not slow down others: its reports are computed in a separate process of low priority, one at a
// time, and the queue is limited. Lists of people are read in a separate process of low priority, too.

import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import type { FastifyInstance } from 'fastify';
import type { PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { reportEndpoints } from '#contract/reports.ts';
import { buildApp } from '#server/app.ts';
import { createLog } from '#server/log.ts';
import { maxChunkBytes } from '#server/report-process/messages.ts';
import { openReportProcess, type ReportProcess } from '#server/report-process/process.ts';
import { reportHandlers } from '#server/reports/handlers.ts';
import type { Call } from '#server/request/call.ts';
import { Actor, startTestApp, type TestApp } from '../support/app.ts';
import { foundTestCompany, type TestCompany } from '../support/company.ts';

let app: TestApp;
let served: FastifyInstance;
let reports: ReportProcess;
let large: TestCompany;
let other: TestCompany;
let locked: PoolClient | undefined;

beforeAll(async () => {
  app = await startTestApp();
  const { config, connections, database } = app;
  const log = createLog('silent');
  const metrics = { port: 1, host: '127.0.0.1' };
  reports = openReportProcess({ config: { ...config, metrics }, connections, log });
  served = await buildApp({ config, database, log, reportProcess: reports });
  large = await foundTestCompany(app, { canary: 'Large' });
  other = await foundTestCompany(app, { canary: 'Other' });
  await fillWithTasks(large);
});
afterEach(async () => {
  await locked?.query('rollback');
  locked?.release();
  locked = undefined;
});
afterAll(async () => {
  await served.close();
  await reports.close();
  await app.close();
});

/** Generous, because the machine may be busy. */
const until = <T>(reached: () => T) => vi.waitUntil(reached, { timeout: 60_000, interval: 20 });

const breakdown = 'GET /companies/{companyId}/reports/breakdown';
const year = { from: '2026-01-01', to: '2026-12-31' };
const tasks = 250;

async function fillWithTasks({ id, project, worker }: TestCompany): Promise<void> {
  const client = await app.superuser.connect();
  await client.query("begin; set local session_replication_role = 'replica'");
  await client.query(
    `with made as (
       insert into tasks (company_id, id, project_id, name, kind)
       select $1, gen_random_uuid(), $2, 'Task ' || n, 'expense' from generate_series(1, $4::int) n returning id)
     insert into worklogs (company_id, id, worker_id, project_id, task_id, kind, zone, day, amount_minor, currency, notes)
     select $1, gen_random_uuid(), $3, $2, id, 'expense', 'UTC', '2026-03-02', 1000, 'IDR', '' from made`,
    [id, project.id, worker.userId, tasks],
  );
  await client.query('select rebuild_sums($1)', [id]);
  await client.query('commit');
  client.release();
}

/** The same person, using the application with the report process. */
function atServed({ cookie }: Actor): Actor {
  const actor = new Actor(served);
  actor.cookie = cookie;
  return actor;
}

/** Both companies send a request, so that neither is the only active one. */
async function bothActive(): Promise<void> {
  for (const { id, admin } of [large, other]) await admin.ok('GET /companies/{companyId}/projects', { companyId: id });
}

async function lockWorklogs(): Promise<void> {
  locked = await app.superuser.connect();
  await locked.query('begin; lock table worklogs in access exclusive mode');
}

const reportsWaiting = async (): Promise<number> => {
  const { rows } = await app.superuser.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where application_name = 'daybook heavy' and datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
};

test('while other companies are active, a report is computed by the report process, with the same result in bounded parts', async () => {
  await bothActive();
  const here = await large.admin.call(breakdown, { companyId: large.id, ...year });
  expect(reports.pid()).toBeNull();
  expect(await reports.metrics()).toBeNull();
  const there = await atServed(large.admin).call(breakdown, { companyId: large.id, ...year });
  expect([there.status, there.text]).toEqual([200, here.text]);
  expect(there.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(here.text)),
  });
  const pid = reports.pid();
  expect(pid).not.toBeNull();
  expect(getPriority(pid ?? 0)).toBeGreaterThan(getPriority());
  const call: Call = {
    endpoint: reportEndpoints.getReportBreakdown,
    handle: reportHandlers.getReportBreakdown,
    path: { companyId: large.id },
    rest: year,
    sessionToken: large.admin.cookie.split('=')[1] ?? '',
    browserToken: null,
    idempotencyKey: null,
    locale: 'en',
    client: { address: large.admin.address, userAgent: '' },
  };
  const text = await until(() => reports.compute(call));
  const lengths = text?.chunks.map(({ length }) => length) ?? [];
  expect(lengths.length).toBeGreaterThan(1);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(maxChunkBytes);
});

test('the report process answers with what it measures of itself', async () => {
  await until(async () => (await reports.metrics()) !== null);
  const found = await reports.metrics();
  const valuesOf = (name: string) => found?.find((one) => one.name === name)?.values;
  expect(valuesOf('process_resident_memory_bytes')).toMatchObject([{ labels: { process: 'reports' } }]);
  expect(valuesOf('daybook_connection_wait_seconds')).toContainEqual(
    expect.objectContaining({ labels: { pool: 'heavy', process: 'reports' } }),
  );
});

test('requests there are authorised in the same way', async () => {
  await bothActive();
  const asks = [
    [large.worker, large.id, year],
    [other.admin, large.id, year],
    [large.admin, large.id, { from: '2026-12-31', to: '2026-01-01' }],
  ] as const;
  for (const [actor, companyId, days] of asks) {
    const here = await actor.call(breakdown, { companyId, ...days });
    const there = await atServed(actor).call(breakdown, { companyId, ...days });
    expect([there.status, there.problem?.code]).toEqual([here.status, here.problem?.code]);
    expect(there.status).toBeGreaterThanOrEqual(400);
  }
});

test('one report per company runs, twenty per person wait, more are refused; other requests are served meanwhile', async () => {
  await bothActive();
  await lockWorklogs();
  const ask = () => atServed(large.admin).call(breakdown, { companyId: large.id, ...year });
  // The pause after the previous report may not be over: this report takes the slot first, then the others wait.
  const first = ask();
  await until(async () => (await reportsWaiting()) === 1);
  const requests = [first, ...Array.from({ length: 23 }, ask)];
  const answered: number[] = [];
  for (const one of requests) void one.then(({ status }) => answered.push(status));
  await until(() => answered.length === 3);
  expect(answered).toEqual([429, 429, 429]);
  await atServed(other.admin).ok('GET /companies/{companyId}/projects', { companyId: other.id });
  expect(await reportsWaiting()).toBe(1);
  await locked?.query('rollback');
  const statuses = (await Promise.all(requests)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(21);
});

test('a report process that exits is reported as an outage, and restarted for the next report', async () => {
  await bothActive();
  await atServed(large.admin).ok(breakdown, { companyId: large.id, ...year });
  const first = reports.pid();
  await lockWorklogs();
  const waiting = atServed(large.admin).call(breakdown, { companyId: large.id, ...year });
  await until(async () => (await reportsWaiting()) === 1);
  process.kill(first ?? 0, 'SIGKILL');
  const reply = await waiting;
  expect([reply.status, reply.problem?.code, reply.headers['retry-after']]).toEqual([503, 'server.unavailable', '1']);
  await locked?.query('rollback');
  await bothActive();
  await atServed(large.admin).ok(breakdown, { companyId: large.id, ...year });
  expect(reports.pid()).not.toBe(first);
  expect(reports.pid()).not.toBeNull();
});

test('a list of people is read by a process of lower priority than the server', async () => {
  const list = ['email', ...Array.from({ length: 2_000 }, (_, index) => `person.${index}@list.example`)].join('\n');
  const checked = large.admin.ok('POST /companies/{companyId}/imports/check', { companyId: large.id, text: list });
  const priorities = () => childProcesses('read-process.ts').map((pid) => getPriority(pid) > getPriority());
  await expect.poll(priorities, { interval: 10 }).toEqual([true]);
  expect((await checked).rows).toHaveLength(2_000);
});

/** Ids of the processes that the application of this test has started with such a command. */
const childProcesses = (command: string): number[] =>
  readdirSync('/proc/self/task')
    .flatMap((thread) => readFileSync(`/proc/self/task/${thread}/children`, 'utf8').match(/\d+/g) ?? [])
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(command))
    .map(Number);
