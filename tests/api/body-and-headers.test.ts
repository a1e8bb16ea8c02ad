// Request bodies are parsed strictly, and every response has the security headers, also those that Node or a socket handler
// writes. Cases A40, A44 of docs/attack-cases.md.

import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiPrefix } from '#contract/index.ts';
import { buildApp } from '#server/app.ts';
import { type Actor, freshEmail, startTestApp, type TestApp, testPassword } from '../support/app.ts';
import { listen } from '../support/http-listener.ts';
import { fingerprint, openTenantsFixture, type TenantsFixture } from '../support/principals.ts';
import { png } from '../support/receipts.ts';
import { headersOfAll } from '../support/security-headers.ts';

let fixture: TenantsFixture;
let app: TestApp;
let admin: Actor;
beforeAll(async () => {
  fixture = await openTenantsFixture();
  app = fixture.test;
  admin = fixture.a.admin;
});
afterAll(() => fixture.close());

const companies = `${apiPrefix}/companies`;
const found = { name: 'Founded', timeZone: 'UTC', currency: 'EUR' };

describe('a body', () => {
  const post = (payload: Buffer, type = 'application/json') =>
    app.app.inject({
      method: 'POST',
      url: companies,
      payload,
      headers: { 'content-type': type, cookie: admin.cookie },
    });
  const json = JSON.stringify({ ...found, name: 'Größe' });

  test.each<[string, string]>([
    ['a name twice', '{"name":"x","timeZone":"UTC","currency":"EUR","name":"y"}'],
    ['a name twice, once escaped', '{"name":"x","timeZone":"UTC","currency":"EUR","\\u006eame":"y"}'],
    ['a name twice further in', '{"name":{"a":[{"b":1},{"b":1,"c":{},"b":2}]},"timeZone":"UTC","currency":"EUR"}'],
  ])('%s is refused as malformed', async (_, payload) => {
    const before = await fingerprint(app);
    const reply = await post(Buffer.from(payload));
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'request.duplicate-name']);
    expect(await fingerprint(app)).toBe(before);
  });

  test('equal names in different objects, and equal values, are accepted', async () => {
    const once = JSON.stringify({ ...found, name: '"name":"name","name"' });
    expect((await post(Buffer.from(once))).statusCode).toBe(200);
  });

  test.each<[string, Buffer, string]>([
    ['UTF-16, as it says', Buffer.from(json, 'utf16le'), 'application/json; charset=utf-16'],
    ['Latin 1, as it says', Buffer.from(json, 'latin1'), 'application/json;charset="ISO-8859-1"'],
    ['UTF-8 that claims UTF-16', Buffer.from(json), 'application/json; charset=utf-16'],
    ['Latin 1 that claims UTF-8', Buffer.from(json, 'latin1'), 'application/json; charset=utf-8'],
    ['bytes that are no text', Buffer.from('{"name":"\xff\xfe"}', 'latin1'), 'application/json'],
  ])('a body in %s is not read', async (_, payload, type) => {
    const reply = await post(payload, type);
    expect([reply.statusCode, reply.json().code]).toEqual([415, 'request.unsupported-type']);
  });

  test.each(['gzip', 'br', 'identity, deflate', ''])(
    'a body with the content encoding %j is not read',
    async (encoding) => {
      const headers = { cookie: admin.cookie, 'content-encoding': encoding };
      const request = { method: 'POST', payload: Buffer.from(json) } as const;
      for (const [url, type] of [
        [companies, 'application/json'],
        [`${companies}/${fixture.a.id}/receipts`, 'image/png'],
      ] as const) {
        const reply = await app.app.inject({ ...request, url, headers: { ...headers, 'content-type': type } });
        expect([reply.statusCode, reply.json().code]).toEqual([415, 'request.unsupported-type']);
      }
      const plain = { ...headers, 'content-type': 'application/json', 'content-encoding': 'Identity' };
      const read = await app.app.inject({ ...request, url: companies, payload: Buffer.from('{}'), headers: plain });
      expect([read.statusCode, read.json().code]).toEqual([422, 'field.required']);
    },
  );

  test.each([
    'a\u0007b',
    'a\nb',
    'a\u202eb',
    '\u2066a',
    'a\u2028b',
    '\u200b',
    '\u200d\u2060',
    'a\u001b[31mb',
    'Ac\u200bme',
    'Ac\u034fme',
    'Acme\ufe0f',
    'Ac\u200eme',
    'Acme\u200d',
  ])('the name %j is refused, for whatever it is one', async (name) => {
    const path = { companyId: fixture.a.id };
    const task = { name: 'Work', kind: 'timed' } as const;
    const project = { ...path, name: 'Plain', managerIds: [], tasks: [task] };
    expect(await admin.codeOf('POST /companies', { ...found, name })).toMatch(/^field\./);
    expect(await admin.codeOf('POST /companies/{companyId}/projects', { ...project, name })).toMatch(/^field\./);
    expect(
      await admin.codeOf('POST /companies/{companyId}/projects', { ...project, tasks: [{ ...task, name }] }),
    ).toMatch(/^field\./);
    const account = { name, email: freshEmail(), password: testPassword };
    expect(await app.visitor().codeOf('POST /sign-up', account)).toMatch(/^field\./);
  });

  test('copied direction marks are trimmed from a name together with spaces', async () => {
    const { name } = await admin.ok('POST /companies', { ...found, name: '\u200e Acme \u200f' });
    expect(name).toBe('Acme');
  });

  test('spaces that look the same are the same in a name', async () => {
    const { id: companyId, name } = await admin.ok('POST /companies', { ...found, name: 'Two  spaces\u00a0here' });
    expect(name).toBe('Two spaces here');
    await admin.ok('PUT /companies/{companyId}/seats', { companyId, seats: 2 });
    const create = (typed: string) =>
      admin.codeOf('POST /companies/{companyId}/projects', { companyId, name: typed, code: 'A  1', managerIds: [] });
    expect([await create('Alpha  Beta'), await create('alpha\u00a0 beta')]).toEqual(['allowed', 'project.name-taken']);
    const { projects } = await admin.ok('GET /companies/{companyId}/projects', { companyId });
    expect(projects.map((project) => [project.name, project.code])).toEqual([['Alpha Beta', 'A 1']]);
  });

  test('an address that was copied with invisible characters is the same address', async () => {
    const { email } = await app.person();
    for (const copied of [`\u202a${email}\u202c`, `\u2068${email.replace('@', '@\u2060')}\u2069`, `${email}\u200b`])
      expect(await app.visitor().codeOf('POST /sign-in', { email: copied, password: testPassword })).toBe('allowed');
    expect(await app.visitor().codeOf('POST /sign-in', { email: `a\u202fb${email}`, password: testPassword })).toBe(
      'field.invalid-email',
    );
  });

  test('names stored before such a character was refused can be read and replaced', async () => {
    const { id: companyId } = await admin.ok('POST /companies', { ...found, name: 'Old' });
    await admin.ok('PUT /companies/{companyId}/seats', { companyId, seats: 2 });
    const task = { name: 'Work', kind: 'timed' } as const;
    const project = await admin.ok('POST /companies/{companyId}/projects', {
      companyId,
      name: 'Old',
      code: 'OLD',
      managerIds: [],
      tasks: [task],
    });
    const old = 'O\u200bld';
    await app.superuser.query('update companies set name = $2 where id = $1', [companyId, old]);
    await app.superuser.query('update projects set name = $2, code = $2 where company_id = $1', [companyId, old]);
    await app.superuser.query('update tasks set name = $2 where company_id = $1', [companyId, old]);
    const company = await admin.ok('GET /companies/{companyId}', { companyId });
    expect(company.name).toBe(old);
    const path = { companyId, projectId: project.id };
    const { name, code, tasks } = await admin.ok('GET /companies/{companyId}/projects/{projectId}', path);
    expect([name, code, tasks.map((each) => each.name)]).toEqual([old, old, [old]]);
    const renamed = { companyId, version: company.version, name: 'New' };
    expect((await admin.ok('PATCH /companies/{companyId}', renamed)).name).toBe('New');
  });
});

