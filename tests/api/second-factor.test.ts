// The second factor: turning it on and off, what is stored, and signing in with it.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actor, codeIn, freshEmail, startTestApp, type TestApp, testPassword } from '../support/app.ts';
import { type AppFactor, appCode, clearLastStep, signInFirstStep, turnOnFactor } from '../support/second-factor.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const right = { currentPassword: testPassword };
const userIn = async (actor: Actor) => (await actor.ok('GET /session', {})).user?.uid ?? null;
const lastNotice = async ({ email }: Actor) =>
  (await test.mailsTo(email)).findLast(({ template }) => template === 'security-notice')?.params.change;
const lastCode = async (email: string, template: string) =>
  codeIn((await test.mailsTo(email)).findLast((mail) => mail.template === template));

async function secured(): Promise<{ owner: Actor; factor: AppFactor }> {
  const owner = await test.person('Owner');
  return { owner, factor: await turnOnFactor(test, owner) };
}

describe('turning the second factor on', () => {
  it('requires the password and the first code, ends the other sessions, and notifies the owner', async () => {
    const owner = await test.person();
    const other = test.visitor();
    await other.ok('POST /sign-in', { email: owner.email, password: testPassword });
    expect(await owner.codeOf('POST /account/second-factor', { currentPassword: 'not mine' })).toBe('password.wrong');
    const { secret, url } = await owner.ok('POST /account/second-factor', right);
    expect(url).toContain(`secret=${secret}`);
    expect(await owner.codeOf('PUT /account/second-factor', { code: '000000' })).toBe('factor.wrong-code');
    expect((await owner.ok('GET /account/second-factor', {})).turnedOnAt).toBeNull();
    expect(await userIn(other)).not.toBeNull();
    const code = await appCode(test, secret, 0);
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    const { recoveryCodes } = await owner.ok('PUT /account/second-factor', { code: spaced });
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await owner.ok('GET /account/second-factor', {})).toEqual({
      turnedOnAt: expect.any(String),
      recoveryCodesLeft: 10,
    });
    expect(await userIn(other)).toBeNull();
    expect(await userIn(owner)).toBe(owner.userId);
    expect(await lastNotice(owner)).toBe('second-factor-on');
    expect(await owner.codeOf('POST /account/second-factor', right)).toBe('factor.already-on');
    expect(await owner.codeOf('PUT /account/second-factor', { code })).toBe('factor.not-begun');
  });

  it('expires without the first code, and a newer secret replaces the older', async () => {
    const owner = await test.person();
    const { secret: older } = await owner.ok('POST /account/second-factor', right);
    const { secret } = await owner.ok('POST /account/second-factor', right);
    const turnOn = async (of: string) =>
      owner.codeOf('PUT /account/second-factor', { code: await appCode(test, of, 0) });
    expect(await turnOn(older)).toBe('factor.wrong-code');
    const age = (by: string) =>
      test.superuser.query(`update second_factors set begun_at = now() - $2::interval where user_id = $1`, [
        owner.userId,
        by,
      ]);
    await age('61 minutes');
    expect(await turnOn(secret)).toBe('factor.not-begun');
    await age('59 minutes');
    expect(await turnOn(secret)).toBe('allowed');
  });
});

