// The HTTP layer: allowed origins of writing requests, their format, headers of responses, and lost database connections.
// Cases A34, A40, A44 of docs/attack-cases.md.

import { connect } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { archiveEndpoints } from '#contract/archive.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { apiPrefix, type EndpointName, endpoints } from '#contract/index.ts';
import { reportFileEndpoints } from '#contract/report-files.ts';
import { type Actor, startTestApp, type TestApp } from '../support/app.ts';
import { setPolicies } from '../support/company.ts';
import { untilWaiting, withLocksHeld } from '../support/concurrent-transaction.ts';
import { listen } from '../support/http-listener.ts';
import { idsOf } from '../support/ids.ts';
import { fingerprint, openTenantsFixture, type TenantsFixture, unknownId } from '../support/principals.ts';
import { requestFor } from '../support/requests.ts';
import { connectionAs } from '../support/test-pipeline.ts';

let fixture: TenantsFixture;
let app: TestApp;
let admin: Actor;
beforeAll(async () => {
  fixture = await openTenantsFixture();
  app = fixture.test;
  admin = fixture.a.admin;
});
afterAll(() => fixture.close());

const isName = (name: string): name is EndpointName => name in endpoints;
const companies = `${apiPrefix}/companies`;
const found = { name: 'Founded', timeZone: 'UTC', currency: 'EUR' };