describe('every response carries the security headers', () => {
  let address: URL;
  let receipt: { id: string; etag: string };
  beforeAll(async () => {
    address = new URL(await listen(app.app, 4760));
    const { body } = await fixture.a.worker.upload(fixture.a.id, png());
    receipt = { id: body.id, etag: `"${createHash('sha256').update(png()).digest('hex')}"` };
  });

  /** Sends these bytes and returns everything received until the connection ends. */
  async function answerTo(bytes: string): Promise<string> {
    const socket = connect(Number(address.port), '127.0.0.1');
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
      // A stream does not end; only its headers are checked.
      if (text.includes('text/event-stream')) socket.destroy();
    });
    socket.on('error', () => undefined).write(bytes);
    await new Promise((resolve) => socket.once('close', resolve));
    return text;
  }

  const ask = (method: string, path: string, more = '', body = '') =>
    `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${more}\r\n${body}`;

  const cookie = () => `Cookie: ${admin.cookie}\r\n`;
  const workerCookie = () => `Cookie: ${fixture.a.worker.cookie}\r\n`;
  const inCompany = (path: string) => `${companies}/${fixture.a.id}${path}`;

  test.each<[string, number, () => string]>([
    ['a page', 200, () => ask('GET', '/health')],
    ['JSON', 200, () => ask('GET', `${apiPrefix}/session`)],
    ['the description', 200, () => ask('GET', `${apiPrefix}/openapi.json`)],
    ['published keys', 200, () => ask('GET', '/.well-known/jwks.json')],
    ['captured mail', 200, () => ask('GET', '/dev/mail')],
    ['a stream', 200, () => ask('GET', inCompany('/live'), cookie())],
    ['a file', 200, () => ask('GET', inCompany('/reports/file?of=worklogs&format=csv'), cookie())],
    ['an archive', 200, () => ask('GET', inCompany('/archive'), cookie())],
    ['all data of a person', 200, () => ask('GET', `${apiPrefix}/account/download`, cookie())],
    [
      'nothing',
      204,
      () => ask('POST', `${apiPrefix}/sign-out`, 'Content-Length: 2\r\nContent-Type: application/json\r\n', '{}'),
    ],
    ['no session', 401, () => ask('GET', inCompany('/members'))],
    ['an unknown address', 404, () => ask('GET', `${apiPrefix}/nothing`)],
    ['a missing file', 404, () => ask('GET', '/assets/nothing.js')],
    ['what begins with a point', 404, () => ask('GET', '/.git/config')],
    ['a malformed address', 404, () => ask('GET', `${apiPrefix}/%zz`)],
    ['TRACE', 405, () => ask('TRACE', `${apiPrefix}/session`)],
    ['OPTIONS', 405, () => ask('OPTIONS', inCompany('/members'))],
    ['PROPFIND', 405, () => ask('PROPFIND', `${apiPrefix}/session`)],
    ['DELETE of a page', 405, () => ask('DELETE', '/login')],
    ['PUT of a check', 405, () => ask('PUT', '/health')],
    ['a tunnel', 405, () => 'CONNECT localhost:22 HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    [
      'a wrong type',
      415,
      () => ask('POST', `${apiPrefix}/sign-in`, 'Content-Type: text/plain\r\nContent-Length: 1\r\n', 'x'),
    ],
    ['another name', 421, () => 'GET / HTTP/1.1\r\nHost: rebound.example\r\nConnection: close\r\n\r\n'],
    ['no name', 421, () => 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['two names', 421, () => 'GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\nConnection: close\r\n\r\n'],
    ['an unknown verb', 400, () => ask('FOO', '/')],
    ['no HTTP', 400, () => 'hello\r\n\r\n'],
    ['two lengths', 400, () => ask('POST', '/', 'Content-Length: 1\r\nContent-Length: 2\r\n', 'xx')],
    [
      'what is known already',
      304,
      () => ask('GET', inCompany(`/receipts/${receipt.id}`), `${workerCookie()}If-None-Match: ${receipt.etag}\r\n`),
    ],
    [
      'a body that is too large',
      422,
      () => ask('POST', companies, `${cookie()}Content-Type: application/json\r\nContent-Length: 90000000\r\n`, '{'),
    ],
    [
      'a file that is too large',
      422,
      () => ask('POST', inCompany('/receipts?fileName=a.png'), `${workerCookie()}Content-Length: 90000000\r\n`, 'x'),
    ],
    ['an expectation', 417, () => ask('GET', '/health', 'Expect: miracles\r\n')],
    ['an endless header', 431, () => ask('GET', '/health', `X: ${'x'.repeat(70_000)}\r\n`)],
  ])('%s: %i', async (_, status, bytes) => {
    const [head = '', body = ''] = (await answerTo(bytes())).split(/\r\n\r\n/);
    expect(head.split('\r\n')[0]).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    for (const name of headersOfAll) expect(head.toLowerCase()).toContain(`\r\n${name}: `);
    expect(head).not.toMatch(/\r\n(server|x-powered-by):/i);
    if (status === 405) expect(head).toMatch(/\r\nallow: \S/i);
    if (status >= 400) expect(head).toContain('application/problem+json');
    expect(body).not.toMatch(/node_modules|at \w+ \(/);
  });
});