describe('the stored values', () => {
  it('contain neither the secret nor a recovery code, and still repeat a lost response', async () => {
    const owner = await test.person();
    const begun = await owner.ok('POST /account/second-factor', right, { 'idempotency-key': 'begin' });
    expect(await owner.ok('POST /account/second-factor', right, { 'idempotency-key': 'begin' })).toEqual(begun);
    const first = { code: await appCode(test, begun.secret, 0) };
    const on = await owner.ok('PUT /account/second-factor', first, { 'idempotency-key': 'turn-on' });
    expect(await owner.ok('PUT /account/second-factor', first, { 'idempotency-key': 'turn-on' })).toEqual(on);
    const dump = await everything();
    expect(dump, 'the dump is one').toContain(owner.email);
    const [code = ''] = on.recoveryCodes;
    const bytes = Buffer.from(begun.secret);
    const spellings = [begun.secret, code, code.replaceAll('-', ''), encodeURIComponent(begun.url), begun.url];
    for (const spelling of [...spellings, bytes.toString('hex'), bytes.toString('base64'), rawHex(begun.secret)])
      expect(dump.toLowerCase()).not.toContain(spelling.toLowerCase());
    const hash = createHash('sha256').update(code.replaceAll('-', '')).digest('hex');
    expect(dump, 'only its hash').toContain(hash);
  });

  it('are useless in another person’s row', async () => {
    const [one, other] = [await secured(), await secured()];
    await test.superuser.query(
      `update second_factors set last_step = 0, sealed_secret =
         (select sealed_secret from second_factors where user_id = $1) where user_id = $2`,
      [one.owner.userId, other.owner.userId],
    );
    const code = await one.factor.codeAt(1);
    expect(await (await signInFirstStep(test, other.owner)).codeOf('POST /sign-in/second-factor', { code })).toBe(
      'factor.wrong-code',
    );
    expect(await (await signInFirstStep(test, one.owner)).codeOf('POST /sign-in/second-factor', { code })).toBe(
      'allowed',
    );
  });

  async function everything(): Promise<string> {
    const { rows: tables } = await test.superuser.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker')`,
    );
    const texts = await Promise.all(
      tables.map(async ({ name }) => {
        const { rows } = await test.superuser.query<{ row: string }>(`select t::text as row from ${name} t`);
        return rows.map(({ row }) => row).join('\n');
      }),
    );
    return texts.join('\n');
  }

  const rawHex = (base32: string): string => {
    const bits = [...base32].map((letter) =>
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
    );
    return (bits.join('').match(/.{8}/g) ?? [])
      .map((byte) => Number.parseInt(byte, 2).toString(16).padStart(2, '0'))
      .join('');
  };
});

