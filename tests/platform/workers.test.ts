// With WORKERS several processes serve requests. One that is killed is replaced; those of another release take over without a
// failed request; everything that was acknowledged exists afterwards.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, type RequestOptions, request } from 'node:http';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { apiPrefix } from '#contract/index.ts';
import { protocol } from '#server/process/messages.ts';
import { freePort } from '../support/free-port.ts';
import { askSupervisor, copyOfRelease } from '../support/release-copy.ts';
import { type ProcessClient, registerOn, type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { testFolder } from '../support/test-folder.ts';

// Generous, because the machine may be busy; only what never happens fails.
const patienceMs = 100_000;
vi.setConfig({ testTimeout: 400_000 });

const root = dirname(dirname(import.meta.dirname));
let dataDir: string;
let server: ServerProcess;
let metricsPort: number;
let client: ProcessClient;
let companyId: string;

beforeAll(async () => {
  dataDir = testFolder('workers');
  metricsPort = await freePort();
  server = await startServerProcess({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    WORKERS: '2',
    METRICS_PORT: String(metricsPort),
  });
  client = await registerOn(server);
  const company = await client.send('POST', '/companies', { name: 'Two', timeZone: 'UTC', currency: 'EUR' });
  companyId = z.object({ id: z.string() }).parse(JSON.parse(company.body)).id;
  await client.send('PUT', `/companies/${companyId}/seats`, { seats: 2 });
});

afterAll(async () => {
  connection.destroy();
  server.program.kill('SIGKILL');
  await server.ended;
  rmSync(dataDir, { recursive: true, force: true });
});

const state = z.object({ workers: z.array(z.object({ pid: z.number(), directory: z.string() })) });

const workers = async () => state.parse((await askSupervisor(dataDir, 'GET', '/')).body).workers;
const pids = async () => (await workers()).map(({ pid }) => pid);
const replaceBy = (directory: string) => askSupervisor(dataDir, 'POST', '/release', { directory });

let count = 0;
// A connection of its own, because a server may close one of those of `fetch` that was not used for seconds.
const connection = new Agent({ keepAlive: true, maxSockets: 1 });
async function createProject(): Promise<{ name: string; status: number | undefined }> {
  const name = `Project ${++count}`;
  const path = `${apiPrefix}/companies/${companyId}/projects`;
  const headers = { ...client.headers(), 'content-type': 'application/json' };
  const sent = { agent: connection, path, method: 'POST', headers, body: JSON.stringify({ name }) };
  return { name, status: await statusOver(sent) };
}

async function expectStored(acknowledged: readonly string[]): Promise<void> {
  const superuser = new pg.Client({ host: join(dataDir, 'postgres'), user: 'postgres', database: 'daybook' });
  await superuser.connect();
  const { rows } = await superuser.query<{ name: string }>('select name from projects');
  await superuser.end();
  const stored = new Set(rows.map(({ name }) => name));
  expect(acknowledged.filter((name) => !stored.has(name))).toEqual([]);
}

/** Requests over connections that stay open, as those of browsers and proxies, until `work` is done. */
async function whileRequested<T>(work: () => Promise<T>): Promise<{ result: T; failures: unknown[]; total: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const failures: unknown[] = [];
  let total = 0;
  let isOver = false;
  const requesting = Array.from({ length: 8 }, async () => {
    for (; !isOver; total += 1) {
      const status = await statusOver({ agent }).catch((error: unknown) => String(error));
      if (status !== 200) failures.push(status);
      await sleep(10);
    }
  });
  const result = await work().finally(() => {
    isOver = true;
  });
  await Promise.all(requesting);
  agent.destroy();
  return { result, failures, total };
}

function statusOver({
  path = '/ready',
  body,
  ...options
}: RequestOptions & { body?: string }): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(`${server.address}${path}`, options, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    })
      .once('error', reject)
      .end(body);
  });
}