describe('A40: safe methods and cross-site requests change nothing', () => {
  // These record what was exported, and are refused to other sites like a write: tests/api/prepared-downloads.test.ts.
  const fileEndpoints: readonly string[] = [...Object.keys(reportFileEndpoints), ...Object.keys(archiveEndpoints)];
  const gets = Object.entries<Endpoint>(endpoints).filter(
    ([name, { method }]) => method === 'GET' && !fileEndpoints.includes(name),
  );

  test('no GET or HEAD of any endpoint changes a row', async () => {
    await setPolicies(fixture.a.admin, fixture.a.id, { logForOthers: true });
    // The first of each creates a key of the installation.
    for (const first of ['GET /token', 'GET /account/push'] as const) await admin.ok(first, {});
    const before = await fingerprint(app);
    for (const [name, endpoint] of gets) {
      if (!isName(name)) throw new Error(name);
      const { url } = requestFor(name, endpoint, idsOf(fixture.a));
      const actor = endpoint.can === 'worklogs.submit' ? fixture.a.worker : admin;
      expect([name, (await actor.send('GET', url)).status]).toEqual([name, 200]);
      await actor.send('HEAD', url);
    }
    expect(await fingerprint(app)).toBe(before);
  });

  test.each(['getReportFile', 'exportCompany'] as const)(
    '%s changes nothing but the audit log, and has no HEAD',
    async (name) => {
      const { url } = requestFor(name, endpoints[name], idsOf(fixture.a));
      const changed = async (act: () => Promise<unknown>) => {
        const before = (await fingerprint(app)).split('\n');
        await act();
        const after = (await fingerprint(app)).split('\n');
        return after.filter((line) => !before.includes(line)).map((line) => line.split(' ')[0]);
      };
      expect(await changed(() => admin.send('HEAD', url))).toEqual([]);
      expect(await changed(() => admin.send('GET', url))).toEqual(['audit_events']);
    },
  );

  test.each([
    ['another site by Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }],
    ['a sister site', { 'sec-fetch-site': 'same-site' }],
    ['an address typed in', { 'sec-fetch-site': 'none' }],
    ['another site by Origin', { origin: 'https://evil.example' }],
    ['a page without origin', { origin: 'null' }],
    ['another port', { origin: 'http://localhost:9999' }],
    ['an invalid origin', { origin: '][' }],
    ['a claimed own origin from another site', { origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' }],
  ])('a writing request from %s is refused before anything is done', async (_, headers) => {
    const before = await fingerprint(app);
    for (const [method, url, body] of [
      ['POST', companies, found],
      ['DELETE', `${apiPrefix}/account/sessions/${unknownId()}`, undefined],
      ['POST', `${apiPrefix}/sign-out`, {}],
    ] as const) {
      const { status, problem } = await admin.send(method, url, body, headers);
      expect([status, problem?.code]).toEqual([403, 'request.cross-site']);
    }
    expect(await fingerprint(app)).toBe(before);
  });

  test.each([
    ['a file of a report', () => `${companies}/${fixture.a.id}/reports/file?of=worklogs&format=csv`],
    ['all data of a person', () => `${apiPrefix}/account/download`],
    ['the archive of a company', () => `${companies}/${fixture.a.id}/archive`],
  ])('another site cannot use up an hourly limit: %s', async (_, url) => {
    const spent = async () =>
      (await app.superuser.query('select sum(points)::int as points from throttles')).rows[0].points;
    const from = (site: string) => admin.send('GET', url(), undefined, { 'sec-fetch-site': site });
    const before = await spent();
    for (const site of ['cross-site', 'same-site'])
      expect([site, (await from(site)).problem?.code]).toEqual([site, 'request.cross-site']);
    expect(await spent()).toBe(before);
    expect((await from('same-origin')).status).toBe(200);
    expect(await spent()).toBeGreaterThan(before ?? 0);
  });

  test.each([
    ['our own page', { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' }],
    ['our own page in an old browser', { origin: 'http://localhost:3000' }],
    ['a program without either', {}],
  ])('a writing request from %s is accepted', async (_, headers) => {
    expect((await admin.send('POST', companies, found, headers)).status).toBe(200);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml'])(
    'a body of %s is not read',
    async (type) => {
      const before = await fingerprint(app);
      const { status, problem } = await admin.send('POST', companies, found, { 'content-type': type });
      expect([status, problem?.code]).toEqual([415, 'request.unsupported-type']);
      expect(await fingerprint(app)).toBe(before);
    },
  );
});

describe('A44: invalid input is never answered with a 500', () => {
  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

  test.each<[string, string]>([
    ['NUL', JSON.stringify({ ...found, name: 'a\u0000b' })],
    ['a lone surrogate', '{"name":"\\ud800","timeZone":"UTC","currency":"EUR"}'],
    ['deep nesting', `{"name":${deep(100_000)},"timeZone":"UTC","currency":"EUR"}`],
    ['a huge number', '{"name":"x","timeZone":"UTC","currency":"EUR","weekStartsOn":1e400}'],
    ['a fraction', '{"name":"x","timeZone":"UTC","currency":"EUR","weekStartsOn":1.5}'],
    ['a prototype', '{"name":"x","timeZone":"UTC","currency":"EUR","__proto__":{"isAdmin":true}}'],
    ['a constructor', '{"name":"x","timeZone":"UTC","currency":"EUR","constructor":{"prototype":{}}}'],
    ['a field twice removed from the table', '{"name":"x","timeZone":"UTC","currency":"EUR","seats":99}'],
    ['a list', '[]'],
    ['a word', '"x"'],
    ['nothing', 'null'],
    ['half of it', '{"name":"x"'],
    ['spaces only', '   '],
  ])('%s', async (_, payload) => {
    const before = await fingerprint(app);
    const response = await app.app.inject({
      method: 'POST',
      url: companies,
      payload: Buffer.from(payload, 'latin1'),
      headers: { 'content-type': 'application/json', cookie: admin.cookie },
    });
    expect(response.statusCode).toBe(422);
    expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(await fingerprint(app)).toBe(before);
  });

  test.each([
    '%00',
    '%ff',
    '%ed%a0%80',
    `${'9'.repeat(400)}`,
    '-1',
    '1e9',
    '%27%3B+drop+table+users--',
    '%24%7B7*7%7D',
    '%5B%5D',
  ])('%s in every query field', async (value) => {
    const list = `${companies}/${fixture.a.id}/worklogs`;
    for (const field of [
      'from',
      'to',
      'projectIds',
      'workerIds',
      'statuses',
      'kinds',
      'sort',
      'page',
      'pageSize',
      'constructor',
      '__proto__',
    ]) {
      const { status } = await admin.send('GET', `${list}?${field}=${value}`);
      expect([field, status]).toEqual([field, 422]);
    }
    expect((await admin.send('GET', `${companies}/${fixture.a.id}/members?search=${value}`)).status).toBeLessThan(423);
    expect((await admin.send('GET', `${list}?page=1&page=2`)).status).toBe(422);
  });

  test.each([
    `${companies}/%00`,
    `${companies}/%ff`,
    `${companies}/%zz`,
    `${companies}/${'a'.repeat(5_000)}`,
    `${companies}/..%2f..%2fetc`,
    `${apiPrefix}//session`,
  ])('%s is answered with 404 and a problem, like any unknown path', async (url) => {
    const { status, problem, headers } = await admin.send('GET', url);
    expect([status, problem?.status, headers['x-content-type-options']]).toEqual([404, 404, 'nosniff']);
  });

  test('a body that is too large is refused without reading it', async () => {
    const { status, problem } = await admin.send('POST', companies, { ...found, name: 'x'.repeat(1_100_000) });
    expect([status, problem?.code]).toEqual([422, 'request.too-large']);
  });

  test.each([
    'x'.repeat(20_000),
    'daybook_session=',
    'daybook_session=%',
    `daybook_session=${'a'.repeat(300)}`,
    '=;;=',
    'daybook_session=\'"--',
  ])('an invalid cookie is no session', async (cookie) => {
    const visitor = app.visitor();
    visitor.cookie = cookie;
    const { status, body } = await visitor.send('GET', `${apiPrefix}/session`);
    expect([status, body]).toMatchObject([200, { user: null }]);
  });
});

describe('answers', () => {
  test('carry the security headers, whatever the status', async () => {
    for (const url of [
      `${apiPrefix}/session`,
      `${apiPrefix}/nothing`,
      '/health',
      '/ready',
      '/link-actions?mode=signIn&code=x',
    ]) {
      const { headers, status } = await app.visitor().send('GET', url);
      expect(status, url).not.toBe(405);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|\*|http:/);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
      });
      expect(headers['strict-transport-security']).toBeUndefined();
      expect(headers['x-powered-by'] ?? headers.server).toBeUndefined();
      if (url.startsWith(apiPrefix)) expect(headers['cache-control']).toBe('no-store');
    }
  });

  test('describe every error in the language of the caller', async () => {
    const wrong = { name: '', timeZone: 'Mars/Olympus', currency: 'XXL', surprise: 1 };
    const english = await admin.send('POST', companies, wrong);
    expect(english.problem).toMatchObject({
      type: expect.stringMatching(/^about:blank#field\./),
      title: 'Unprocessable Content',
      status: 422,
      requestId: english.headers['x-request-id'],
    });
    expect(english.problem?.errors?.map(({ path, code }) => `${path} ${code}`).sort()).toEqual([
      'currency field.invalid-currency',
      'name field.required',
      'surprise field.unknown',
      'timeZone field.invalid-time-zone',
    ]);
    const indonesian = await admin.send('POST', companies, wrong, { 'accept-language': 'fr,id;q=0.8' });
    const sentences = (reply: typeof english) => reply.problem?.errors?.map(({ message }) => message) ?? [];
    expect(sentences(indonesian)).toHaveLength(4);
    expect(sentences(indonesian).filter((sentence) => sentences(english).includes(sentence))).toEqual([]);
  });

  test('distinguish an unknown address from a wrong method, and list the allowed ones', async () => {
    const unknown = await admin.send('GET', `${apiPrefix}/no/such/thing`);
    expect([unknown.status, unknown.problem?.code]).toEqual([404, 'route.unknown']);
    const wrong = await admin.send('DELETE', companies);
    expect([wrong.status, wrong.problem?.code, wrong.headers.allow]).toEqual([
      405,
      'request.method-not-allowed',
      'GET, HEAD, POST',
    ]);
    for (const [path, allowed] of [
      [`${apiPrefix}/session`, 'GET, HEAD'],
      ['/login', 'GET, HEAD'],
    ] as const) {
      const query = await app.app.inject({ method: 'QUERY', url: path, headers: { host: 'localhost' } });
      expect([path, query.statusCode, query.headers.allow]).toEqual([path, 405, allowed]);
    }
    const onPage = await admin.send('POST', '/login', {});
    expect([onPage.status, onPage.headers.allow]).toEqual([405, 'GET, HEAD']);
    expect((await admin.send('GET', '/assets/no-such-file.js')).status).toBe(404);
  });
});

describe('HEAD', () => {
  const paths = ['/session', '/companies', '/openapi.json', '/no/such/thing'].map((path) => apiPrefix + path);

  test.each([...paths, '/health', '/ready', '/.well-known/jwks.json', '/dev/mail', '/dev/mail.json'])(
    '%s is answered as GET, without the body',
    async (path) => {
      const [get, head] = [await admin.send('GET', path), await admin.send('HEAD', path)];
      expect([head.status, head.text]).toEqual([get.status, '']);
      for (const name of ['content-type', 'content-length', 'content-security-policy'])
        expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
    },
  );

  test.each(['archive', 'reports/file?of=worklogs&format=csv', 'live', `reports/files/${crypto.randomUUID()}/content`])(
    'is refused where GET streams or sends only once: %s',
    async (path) => {
      const { status, headers, text } = await admin.send('HEAD', `${apiPrefix}/companies/${fixture.a.id}/${path}`);
      expect([status, headers.allow, text]).toEqual([405, 'GET', '']);
    },
  );
});

describe('a database outage', () => {
  test('is a 503 with Retry-After, and ends when the database is available again', async () => {
    const { database } = app.superuser.options;
    app.superuser.on('error', () => undefined);
    const elsewhere = new pg.Client({ ...connectionAs(app, 'postgres'), database: 'postgres' });
    await elsewhere.connect();
    const session = () => admin.send('GET', `${apiPrefix}/session`);
    const running = Promise.all(Array.from({ length: 10 }, session));
    await elsewhere.query(`alter database ${database} allow_connections false`);
    // Connections in use are closed too, which must end only the request on them. One that PostgreSQL was just
    // accepting is not listed yet, therefore they are closed until none is left for a request.
    await vi.waitUntil(
      async () => {
        await elsewhere.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database]);
        return (await session()).status === 503;
      },
      { timeout: 30_000 },
    );
    for (const { status } of await running) expect([200, 503]).toContain(status);
    for (let round = 0; round < 5; round++) {
      const { status, problem, headers } = await session();
      expect([status, problem?.code, headers['retry-after']]).toEqual([503, 'server.unavailable', '1']);
      expect(
        (await app.visitor().send('POST', `${apiPrefix}/sign-in`, { email: 'x@example.test', password: 'x' })).status,
      ).toBe(503);
    }
    expect([(await admin.send('GET', '/health')).status, (await admin.send('GET', '/ready')).status]).toEqual([
      200, 503,
    ]);
    await elsewhere.query(`alter database ${database} allow_connections true`);
    await elsewhere.end();
    expect([(await session()).status, (await admin.send('GET', '/ready')).status]).toEqual([200, 200]);
  });
});

test('an idle connection that was never used does not delay the shutdown', async () => {
  const other = await startTestApp();
  const { port } = new URL(await listen(other.app, 4750));
  const socket = connect(Number(port), '127.0.0.1');
  await new Promise((resolve) => socket.once('connect', resolve));
  // If it had to wait, this would exceed the timeout of the test.
  await other.close();
  expect(other.app.server.listening).toBe(false);
  socket.destroy();
});

test.each(['over a connection', 'without one'])(
  'a request that runs at the shutdown gets some time and then a response, %s',
  async (kind) => {
    const other = await startTestApp();
    const founder = await other.person();
    if (kind === 'over a connection') await listen(other.app, 4770);
    await withLocksHeld(other, [['lock table companies in access exclusive mode', []]], async () => {
      const stuck = createLate(other, founder);
      const isAnswered = stuck.then(() => true);
      await untilWaiting(other.superuser, 1);
      const begun = performance.now();
      const closing = other.app.close();
      // If it waited for an event that never happens, it would keep the lock and this test would never end.
      await expect.poll(() => Promise.race([isAnswered, false])).toBe(true);
      const lasted = performance.now() - begun;
      const { status, headers } = await stuck;
      expect([status, headers['content-type'], headers['retry-after']]).toEqual([
        503,
        'application/problem+json; charset=utf-8',
        '1',
      ]);
      // Timers may fire late on a busy machine, but never early.
      expect(lasted).toBeGreaterThan(600);
      await closing;
    });
    await other.close();
  },
);

/** A request over the network to the application's port. */
async function createLate({ app: { server } }: TestApp, founder: Actor) {
  const late = { name: 'Late', timeZone: 'UTC', currency: 'EUR' };
  const address = server.address();
  if (address === null || typeof address === 'string') return founder.call('POST /companies', late);
  const response = await fetch(`http://127.0.0.1:${address.port}${companies}`, {
    method: 'POST',
    headers: { cookie: founder.cookie, 'content-type': 'application/json' },
    body: JSON.stringify(late),
  });
  return { status: response.status, headers: Object.fromEntries(response.headers) };
}