describe('signing in with a second factor', () => {
  it('requires the code after the password', async () => {
    const { owner, factor } = await secured();
    const browser = await signInFirstStep(test, owner);
    const half = await browser.ok('GET /session', {});
    expect(half).toEqual({ user: null, roles: {}, companies: [], needsSecondFactor: true });
    expect(await browser.codeOf('GET /account/sessions', {})).toBe('session.missing');
    const answer = await browser.ok('POST /sign-in/second-factor', { code: await factor.codeAt(1) });
    expect(answer.user?.uid).toBe(owner.userId);
    expect(await browser.codeOf('GET /account/sessions', {})).toBe('allowed');
  });

  it('A31: distinguishes neither a wrong password from an unknown address, nor accounts with and without a second factor', async () => {
    const { owner } = await secured();
    const plain = await test.person();
    const signInReply = async (email: string) => {
      const visitor = test.visitor();
      const { status, problem, headers } = await visitor.call('POST /sign-in', { email, password: 'not the password' });
      return { status, code: problem?.code, detail: problem?.detail, cookie: headers['set-cookie'] };
    };
    expect(await signInReply(owner.email)).toEqual(await signInReply(freshEmail()));
    expect(await signInReply(plain.email)).toEqual(await signInReply(freshEmail()));
    const signedIn = await test.visitor().ok('POST /sign-in', { email: plain.email, password: testPassword });
    expect(Object.keys(signedIn).sort()).toEqual(['companies', 'roles', 'user']);
  });

  it('accepts each code once, none older than the last, and one of two concurrent ones', async () => {
    const { owner, factor } = await secured();
    const code = await factor.codeAt(1);
    const browsers = await Promise.all([
      signInFirstStep(test, owner),
      signInFirstStep(test, owner),
      signInFirstStep(test, owner),
    ]);
    const codes = await Promise.all(browsers.map((browser) => browser.codeOf('POST /sign-in/second-factor', { code })));
    expect(codes.toSorted()).toEqual(['allowed', 'factor.code-used', 'factor.code-used']);
    const late = await signInFirstStep(test, owner);
    expect(await late.codeOf('POST /sign-in/second-factor', { code: await factor.codeAt(0) })).toBe('factor.code-used');
    await clearLastStep(test, owner);
    expect(await late.codeOf('POST /sign-in/second-factor', { code })).toBe('allowed');
  });

  it('accepts each recovery code once, also concurrently, and notifies the owner', async () => {
    const { owner, factor } = await secured();
    const code = (factor.recoveryCodes[0] ?? '').toUpperCase().replaceAll('-', ' ');
    const browsers = await Promise.all([signInFirstStep(test, owner), signInFirstStep(test, owner)]);
    const codes = await Promise.all(browsers.map((browser) => browser.codeOf('POST /sign-in/recovery-code', { code })));
    expect(codes.toSorted()).toEqual(['allowed', 'factor.wrong-recovery-code']);
    expect(await lastNotice(owner)).toBe('recovery-code-used');
    await owner.ok('POST /sign-in', { email: owner.email, password: testPassword });
    const [other = ''] = factor.recoveryCodes.slice(1);
    await owner.ok('POST /sign-in/recovery-code', { code: other });
    expect((await owner.ok('GET /account/second-factor', {})).recoveryCodesLeft).toBe(8);
    const stranger = await secured();
    const foreign = await signInFirstStep(test, stranger.owner);
    expect(await foreign.codeOf('POST /sign-in/recovery-code', { code: factor.recoveryCodes[2] ?? '' })).toBe(
      'factor.wrong-recovery-code',
    );
  });

  it('requires the code after an emailed link and after a reset', async () => {
    const { owner, factor } = await secured();
    await test.visitor().ok('POST /sign-in-link', { email: owner.email });
    const reader = test.visitor();
    const half = await reader.ok('POST /link-actions/sign-in', { code: await lastCode(owner.email, 'sign-in-link') });
    expect([half.user, half.needsSecondFactor]).toEqual([null, true]);
    await test.visitor().ok('POST /password-reset', { email: owner.email });
    const password = 'seven quiet otters at noon';
    const code = await lastCode(owner.email, 'reset-password');
    await test.visitor().ok('POST /link-actions/reset-password', { code, password });
    const browser = test.visitor();
    expect((await browser.ok('POST /sign-in', { email: owner.email, password })).needsSecondFactor).toBe(true);
    const next = { code: await factor.codeAt(1) };
    expect(await reader.codeOf('POST /sign-in/second-factor', next), 'sessions of the old password are ended').toBe(
      'factor.not-pending',
    );
    expect(await browser.codeOf('POST /sign-in/second-factor', next)).toBe('allowed');
  });

  it('belongs to the browser of the first step, for ten minutes, until it is cancelled', async () => {
    const { owner, factor } = await secured();
    const code = await factor.codeAt(1);
    expect(await test.visitor().codeOf('POST /sign-in/second-factor', { code })).toBe('factor.not-pending');
    const left = await signInFirstStep(test, owner);
    const { cookie } = left;
    await left.ok('POST /sign-out', {});
    left.cookie = cookie;
    expect(await left.codeOf('POST /sign-in/second-factor', { code })).toBe('factor.not-pending');
    const planted = test.visitor();
    planted.cookie = 'daybook_session=a-token-that-somebody-else-knows';
    await planted.ok('POST /sign-in', { email: owner.email, password: testPassword });
    expect(planted.cookie).not.toContain('somebody-else-knows');
    const late = await signInFirstStep(test, owner);
    await test.superuser.query(`update pending_sign_ins set expires_at = now() where user_id = $1`, [owner.userId]);
    expect(await late.codeOf('POST /sign-in/second-factor', { code })).toBe('factor.not-pending');
    expect(await (await signInFirstStep(test, owner)).codeOf('POST /sign-in/second-factor', { code })).toBe('allowed');
  });
});

describe('guessing codes', () => {
  const guess = (browser: Actor) => browser.codeOf('POST /sign-in/second-factor', { code: '000000' });

  it('is limited to ten attempts in a browser, and the owner can still sign in', async () => {
    const { owner, factor } = await secured();
    const thief = await signInFirstStep(test, owner);
    for (let time = 0; time < 10; time++) expect(await guess(thief)).toBe('factor.wrong-code');
    expect(await guess(thief)).toBe('session.throttled');
    const recovery = { code: factor.recoveryCodes[0] ?? '' };
    expect(await thief.codeOf('POST /sign-in/recovery-code', recovery)).toBe('allowed');
    const browser = await signInFirstStep(test, owner);
    expect(await browser.codeOf('POST /sign-in/second-factor', { code: await factor.codeAt(1) })).toBe('allowed');
  });
});