test('a refused guess is logged with its reason and address, without secrets', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const logged = await buildApp({ ...app, log });
  const send = (path: string, payload: unknown, headers = {}) =>
    logged.inject({
      method: 'POST',
      url: apiPrefix + path,
      remoteAddress: '203.0.113.7',
      payload: JSON.stringify(payload),
      headers: { 'content-type': 'application/json', ...headers },
    });
  const email = 'Somebody@Example.test';
  await send('/sign-in', { email, password: 'a wrong password' });
  await send('/sign-in', { email: email.toLowerCase(), password: 'another wrong one' });
  await send('/link-actions/verify-email', { code: 'a-guessed-code' });
  await send('/sign-out', {}, { authorization: 'Bearer a-guessed-token' });
  await logged.close();
  const found = lines.map((line) => JSON.parse(line));
  expect(found.map(({ reason, address }) => [reason, address])).toEqual([
    ['session.wrong-credentials', '203.0.113.7'],
    ['session.wrong-credentials', '203.0.113.7'],
    ['link.not-usable', '203.0.113.7'],
    ['token.not-usable', '203.0.113.7'],
  ]);
  expect(found[0].account).toMatch(/^[0-9a-f]{16}$/);
  expect(found[1].account).toBe(found[0].account);
  expect(lines.join()).not.toMatch(/wrong password|wrong one|guessed|somebody@/i);
});

