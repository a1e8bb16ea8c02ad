// What workers share: rate limits and live updates are those of one server, whichever worker a request reaches.
import { rmSync } from 'node:fs';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { apiPrefix } from '#contract/index.ts';
import { rateLimits } from '#server/request/rate-limit-table.ts';
import { testPassword } from '../support/app.ts';
import { freePort } from '../support/free-port.ts';
import { type EventStream, openStream } from '../support/http-listener.ts';
import { type ProcessClient, registerOn, type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { testFolder } from '../support/test-folder.ts';

vi.setConfig({ testTimeout: 400_000 });

const workers = ['1', '2', '3'];
const email = 'first@example.test';
let dataDir: string;
let metricsPort: number;
let server: ServerProcess;
let client: ProcessClient;
let companyId: string;

beforeAll(async () => {
  dataDir = testFolder('together');
  metricsPort = await freePort();
  server = await startServerProcess({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'fatal',
    WORKERS: String(workers.length),
    METRICS_PORT: String(metricsPort),
  });
  client = await registerOn(server, email);
  const company = await client.send('POST', '/companies', { name: 'Two', timeZone: 'UTC', currency: 'EUR' });
  companyId = z.object({ id: z.string() }).parse(JSON.parse(company.body)).id;
  await client.send('PUT', `/companies/${companyId}/seats`, { seats: 2 });
});

afterAll(async () => {
  server.program.kill('SIGTERM');
  await server.ended;
  rmSync(dataDir, { recursive: true, force: true });
});

/** Over a connection of its own, which any worker may accept. Resolves to the status. */
function post(path: string, body: unknown): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { ...client.headers(), 'content-type': 'application/json' };
    request(`${server.address}${apiPrefix}${path}`, { method: 'POST', agent: false, headers }, async (response) => {
      await text(response);
      resolve(response.statusCode ?? 0);
    })
      .once('error', reject)
      .end(JSON.stringify(body));
  });
}

/** By the number of the worker. */
async function figuresOf(name: string, endpoint?: string): Promise<Map<string, number>> {
  const figures = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const sums = new Map<string, number>();
  for (const [, labels = '', value] of figures.matchAll(new RegExp(`^${name}\\{(.*)\\} (\\S+)$`, 'gm'))) {
    const worker = /worker="(\d+)"/.exec(labels)?.[1] ?? '';
    if (endpoint === undefined || labels.includes(`endpoint="${endpoint}"`))
      sums.set(worker, (sums.get(worker) ?? 0) + Number(value));
  }
  return sums;
}

const requestsTo = (endpoint: string) => figuresOf('daybook_request_duration_seconds_count', endpoint);
const busy = (counts: ReadonlyMap<string, number>) => workers.filter((worker) => (counts.get(worker) ?? 0) > 0);

test('wrong passwords that several workers check together are no more than one server would check', async () => {
  const allowed = rateLimits.password.networkAndAddress.points;
  const statuses: number[] = [];
  // Some at a time, because each worker refuses what it has no room to check.
  for (let round = 0; round < 3 * allowed; round += 1) {
    const wrong = { email, password: `not ${testPassword}` };
    statuses.push(...(await Promise.all(Array.from({ length: 4 }, () => post('/sign-in', wrong)))));
  }
  expect(busy(await requestsTo('signIn')), 'every worker was tried').toEqual(workers);
  expect(statuses.filter((status) => status === 422)).toHaveLength(allowed);
  expect(new Set(statuses)).toEqual(new Set([422, 429]));
});

test('a change written through any worker is sent to the live streams of every worker', async () => {
  const streams: EventStream[] = [];
  await vi.waitUntil(
    async () => {
      streams.push(await openStream(server.address, { cookie: client.headers().cookie, bearer: '' }, companyId));
      return busy(await figuresOf('daybook_live_streams')).length === workers.length;
    },
    { timeout: 100_000, interval: 10 },
  );
  await Promise.all(streams.map((stream) => stream.until('event: hello')));
  const changes = (stream: EventStream) => stream.text().split('event: changed').length - 1;
  let created = 0;
  while (busy(await requestsTo('createProject')).length < workers.length || created < 20) {
    const before = streams.map(changes);
    created += 1;
    expect(await post(`/companies/${companyId}/projects`, { name: `Project ${created}` })).toBe(200);
    await vi.waitUntil(() => streams.every((stream, index) => changes(stream) > (before[index] ?? 0)), {
      timeout: 20_000,
      interval: 5,
    });
  }
  for (const stream of streams) stream.close();
  expect(streams.length).toBeLessThan(24);
});