describe('turning it off', () => {
  it('requires the password and a code, and then the password is sufficient again', async () => {
    const { owner, factor } = await secured();
    const off = (currentPassword: string, code: string) =>
      owner.codeOf('POST /account/second-factor/turn-off', { currentPassword, code });
    const code = await factor.codeAt(1);
    const waiting = await signInFirstStep(test, owner);
    expect(await off('not mine', code)).toBe('password.wrong');
    expect(await off(testPassword, '000000')).toBe('factor.wrong-code');
    expect(await off(testPassword, 'abcd-abcd-abcd-abcd')).toBe('factor.wrong-recovery-code');
    expect(await off(testPassword, code)).toBe('allowed');
    expect(await lastNotice(owner)).toBe('second-factor-off');
    expect(await off(testPassword, code)).toBe('factor.not-on');
    expect((await waiting.ok('GET /session', {})).needsSecondFactor, 'no code could be right').toBeUndefined();
    const signedIn = await test.visitor().ok('POST /sign-in', { email: owner.email, password: testPassword });
    expect(signedIn.user?.uid).toBe(owner.userId);
    expect(await owner.ok('GET /account/second-factor', {})).toEqual({ turnedOnAt: null, recoveryCodesLeft: 0 });
  });

  it('accepts a recovery code from an owner who has lost the app', async () => {
    const { owner, factor } = await secured();
    const code = factor.recoveryCodes[9] ?? '';
    expect(await owner.codeOf('POST /account/second-factor/turn-off', { ...right, code })).toBe('allowed');
  });

  it('generating new recovery codes requires both as well, and invalidates the older ones', async () => {
    const { owner, factor } = await secured();
    expect(await owner.codeOf('POST /account/recovery-codes', { ...right, code: '000000' })).toBe('factor.wrong-code');
    const { recoveryCodes } = await owner.ok('POST /account/recovery-codes', {
      ...right,
      code: await factor.codeAt(1),
    });
    expect(await lastNotice(owner)).toBe('recovery-codes-new');
    const browser = await signInFirstStep(test, owner);
    const by = (code = '') => browser.codeOf('POST /sign-in/recovery-code', { code });
    expect(await by(factor.recoveryCodes[0])).toBe('factor.wrong-recovery-code');
    expect(await by(recoveryCodes[0])).toBe('allowed');
  });
});

describe('credentials that outlast the session', () => {
  const token = { name: 'Payroll', lifetimeDays: 90, ...right } as const;

  it('require a code as well: creating an access token', async () => {
    const { owner, factor } = await secured();
    const make = (code?: string) =>
      owner.codeOf('POST /account/tokens', { ...token, ...(code === undefined ? {} : { code }) });
    expect([await make(), await make('000000')]).toEqual(['field.required', 'factor.wrong-code']);
    expect((await owner.ok('GET /account/tokens', {})).tokens).toEqual([]);
    expect(await make(await factor.codeAt(1))).toBe('allowed');
    expect(await (await test.person()).codeOf('POST /account/tokens', token)).toBe('allowed');
  });

  it('require a code as well: closing the account', async () => {
    const { owner, factor } = await secured();
    const close = (code?: string) =>
      owner.codeOf('POST /account/closing', { ...right, ...(code === undefined ? {} : { code }) });
    expect([await close(), await close('000000')]).toEqual(['field.required', 'factor.wrong-code']);
    expect((await owner.ok('GET /session', {})).user?.email).toBe(owner.email);
    expect(await close(factor.recoveryCodes[0])).toBe('allowed');
  });

  it('are limited to ten guesses in a signed-in browser', async () => {
    const { owner } = await secured();
    for (let time = 0; time < 10; time++)
      expect(await owner.codeOf('POST /account/closing', { ...right, code: '000000' })).toBe('factor.wrong-code');
    expect(await owner.codeOf('POST /account/tokens', { ...token, code: '000000' })).toBe('request.throttled');
  });
});

describe('recovering the address', () => {
  it('removes the second factor of an attacker, and keeps the previous one of its owner', async () => {
    for (const [age, isLeft] of [
      ['0 days', false],
      ['2 days', true],
    ] as const) {
      const { owner } = await secured();
      await test.superuser.query('update second_factors set turned_on_at = now() - $2::interval where user_id = $1', [
        owner.userId,
        age,
      ]);
      const email = freshEmail();
      await owner.ok('POST /account/email', { email, currentPassword: testPassword });
      await owner.ok('POST /link-actions/change-email', { code: await lastCode(email, 'change-email') });
      await test
        .visitor()
        .ok('POST /link-actions/recover-email', { code: await lastCode(owner.email, 'email-changed') });
      const { rowCount } = await test.superuser.query('select from second_factors where user_id = $1', [owner.userId]);
      expect(rowCount).toBe(isLeft ? 1 : 0);
    }
  });
});