describe('the session cookie', () => {
  const signInOn = async (environment: Record<string, string>) => {
    const other = await startTestApp(environment);
    const { origin, host } = new URL(other.config.baseUrl);
    const visitor = other.visitor();
    const email = freshEmail();
    await visitor.ok('POST /sign-up', { name: 'Somebody', email, password: testPassword }, { origin, host });
    const reply = await visitor.call('POST /sign-in', { email, password: testPassword }, { origin, host });
    await other.close();
    return { ...reply, cookie: String(reply.headers['set-cookie']) };
  };

  test('is HttpOnly and SameSite; over http it is not Secure, as the browser would drop it', async () => {
    const { cookie } = await signInOn({});
    expect(cookie).toMatch(/daybook_session=[\w-]{43};/);
    expect(cookie).toMatch(/; Path=\/;.*HttpOnly; SameSite=Lax$|; HttpOnly;.*SameSite=Lax/);
    expect(cookie).not.toMatch(/Secure|Domain=/);
  });

  test('over https it is Secure and has the __Host- prefix, and responses set HSTS', async () => {
    const { cookie, headers } = await signInOn({ BASE_URL: 'https://daybook.example' });
    expect(cookie).toMatch(/__Host-daybook_session=[\w-]{43};/);
    for (const flag of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']) expect(cookie).toContain(flag);
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });
});
