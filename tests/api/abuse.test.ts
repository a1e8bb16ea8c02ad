// Attacks that succeeded against an earlier version; each with its number and its positive control.
import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { newAccessToken } from '#server/secrets/token-format.ts';
import { Actor, startTestApp, type TestApp, testPassword } from '../support/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it('A44: a body with tens of thousands of unknown fields gets a short refusal', async () => {
  const wrong = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]));
  const person = await test.person();
  const many = await person.send('PATCH', '/api/v1/settings', wrong(60_000));
  expect([many.status, many.problem?.code]).toEqual([422, 'field.unknown']);
  expect(many.text.length).toBeLessThan(50_000);
  const few = await person.send('PATCH', '/api/v1/settings', wrong(30));
  expect(few.problem?.errors).toHaveLength(30);
  const strangers = await test.visitor().send('POST', '/api/v1/sign-out', wrong(3_000));
  expect(strangers.problem?.code).toBe('request.too-large');
  expect((await test.visitor().send('POST', '/api/v1/sign-out', wrong(30))).problem?.code).toBe('field.unknown');
});

it('A44: a large body of an anonymous request is not read, on any endpoint', async () => {
  const person = await test.person();
  const send = async (url: string, headers: Record<string, string>) => {
    const payload = `{"k":${'['.repeat(500_000)}`;
    const request = {
      method: 'POST',
      url,
      payload,
      headers: { 'content-type': 'application/json', ...headers },
    } as const;
    return (await test.app.inject(request)).json().code;
  };
  const [known, forged] = [{ cookie: person.cookie }, { cookie: 'daybook_session=0123456789abcdef0123456789' }];
  const imports = '/api/v1/companies/00000000-0000-7000-8000-000000000000/imports/check';
  for (const url of ['/api/v1/companies', imports]) {
    expect([await send(url, {}), await send(url, forged)]).toEqual(['session.missing', 'session.missing']);
    expect(await send(url, { authorization: `Bearer ${newAccessToken()}` })).toBe('token.not-usable');
    expect(await send(url, known), 'read, and found to be no JSON').toBe('request.not-json');
  }
  for (const url of ['/api/v1/nowhere', '/api/v1/session']) expect(await send(url, {})).toBe('request.too-large');
  const small = await test.visitor().send('POST', '/api/v1/companies', { name: 'Small' });
  expect(small.problem?.code).toBe('session.missing');
});

it('an idempotency row of a password change cannot be used to guess the password', async () => {
  const person = await test.person();
  const rest = { currentPassword: testPassword, password: 'seven quiet otters at noon' };
  const key = { 'idempotency-key': 'change' };
  expect((await person.call('PUT /account/password', rest, key)).status).toBe(204);
  const plain = createHash('sha256')
    .update(JSON.stringify(['PUT', '/account/password', {}, rest]))
    .digest();
  const rows = 'select request_hash from signed_out_keys order by created_at desc limit 1';
  const kept = await test.superuser.query<{ request_hash: Buffer }>(rows);
  expect(kept.rows).toHaveLength(1);
  expect(kept.rows[0]?.request_hash.equals(plain)).toBe(false);
  const repeated = await person.call('PUT /account/password', rest, key);
  expect([repeated.status, repeated.headers['idempotent-replayed']]).toEqual([204, 'true']);
});

it('an id is compared in any spelling: a member deactivated by either spelling loses the live stream', async () => {
  const admin = await test.person('Founder');
  const founded = await admin.ok('POST /companies', { name: 'Spelt', timeZone: 'Asia/Jakarta', currency: 'IDR' });
  const shouted = await admin.ok('GET /companies/{companyId}', { companyId: founded.id.toUpperCase() });
  expect(shouted.id).toBe(founded.id);
  const notified: string[] = [];
  const listener = await test.superuser.connect();
  listener.on('notification', ({ payload }) => notified.push(payload ?? ''));
  await listener.query('listen live');
  const companyId = founded.id.toUpperCase();
  await admin.ok('PATCH /companies/{companyId}', { companyId, version: 1, name: 'Spelt otherwise' });
  await listener.query('select 1');
  listener.release(true);
  expect(notified.map((payload) => JSON.parse(payload).companyId)).toEqual([founded.id]);
});

it('an unhandled error is logged with its message and location, without values of the row', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => lines.push(line) });
  const app = await buildApp({ config: test.config, database: test.database, log });
  const person = await test.person();
  await test.superuser.query(`alter table users add constraint not_eve check (name <> 'Eve') not valid`);
  const actor = new Actor(app);
  actor.cookie = person.cookie;
  expect((await actor.call('PATCH /account', { name: 'Eve' })).status).toBe(500);
  await test.superuser.query('alter table users drop constraint not_eve');
  expect((await actor.call('PATCH /account', { name: 'Eve' })).status).toBe(200);
  await app.close();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('not_eve');
  expect(lines[0]).toContain('stack');
  expect(lines[0]).not.toContain(person.email);
});
