// The token that identifies a person to other services, verified as such a service does it: over HTTP, with another library.
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { claimsTokenLifetimeMinutes, signingKeyLifetimeDays, signingKeyOverlapMinutes } from '#domain/tokens.ts';
import { buildApp } from '#server/app.ts';
import { createLog } from '#server/log.ts';
import { getSigningKey, rotateSigningKeys } from '#server/tokens/signing-keys.ts';
import { Actor, startTestApp, type TestApp } from '../support/app.ts';
import { foundTestCompany, hire, type TestCompany } from '../support/company.ts';
import { listen } from '../support/http-listener.ts';

let test: TestApp;
let company: TestCompany;
let address: string;
beforeAll(async () => {
  test = await startTestApp({ TOKEN_AUDIENCE: 'payroll' });
  company = await foundTestCompany(test);
  address = await listen(test.app);
});
afterAll(() => test.close());

const expected = { audience: 'payroll', issuer: 'http://localhost:3000', algorithms: ['ES256'] };

/** Without cached keys, like a service that has just started. */
const verify = (token: string) =>
  jwtVerify(token, createRemoteJWKSet(new URL(`${address}/.well-known/jwks.json`)), expected);

const tokenOf = async (actor: Actor) => (await actor.ok('GET /token', {})).token;
const claimsOf = async (actor: Actor) => (await verify(await tokenOf(actor))).payload;

describe('the claims', () => {
  it('contain the identity, the current roles and the plan, for a few minutes', async () => {
    const { token, expiresAt } = await company.manager.ok('GET /token', {});
    const { payload, protectedHeader } = await verify(token);
    expect(payload).toEqual({
      sub: company.manager.userId,
      uid: company.manager.userId,
      email: company.manager.email,
      email_verified: true,
      planType: 'Premium',
      roles: { [company.id]: 'manager' },
      iss: 'http://localhost:3000',
      aud: 'payroll',
      iat: expect.any(Number),
      exp: (payload.iat ?? 0) + claimsTokenLifetimeMinutes * 60,
      jti: expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect(new Date(expiresAt).getTime()).toBe((payload.exp ?? 0) * 1000);
    expect(protectedHeader).toEqual({ alg: 'ES256', typ: 'JWT', kid: expect.any(String) });
    expect((await claimsOf(company.manager)).jti).not.toBe(payload.jti);
  });

  it('A36: omit a revoked role or membership from the next token on', async () => {
    const { admin, id: companyId } = company;
    const person = await hire(test, admin, companyId, 'reviewer', 'Going');
    const change = (now: { role?: 'worker'; isActive?: boolean }) =>
      admin.ok('PATCH /companies/{companyId}/members/{userId}', { companyId, userId: person.userId, ...now });
    await change({ role: 'worker' });
    expect((await claimsOf(person)).roles).toEqual({ [companyId]: 'worker' });
    await change({ isActive: false });
    expect(await claimsOf(person)).toMatchObject({ roles: {}, planType: 'Free' });
  });

  it('are issued to sessions only, and only after the address is verified', async () => {
    expect((await test.visitor().call('GET /token', {})).status).toBe(401);
    const fresh = test.visitor();
    const email = 'fresh@example.test';
    await fresh.ok('POST /sign-up', { name: 'Fresh', email, password: 'correct horse battery staple' });
    await fresh.ok('POST /sign-in', { email, password: 'correct horse battery staple' });
    expect(await fresh.codeOf('GET /token', {})).toBe('session.email-not-verified');
  });

  it('make a changed token invalid', async () => {
    const [head = '', body = '', signature = ''] = (await tokenOf(company.worker)).split('.');
    const forged = Buffer.from(body, 'base64url').toString().replace('worker', 'company admin');
    const token = [head, Buffer.from(forged).toString('base64url'), signature].join('.');
    await expect(verify(token)).rejects.toThrow('signature verification failed');
  });
});

describe('the keys', () => {
  const published = async (): Promise<Record<string, unknown>[]> => {
    const { text } = await test.visitor().send('GET', '/.well-known/jwks.json');
    return z.object({ keys: z.array(z.record(z.string(), z.unknown())) }).parse(JSON.parse(text)).keys;
  };
  const rotate = () => test.database.app.transaction().execute((db) => rotateSigningKeys(db, test.config.appSecret));
  const age = (minutes: number) =>
    test.superuser.query(`update signing_keys set signs_from = signs_from - make_interval(mins => $1)`, [minutes]);

  it('are published without the private key, for any origin, cacheable for minutes', async () => {
    await tokenOf(company.worker);
    const reply = await test.visitor().send('GET', '/.well-known/jwks.json');
    expect(reply.headers).toMatchObject({
      'content-type': expect.stringContaining('application/jwk-set+json'),
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
    });
    const [key, ...others] = await published();
    expect(others).toEqual([]);
    expect(Object.keys(key ?? {}).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
    const { rows } = await test.superuser.query('select kid, sealed_private, k::text as text from signing_keys k');
    expect(rows[0].kid).toBe(key?.kid);
    expect(rows[0].sealed_private.toString('latin1')).not.toContain('PRIVATE KEY');
  });

  it('are created once, although several servers need the first one concurrently', async () => {
    await test.superuser.query('delete from signing_keys');
    const tokens = await Promise.all(Array.from({ length: 8 }, () => tokenOf(company.worker)));
    expect(new Set(tokens.map((token) => decodeProtectedHeader(token).kid)).size).toBe(1);
    expect(await published()).toHaveLength(1);
    for (const token of tokens) await verify(token);
  });

  it('are created once, even if a transaction began before the first one existed', async () => {
    await test.superuser.query('delete from signing_keys');
    await test.database.app.transaction().execute(async (earlier) => {
      await sql`select now()`.execute(earlier);
      const { kid } = decodeProtectedHeader(await tokenOf(company.worker));
      expect((await getSigningKey(earlier, test.config.appSecret ?? '')).kid).toBe(kid);
    });
    expect(await published()).toHaveLength(1);
  });

  it('rotate with an overlap, so that every valid token finds its key', async () => {
    const kidOf = async () => decodeProtectedHeader(await tokenOf(company.worker)).kid;
    const first = await kidOf();
    await rotate();
    expect(await published()).toHaveLength(1);
    await age(signingKeyLifetimeDays * 24 * 60 + 1);
    await Promise.all([rotate(), rotate(), rotate()]);
    expect(await published(), 'the next one is published').toHaveLength(2);
    expect(await kidOf(), 'and does not sign yet').toBe(first);
    const last = await tokenOf(company.worker);
    await age(signingKeyOverlapMinutes + 1);
    const second = await kidOf();
    expect(second).not.toBe(first);
    await rotate();
    await verify(last);
    expect(await published()).toHaveLength(2);
    await age(claimsTokenLifetimeMinutes + signingKeyOverlapMinutes);
    await rotate();
    expect((await published()).map(({ kid }) => kid)).toEqual([second]);
    await verify(await tokenOf(company.worker));
  });

  it('sealed under another secret sign no new tokens, and issued tokens stay valid until they expire', async () => {
    const old = await tokenOf(company.worker);
    const config = { ...test.config, appSecret: 'another secret, which is as long as it must be' };
    const app = await buildApp({ config, database: test.database, log: createLog('silent') });
    const { body } = await new Actor(app).send('GET', '/api/v1/token', undefined, { cookie: company.worker.cookie });
    const { token } = z.object({ token: z.string() }).parse(body);
    expect(decodeProtectedHeader(token).kid).not.toBe(decodeProtectedHeader(old).kid);
    for (const one of [old, token]) await verify(one);
    await app.close();
  });
});
