// Registering, signing in and out, and what responses must not reveal.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionEndpoints as endpoints } from '#contract/identity.ts';
import { passwordCost } from '#server/request/hashing.ts';
import { type Actor, codeIn, freshEmail, startTestApp, type TestApp, testPassword } from '../support/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

/** Registered, but the address is not verified yet. */
async function unverified(email = freshEmail(), password = testPassword): Promise<Actor> {
  const actor = test.visitor();
  actor.email = email;
  await actor.ok('POST /sign-up', { name: 'Somebody', email, password });
  return actor;
}

const templatesTo = async (email: string) => (await test.mailsTo(email)).map(({ template }) => template);
const lastCode = async (email: string) => codeIn((await test.mailsTo(email)).at(-1));

describe('registering', () => {
  it('creates no session, mails a link, and confirming it verifies and signs in', async () => {
    const actor = await unverified();
    expect(await actor.ok('GET /session', {})).toEqual({ user: null, roles: {}, companies: [] });
    expect(await templatesTo(actor.email)).toEqual(['verify-email']);

    const session = await actor.ok('POST /link-actions/verify-email', { code: await lastCode(actor.email) });
    expect(session.user).toMatchObject({ email: actor.email, emailVerified: true, customClaims: { planType: 'Free' } });
    expect(await actor.ok('GET /session', {})).toEqual(session);
  });

  it('stores the language of the registration', async () => {
    const actor = test.visitor();
    const email = freshEmail();
    await actor.ok('POST /sign-up', { name: 'Budi', email, password: testPassword }, { 'accept-language': 'id' });
    expect((await test.mailsTo(email))[0]?.locale).toBe('id');
    const { user } = await actor.ok('POST /link-actions/verify-email', { code: await lastCode(email) });
    expect(user?.settings, 'and no theme is chosen').toEqual({ locale: 'id' });
  });

  it('names every wrong field at once', async () => {
    const { problem } = await test.visitor().call('POST /sign-up', { name: ' ', email: 'nobody', password: '' });
    expect(problem?.status).toBe(422);
    expect(problem?.errors?.map(({ path, code }) => `${path} ${code}`)).toEqual([
      'name field.required',
      'email field.invalid-email',
      'password field.required',
    ]);
    const errorsOf = async (fields: Record<string, unknown>) =>
      (await test.visitor().send('POST', '/api/v1/sign-up', fields)).problem?.errors?.map(
        ({ path, code }) => `${path} ${code}`,
      );
    const [name, email] = ['name field.required', 'email field.invalid-email'];
    expect(await errorsOf({ name: '', email: 'x@', password: 'short' })).toEqual([
      name,
      email,
      'password password.too-short',
    ]);
    expect(await errorsOf({ name: '', email: 'x@', password: 'Basketball1' })).toEqual([
      name,
      email,
      'password password.common',
    ]);
    expect(await errorsOf({ name: 'Siti Rahma', email: 'x@', password: 'siti.rahma99' })).toEqual([
      email,
      'password password.personal',
    ]);
    expect(await errorsOf({ name: 'Siti', email: 'x@', password: 'correct horse battery', more: 1 })).toEqual([
      email,
      'more field.unknown',
    ]);
  });

  it.each([
    ['too short', 'nine sign', 'password.too-short'],
    ['common', 'Basketball1', 'password.common'],
    ['made of the name', 'siti.rahma99', 'password.personal'],
  ])('refuses a password that is %s', async (_, password, code) => {
    const input = { name: 'Siti Rahma', email: freshEmail(), password };
    expect(await test.visitor().codeOf('POST /sign-up', input)).toBe(code);
    expect(await test.mailsTo(input.email)).toEqual([]);
  });

  it('of one address by eight concurrent requests creates one account', async () => {
    const email = freshEmail();
    const input = { name: 'Racer', email, password: testPassword };
    const replies = await Promise.all(Array.from({ length: 8 }, () => test.visitor().call('POST /sign-up', input)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([204]));
    const { rows } = await test.superuser.query('select count(*)::int as people from users where email = $1', [email]);
    expect(rows).toEqual([{ people: 1 }]);
  });
});

describe('signing in and out', () => {
  it('accepts the address in any case and the password in any Unicode normalisation', async () => {
    const email = freshEmail();
    const first = await unverified(email, 'Käse über Brötchen');
    await first.ok('POST /link-actions/verify-email', { code: await lastCode(email) });
    const elsewhere = test.visitor();
    const input = { email: ` ${email.toUpperCase()} `, password: 'Käse über Brötchen'.normalize('NFD') };
    expect((await elsewhere.ok('POST /sign-in', input)).user?.email).toBe(email);
  });

  it('signing out revokes the session permanently', async () => {
    const actor = await test.person();
    const { cookie } = actor;
    await actor.ok('POST /sign-out', {});
    expect(actor.cookie).toBe('');
    actor.cookie = cookie;
    expect((await actor.ok('GET /session', {})).user).toBeNull();
  });

  it('stores only the hash of a session’s token, and creates a new one each time', async () => {
    const actor = await test.person();
    const first = actor.cookie;
    await actor.ok('POST /sign-in', { email: actor.email, password: testPassword });
    expect(actor.cookie).not.toBe(first);
    const { rows } = await test.superuser.query<{ token: string }>('select token from sessions where user_id = $1', [
      actor.userId,
    ]);
    expect(rows).toHaveLength(1);
    expect(actor.cookie).not.toContain(rows[0]?.token);
    actor.cookie = first.replace(/=.*/, `=${rows[0]?.token}`);
    expect((await actor.ok('GET /session', {})).user).toBeNull();
  });

  it('sets a cookie that scripts cannot read', async () => {
    const actor = await test.person();
    const reply = await actor.call('POST /sign-in', { email: actor.email, password: testPassword });
    expect(String(reply.headers['set-cookie'])).toMatch(
      /^daybook_session=[\w-]{43}; .*Path=\/;.*HttpOnly; SameSite=Lax/i,
    );
  });

  it('accepts any cookie header without an error', async () => {
    for (const cookie of [
      'daybook_session',
      'daybook_session=%E0%A4%A',
      '=; ;;=',
      'daybook_session="a b"',
      'x'.repeat(9_000),
    ]) {
      const reply = await test.visitor().send('GET', '/api/v1/session', undefined, { cookie });
      expect(reply.status).toBe(200);
    }
  });

  it('a session is extended by a visit, at most once a day and never beyond a year', async () => {
    const actor = await test.person();
    const days = async () => {
      const { rows } = await test.superuser.query<{ days: number }>(
        `select round(extract(epoch from expires_at - now()) / 86400)::int as days from sessions where user_id = $1`,
        [actor.userId],
      );
      return rows[0]?.days;
    };
    const age = (age: string, left: string) =>
      test.superuser.query(
        `update sessions set created_at = now() - $2::interval, updated_at = now() - $2::interval,
           expires_at = now() + $3::interval where user_id = $1`,
        [actor.userId, age, left],
      );
    await age('23 hours', '5 days');
    expect((await actor.call('GET /session', {})).headers['set-cookie']).toBeUndefined();
    expect(await days()).toBe(5);
    await age('25 hours', '5 days');
    expect((await actor.call('GET /session', {})).headers['set-cookie']).toContain('Expires=');
    expect(await days()).toBe(30);
    await age('360 days', '5 days');
    await actor.ok('GET /session', {});
    expect(await days()).toBe(5);
    await age('40 days', '-1 second');
    expect((await actor.ok('GET /session', {})).user).toBeNull();
  });
});

describe('A30: a session with an unverified address', () => {
  it('has access to few endpoints only, and to all of them after verification', async () => {
    const actor = await unverified();
    const session = await actor.ok('POST /sign-in', { email: actor.email, password: testPassword });
    expect(session.user?.emailVerified).toBe(false);
    const company = { name: 'Acme', timeZone: 'UTC', currency: 'EUR' };
    expect(await actor.codeOf('POST /companies', company)).toBe('session.email-not-verified');
    expect(await actor.codeOf('PATCH /account', { name: 'Other' })).toBe('session.email-not-verified');
    expect(await actor.codeOf('GET /account/sessions', {})).toBe('session.email-not-verified');
    expect(await actor.codeOf('PATCH /settings', { locale: 'id' })).toBe('allowed');
    expect(await actor.codeOf('POST /verification', {})).toBe('allowed');

    await actor.ok('POST /link-actions/verify-email', { code: await lastCode(actor.email) });
    expect(await actor.codeOf('POST /companies', company)).toBe('allowed');
  });
});

describe('A31: whether an address has an account', () => {
  const shapeOf = (headers: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(headers)
        .filter(([name]) => name !== 'x-request-id' && name !== 'date')
        .map(([name, value]) => [
          name,
          String(value)
            .replace(/=[\w-]{43};/, '=token;')
            .replace(/Expires=[^;]+/, ''),
        ]),
    );

  it('is not revealed by registering: the response is the same, and no session is created', async () => {
    const known = await test.person();
    const waiting = await unverified();
    const replies = [];
    for (const email of [known.email, waiting.email, freshEmail()]) {
      const actor = test.visitor();
      const reply = await actor.call('POST /sign-up', { name: 'Prober', email, password: testPassword });
      replies.push({ status: reply.status, text: reply.text, headers: shapeOf(reply.headers) });
      expect((await actor.ok('GET /session', {})).user).toBeNull();
    }
    expect(replies[0]).toEqual(replies[2]);
    expect(replies[1]).toEqual(replies[2]);
    expect(replies[0]?.status).toBe(204);
    expect(await templatesTo(known.email)).toEqual(['verify-email', 'already-registered']);
  });

  it('is not revealed by a wrong password, and the right one is accepted', async () => {
    const known = await test.person();
    const answers = [];
    for (const email of [known.email, freshEmail()]) {
      const reply = await test.visitor().call('POST /sign-in', { email, password: 'not the password' });
      answers.push({ ...reply.problem, requestId: '', headers: shapeOf(reply.headers) });
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.code).toBe('session.wrong-credentials');
    expect(await test.visitor().codeOf('POST /sign-in', { email: known.email, password: testPassword })).toBe(
      'allowed',
    );
  });

  it.each(['POST /sign-in-link', 'POST /password-reset', 'POST /verification-link'] as const)(
    'is not revealed by %s',
    async (route) => {
      const known = route === 'POST /verification-link' ? await unverified() : await test.person();
      const before = (await test.mailsTo(known.email)).length;
      const stranger = freshEmail();
      const replies = [];
      for (const email of [known.email, stranger]) {
        const reply = await test.visitor().call(route, { email });
        replies.push({ status: reply.status, text: reply.text, headers: shapeOf(reply.headers) });
      }
      expect(replies[0]).toEqual(replies[1]);
      expect(await test.mailsTo(known.email)).toHaveLength(before + 1);
      expect(await test.mailsTo(stranger)).toEqual([]);
      const { rows } = await test.superuser.query('select 1 from link_codes where email = $1', [stranger]);
      expect(rows).toEqual([]);
    },
  );

  it.each(['POST /sign-up', 'POST /sign-in-link', 'POST /password-reset', 'POST /verification-link'])(
    'is not revealed by the duration: %s takes at least a minimum that covers all it may have to do',
    async (route) => {
      const known = await test.person();
      const [method = '', path] = route.split(' ');
      const { minResponseMs = 0 } = Object.values(endpoints).find((row) => row.path === path) ?? {};
      expect(minResponseMs).toBeGreaterThanOrEqual(50);
      for (const email of [known.email, freshEmail()]) {
        const body = route === 'POST /sign-up' ? { name: 'Prober', email, password: testPassword } : { email };
        const start = performance.now();
        expect((await test.visitor().send(method, `/api/v1${path}`, body)).status).toBe(204);
        expect(performance.now() - start).toBeGreaterThan(minResponseMs - 2);
      }
    },
  );

  it('is not revealed by the duration of signing in: an unknown address costs one hash as well', async () => {
    const costly = await startTestApp({}, passwordCost);
    const known = await costly.person();
    const { rows } = await costly.superuser.query<{ password: string }>('select password from accounts');
    expect(rows).toMatchObject([{ password: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/) }]);
    const workOf = async (email: string) => {
      const before = process.cpuUsage();
      await costly.visitor().call('POST /sign-in', { email, password: 'not the password' });
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    for (let round = 0; round < 12; round++) await workOf(freshEmail());
    // The minimum processor time of twelve measurements of this process. They alternate, so that other load on the same processor
    // affects both kinds equally.
    let [forKnown, forUnknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let round = 0; round < 12; round++) {
      forKnown = Math.min(forKnown, await workOf(known.email));
      forUnknown = Math.min(forUnknown, await workOf(freshEmail()));
    }
    // The hash takes most of the time; without it, the time would be less than a third.
    expect(forUnknown / forKnown).toBeGreaterThan(0.6);
    expect(forUnknown / forKnown).toBeLessThan(1.6);
    await costly.close();
  });
});

describe('after a restore of the database', () => {
  it('the session says when, to people who are signed in only', async () => {
    const person = await test.person();
    const visitor = test.visitor();
    expect(await person.ok('GET /session', {})).not.toHaveProperty('restoredAt');
    await test.superuser.query(`update installation set restored_at = '2026-11-27 08:30:00.5+00'`);
    expect(await person.ok('GET /session', {})).toMatchObject({ restoredAt: '2026-11-27T08:30:00.500Z' });
    expect(await visitor.ok('GET /session', {})).not.toHaveProperty('restoredAt');
    await test.superuser.query('update installation set restored_at = null');
  });
});
