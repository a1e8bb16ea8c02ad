// Traces of a running server, as a collector of OpenTelemetry receives them: which spans there are, what belongs to what, that nothing in
// them is an id or a text, and that the end of the process sends the last ones.

import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { apiPrefix } from '#contract/index.ts';
import { freePort } from '../support/free-port.ts';
import { type ProcessClient, registerOn, type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { testFolder } from '../support/test-folder.ts';
import { waitUntil } from '../support/wait-until.ts';

const attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) });
const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes: z.array(attribute),
  status: z.looseObject({ code: z.number().optional() }).optional(),
});
type Span = z.infer<typeof span>;
const traces = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
});

const received: Span[] = [];
const bodies: string[] = [];
const requests: { path: string; authorization: string }[] = [];
let collector: Server;
let server: ServerProcess;
let client: ProcessClient;
let companyId: string;
let dataDir: string;

const caller = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const traceparent = `00-${caller.traceId}-${caller.spanId}-01`;

beforeAll(async () => {
  const port = await freePort();
  collector = createServer(async (request, response) => {
    const body = await text(request);
    requests.push({ path: request.url ?? '', authorization: request.headers.authorization ?? '' });
    bodies.push(body);
    const { resourceSpans } = traces.parse(JSON.parse(body));
    received.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)));
    response.setHeader('content-type', 'application/json').end('{}');
  }).listen(port, '127.0.0.1');
  dataDir = testFolder('traces');
  server = await startServerProcess({
    DATA_DIR: dataDir,
    BACKUP_PLACE: 'off',
    TRUST_PROXY: '127.0.0.1',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer of-the-collector',
  });
  client = await registerOn(server, 'traced.person@example.test');
  const founded = await client.send('POST', '/companies', {
    name: 'Traced Company',
    timeZone: 'Asia/Jakarta',
    currency: 'IDR',
  });
  companyId = z.object({ id: z.string() }).parse(JSON.parse(founded.body)).id;
});
afterAll(async () => {
  server.program.kill('SIGTERM');
  await server.ended;
  collector.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.address}${apiPrefix}${path}`, { headers: { ...client.headers(), ...headers } });

const named = (name: string): Span[] => received.filter((one) => one.name === name);
const route = `GET ${apiPrefix}/companies/:companyId`;

const arrived = (name: string, count = 1) => waitUntil(async () => named(name).length >= count, { timeout: 30_000 });

const valuesOf = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** All spans below this one. */
const below = (parent: Span): Span[] =>
  received.filter((one) => one.parentSpanId === parent.spanId).flatMap((one) => [one, ...below(one)]);

describe('a request', () => {
  test('has a span with the template of its route, and its transaction and statements below', async () => {
    await (await get(`/companies/${companyId}`)).text();
    await arrived(route);
    const [request] = named(route);
    expect(request && valuesOf(request)).toEqual({
      'http.request.method': 'GET',
      'http.route': `${apiPrefix}/companies/:companyId`,
      'http.response.status_code': 200,
      'daybook.endpoint': 'getCompany',
    });
    expect(request?.kind).toBe(2);
    const names = request ? below(request).map(({ name }) => name) : [];
    expect(names).toEqual(['transaction, read committed', 'select open_request']);
  });

  test('with a body has its statements below it as well', async () => {
    await arrived(`POST ${apiPrefix}/companies`);
    const [founding] = named(`POST ${apiPrefix}/companies`);
    const names = founding ? below(founding).map(({ name }) => name) : [];
    expect(names).toEqual(expect.arrayContaining(['insert companies', 'insert members', 'insert audit_events']));
  });

  test('that is refused names the reason, and is no failure', async () => {
    await (await fetch(`${server.address}${apiPrefix}/companies/${companyId}`)).text();
    await arrived(route, 2);
    const refused = named(route).find((one) => valuesOf(one)['http.response.status_code'] === 401);
    expect(refused && valuesOf(refused)['daybook.refusal']).toBe('session.missing');
    expect([undefined, 0]).toContain(refused?.status?.code);
  });

  test('continues the trace of a trusted proxy, and of nobody else', async () => {
    const path = '/settings';
    await (await get(path, { traceparent })).text();
    await arrived(`GET ${apiPrefix}${path}`);
    expect(named(`GET ${apiPrefix}${path}`)[0]?.traceId).not.toBe(caller.traceId);
    await (await get(path, { traceparent, 'x-forwarded-for': '203.0.113.7' })).text();
    await arrived(`GET ${apiPrefix}${path}`, 2);
    expect(named(`GET ${apiPrefix}${path}`)[1]).toMatchObject({ traceId: caller.traceId, parentSpanId: caller.spanId });
    await (await get(path, { traceparent: '00-zz-1-01', 'x-forwarded-for': '203.0.113.7' })).text();
    await arrived(`GET ${apiPrefix}${path}`, 3);
    expect(named(`GET ${apiPrefix}${path}`)[2]?.parentSpanId).toBeUndefined();
  });
});

test('a job has a span', async () => {
  await waitUntil(async () => received.some(({ name }) => name.startsWith('job ')), { timeout: 90_000 });
}, 100_000);

test('spans contain no id, address, name or secret of anybody', () => {
  const all = bodies.join('\n');
  const secrets = [companyId, 'traced.person', 'Traced Company', 'First', client.headers().cookie.split('=')[1] ?? '-'];
  for (const secret of secrets) expect(all).not.toContain(secret);
  expect(requests.length).toBeGreaterThan(0);
  expect(new Set(requests.map(({ path }) => path))).toEqual(new Set(['/v1/traces']));
  expect(new Set(requests.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer of-the-collector']));
});

test('the end of the process sends the last spans', async () => {
  const last = 'GET /.well-known/jwks.json';
  expect(named(last)).toEqual([]);
  await (await fetch(`${server.address}/.well-known/jwks.json`)).text();
  server.program.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
  expect(named(last)).toHaveLength(1);
});

test('a collector that does not answer delays neither requests nor the end of the process', async () => {
  const port = await freePort();
  const silent = createServer(() => undefined).listen(port, '127.0.0.1');
  const other = testFolder('traces');
  const own = await startServerProcess({
    DATA_DIR: other,
    BACKUP_PLACE: 'off',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
  });
  await waitUntil(async () => (await own.status(`${apiPrefix}/session`)) === 200, { timeout: 10_000 });
  own.program.kill('SIGTERM');
  const { code, afterMs } = await own.ended;
  expect(code).toBe(0);
  // Far below the ten seconds after which the exporter gives up; a busy machine needs some of it.
  expect(afterMs).toBeLessThan(8_000);
  silent.closeAllConnections();
  silent.close();
  rmSync(other, { recursive: true, force: true });
});