test('the figures of all workers are answered together', async () => {
  const figures = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const workersOf = (name: string) => [
    ...figures.matchAll(new RegExp(`^${name}\\{.*worker="(\\d+)".*\\} \\S+$`, 'gm')),
  ];
  expect(workersOf('process_resident_memory_bytes').map(([, worker]) => worker)).toEqual(['1', '2']);
  const created = [...figures.matchAll(/^daybook_request_duration_seconds_count\{.*"foundCompany".*\} (\d+)$/gm)];
  expect(created.map(([, count]) => Number(count)).reduce((sum, count) => sum + count, 0)).toBe(1);
});

test('a connection that stays open does not stay with one worker', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const connections = new Set<unknown>();
  agent.on('free', (socket) => connections.add(socket));
  for (let number = 0; number < 420; number += 1) expect(await statusOver({ agent })).toBe(200);
  agent.destroy();
  expect(connections.size).toBe(3);
});

test('a killed worker is replaced, and what was acknowledged exists', async () => {
  const before = await pids();
  expect(before).toHaveLength(2);
  const acknowledged: string[] = [];
  for (let round = 0; round < 20; round += 1) {
    if (round === 5) process.kill(before[0] ?? 0, 'SIGKILL');
    const { name, status } = await createProject().catch(() => ({ name: '', status: undefined }));
    if (status === 200) acknowledged.push(name);
  }
  expect(acknowledged.length).toBeGreaterThan(10);
  await expect.poll(pids, { timeout: patienceMs }).toHaveLength(2);
  expect(await pids()).not.toContain(before[0]);
  expect(server.output()).toContain('a worker ended unexpectedly');
  await expectStored(acknowledged);
});

test('the workers of another release take over and hand back: no request fails, and live streams are opened again', async () => {
  const other = copyOfRelease();
  const before = await pids();
  const stream = openStream();
  const created: Awaited<ReturnType<typeof createProject>>[] = [];
  const { failures, total } = await whileRequested(async () => {
    for (const directory of [other, root]) {
      let isOver = false;
      const replacing = replaceBy(directory).finally(() => {
        isOver = true;
      });
      const second = await replaceBy(directory);
      expect(second).toMatchObject({ status: 409, body: { sentences: [expect.stringContaining('Another upgrade')] } });
      for (; !isOver; await sleep(20)) created.push(await createProject());
      expect(await replacing).toMatchObject({ status: 200, body: { workers: [{ directory }, { directory }] } });
    }
  });
  rmSync(other, { recursive: true });
  expect(failures).toEqual([]);
  expect(total).toBeGreaterThan(200);
  expect(new Set(created.map(({ status }) => status))).toEqual(new Set([200]));
  await expectStored(created.map(({ name }) => name));
  expect(await pids()).not.toEqual(expect.arrayContaining(before.slice(0, 1)));
  expect(await stream).toContain('event: hello');
  const again = new AbortController();
  const response = await fetch(liveAddress(), { headers: client.headers(), signal: again.signal });
  expect(response.status).toBe(200);
  again.abort();
});

test.each([
  ['ends during its start', 'process.exit(3);', /ended during its start \(exit code 3\)/],
  [
    'belongs to another supervisor',
    `process.send({ kind: 'started', protocol: ${protocol + 1} }); setInterval(() => {}, 1000);`,
    /cannot take over from the running one/,
  ],
])('a release that %s changes nothing', async (_, program, reason) => {
  const directory = mkdtempSync('/tmp/daybook-release-');
  mkdirSync(join(directory, 'server'));
  writeFileSync(join(directory, 'server', 'main.ts'), program);
  const before = await pids();
  const answer = await replaceBy(directory);
  rmSync(directory, { recursive: true });
  expect(answer).toMatchObject({ status: 409, body: { sentences: [expect.stringMatching(reason)] } });
  expect(await pids()).toEqual(before);
  expect(await server.status('/ready')).toBe(200);
});

test('SIGTERM ends all workers and the database', async () => {
  const running = await pids();
  server.program.kill('SIGTERM');
  expect(await server.ended).toMatchObject({ code: 0 });
  expect(running.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]);
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
});

const liveAddress = () => `${server.address}${apiPrefix}/companies/${companyId}/live`;

/** Resolves to everything that was sent, when the server has ended the stream. */
async function openStream(): Promise<string> {
  const response = await fetch(liveAddress(), { headers: client.headers() });
  return response.text();
}
