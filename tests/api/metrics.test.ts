// What Prometheus reads: every endpoint by its name in the contract, refusals, waits for connections, the queue and the sums.

import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { apiPrefix, endpoints } from '#contract/index.ts';
import { buildApp } from '#server/app.ts';
import { type OpenDatabase, openDatabase, openPool } from '#server/db/connect.ts';
import { createLog } from '#server/log.ts';
import { watchInstallation } from '#server/metrics/installation-metrics.ts';
import { createMetrics, type Metrics } from '#server/metrics/metrics.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { foundTestCompany, submitDay, type TestCompany } from '../support/company.ts';
import { unknownId } from '../support/principals.ts';

let fixture: TestApp;
let company: TestCompany;
let metrics: Metrics;
let app: FastifyInstance;
let database: OpenDatabase;

beforeAll(async () => {
  fixture = await startTestApp();
  company = await foundTestCompany(fixture);
  metrics = createMetrics('server');
  const { owner, app: asApp } = fixture.connections;
  database = openDatabase({ owner, app: asApp, observer: metrics.databaseObserver, poolSize: 2 });
  metrics.watchPools(database);
  app = await buildApp({ config: fixture.config, database, log: createLog('silent'), metrics });
});
afterAll(async () => {
  await app.close();
  await database.close();
  await fixture.close();
});

type Labels = Record<string, string>;

/** The value of a figure with these labels; null if it is not there. */
async function figure(name: string, labels: Labels = {}): Promise<number | null> {
  const found = (await figuresOf(name)).find((one) =>
    Object.entries(labels).every(([key, of]) => one.labels[key] === of),
  );
  return found?.value ?? null;
}

async function figuresOf(name: string): Promise<{ labels: Labels; value: number }[]> {
  const text = await metrics.registry.metrics();
  return [...text.matchAll(new RegExp(`^${name}\\{(.*)\\} (\\S+)$`, 'gm'))].map(([, labels = '', value]) => ({
    labels: Object.fromEntries([...labels.matchAll(/(\w+)="(.*?)"/g)].map(([, key, of]) => [key, of])),
    value: Number(value),
  }));
}

const cookie = () => company.admin.cookie;

test('each endpoint of the API is measured by its name, and nothing else is', async () => {
  for (const { method, path } of Object.values<Endpoint>(endpoints)) {
    const url = apiPrefix + path.replaceAll(/\{\w+\}/g, unknownId);
    await app.inject({ method, url, ...(method === 'GET' ? {} : { payload: {} }) });
  }
  for (const url of [`/no-page/${unknownId()}`, '/health', `${apiPrefix}/companies/${unknownId()}/live`])
    await app.inject({ method: 'GET', url });
  const named = (await figuresOf('daybook_request_duration_seconds_count')).map(({ labels }) => labels.endpoint);
  expect([...new Set(named)].sort()).toEqual([...Object.keys(endpoints), 'other'].sort());
});

test('a request counts with its status, a refusal with its code', async () => {
  const listed = () => figure('daybook_request_duration_seconds_count', { endpoint: 'listProjects', status: '200' });
  const refused = () => figure('daybook_refusals_total', { code: 'project.missing' });
  const url = `${apiPrefix}/companies/${company.id}/projects`;
  const before = { listed: (await listed()) ?? 0, refused: (await refused()) ?? 0 };
  await app.inject({ url, headers: { cookie: cookie() } });
  await app.inject({ url: `${url}/${unknownId()}`, headers: { cookie: cookie() } });
  expect(await listed()).toBe(before.listed + 1);
  expect(await refused()).toBe(before.refused + 1);
});

test('a request that waits for a connection is seen waiting, and its wait is measured', async () => {
  const waiting = () => figure('daybook_connections', { pool: 'requests', state: 'waiting' });
  const waited = () => figure('daybook_connection_wait_seconds_sum', { pool: 'requests' });
  expect(await waiting()).toBe(0);
  const before = (await waited()) ?? 0;
  const held = [await database.pool.connect(), await database.pool.connect()];
  const request = app.inject({ url: `${apiPrefix}/session`, headers: { cookie: cookie() } });
  await expect.poll(waiting).toBe(1);
  const startedAt = performance.now();
  await sleep(20);
  const leastSeconds = (performance.now() - startedAt) / 1_000;
  for (const client of held) client.release();
  expect((await request).statusCode).toBe(200);
  expect((await waited()) ?? 0).toBeGreaterThanOrEqual(before + leastSeconds);
});

test('the queue, the outbox, the sums and the disk are read when asked; without a database, the disk still is', async () => {
  const { ownerPool } = database;
  const readAgain = watchInstallation({ registry: metrics.registry, ownerPool, dataDir: '/' });
  const { id } = await submitDay(company, company.worker, '2026-11-02', '09:00', '10:00');
  await company.approver.ok('POST /companies/{companyId}/decisions', {
    companyId: company.id,
    decision: 'reject',
    notes: 'Twice',
    worklogs: [{ id, version: 1 }],
  });
  await ownerPool.query(
    `update graphile_worker._private_jobs set attempts = max_attempts where id = (
       select min(j.id) from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'send-mail')`,
  );
  await readAgain();
  expect(await figure('daybook_database_up')).toBe(1);
  expect(await figure('daybook_jobs', { task: 'send-mail', state: 'failed' })).toBe(1);
  expect(await figure('daybook_jobs', { task: 'send-mail', state: 'due' })).toBeGreaterThan(1);
  expect(await figure('daybook_oldest_due_job_seconds')).toBeGreaterThan(0);
  expect(await figure('daybook_notices_waiting')).toBeGreaterThan(0);
  expect(await figure('daybook_sum_changes_unfolded')).toBeGreaterThan(0);
  expect(await figure('daybook_disk_free_bytes')).toBeGreaterThan(0);
  const lost = openPool({ ...fixture.connections.owner, host: '/nonexistent' });
  metrics = createMetrics('server');
  await watchInstallation({ registry: metrics.registry, ownerPool: lost, dataDir: '/' })();
  await lost.end();
  expect(await figure('daybook_database_up')).toBe(0);
  expect(await figuresOf('daybook_jobs')).toEqual([]);
  expect(await figure('daybook_disk_free_bytes')).toBeGreaterThan(0);
});
