// Emailed links: valid once and for one purpose, replaced by newer ones, and without effect until a button is pressed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkLifetimeMinutes, linkModes } from '#domain/links.ts';
import { type Actor, codeIn, freshEmail, startTestApp, type TestApp, testPassword } from '../support/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const otherPassword = 'seven quiet otters at noon';

const lastMail = async (email: string, template: string) =>
  (await test.mailsTo(email)).findLast((mail) => mail.template === template);
const lastCode = async (email: string, template: string) => codeIn(await lastMail(email, template));

async function signedUp(): Promise<Actor> {
  const actor = test.visitor();
  actor.email = freshEmail();
  await actor.ok('POST /sign-up', { name: 'Somebody', email: actor.email, password: testPassword });
  return actor;
}

async function resetCode(actor: Actor): Promise<string> {
  await test.visitor().ok('POST /password-reset', { email: actor.email });
  return lastCode(actor.email, 'reset-password');
}

async function signInCode(actor: Actor): Promise<string> {
  await test.visitor().ok('POST /sign-in-link', { email: actor.email });
  return lastCode(actor.email, 'sign-in-link');
}

const canSignIn = async (email: string, password: string) =>
  (await test.visitor().codeOf('POST /sign-in', { email, password })) === 'allowed';

describe('a link', () => {
  it('works once, for any number of concurrent requests', async () => {
    const code = await signInCode(await test.person());
    const codes = await Promise.all(
      Array.from({ length: 6 }, () => test.visitor().codeOf('POST /link-actions/sign-in', { code })),
    );
    expect(codes.toSorted()).toEqual(['allowed', ...Array.from({ length: 5 }, () => 'link.not-usable')]);
  });

  it('gets the same response when used, expired, replaced or unknown', async () => {
    const person = await test.person();
    const used = await signInCode(person);
    await test.visitor().ok('POST /link-actions/sign-in', { code: used });
    const replaced = await signInCode(person);
    const expired = await signInCode(person);
    await test.superuser.query(
      `update link_codes set expires_at = now() where user_id = $1 and purpose = 'signIn' and voided_at is null`,
      [person.userId],
    );
    const usable = await resetCode(person);
    const answers = [];
    for (const code of [used, replaced, expired, 'x'.repeat(43)])
      for (const act of ['POST /link-actions/sign-in', 'POST /link-actions/verify-email'] as const)
        answers.push({ ...(await test.visitor().call(act, { code })).problem, requestId: '' });
    for (const code of [used, replaced, expired])
      answers.push({
        ...(await test.visitor().call('POST /link-actions/inspect', { mode: 'signIn', code })).problem,
        requestId: '',
      });
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 422, code: 'link.not-usable' });
    expect(await test.visitor().codeOf('POST /link-actions/inspect', { mode: 'resetPassword', code: usable })).toBe(
      'allowed',
    );
  });

  it('is stored as a hash and expires by its purpose and the database’s clock', async () => {
    const person = await test.person();
    const code = await resetCode(person);
    const { rows } = await test.superuser.query(
      `select code_hash = sha256($2) as "isHash", round(extract(epoch from expires_at - created_at) / 60)::int as minutes
       from link_codes where user_id = $1 and purpose = 'resetPassword'`,
      [person.userId, Buffer.from(code)],
    );
    expect(rows).toEqual([{ isHash: true, minutes: linkLifetimeMinutes.resetPassword }]);
  });

  it('A34: is not consumed when it is opened, and its code is never in a URL of the API', async () => {
    const person = await test.person();
    const code = await signInCode(person);
    const mail = await lastMail(person.email, 'sign-in-link');
    expect(mail?.params.url).toBe(`http://localhost:3000/link-actions?mode=signIn&code=${code}`);
    await test.visitor().send('GET', `/link-actions?mode=signIn&code=${code}`);
    for (let time = 0; time < 3; time++)
      expect(await test.visitor().ok('POST /link-actions/inspect', { mode: 'signIn', code })).toEqual({
        mode: 'signIn',
        email: person.email,
        needsPassword: false,
        invite: null,
      });
    expect((await test.visitor().send('GET', `/api/v1/link-actions/sign-in?code=${code}`)).status).toBe(405);
    expect(await test.visitor().codeOf('POST /link-actions/sign-in', { code })).toBe('allowed');
  });

  it('A28: of one purpose is invalid for every other', async () => {
    const person = await test.person();
    const code = await resetCode(person);
    for (const mode of linkModes.filter((other) => other !== 'resetPassword'))
      expect(await test.visitor().codeOf('POST /link-actions/inspect', { mode, code })).toBe('link.not-usable');
    const others = [
      'POST /link-actions/sign-in',
      'POST /link-actions/verify-email',
      'POST /link-actions/change-email',
      'POST /link-actions/recover-email',
      'POST /link-actions/accept-invite',
    ] as const;
    for (const route of others) expect(await test.visitor().codeOf(route, { code })).toBe('link.not-usable');
    expect(await test.visitor().codeOf('POST /link-actions/reset-password', { code, password: otherPassword })).toBe(
      'allowed',
    );
  });
});

describe('resetting the password', () => {
  it('ends every session, notifies the person, and the new password works', async () => {
    const person = await test.person();
    const second = test.visitor();
    await second.ok('POST /sign-in', { email: person.email, password: testPassword });
    await person.ok('POST /link-actions/reset-password', { code: await resetCode(person), password: otherPassword });
    expect((await second.ok('GET /session', {})).user).toBeNull();
    expect((await person.ok('GET /session', {})).user).toBeNull();
    expect(await lastMail(person.email, 'password-changed')).toBeDefined();
    expect(await canSignIn(person.email, testPassword)).toBe(false);
    expect(await canSignIn(person.email, otherPassword)).toBe(true);
  });

  it('keeps the link valid when the new password is refused', async () => {
    const person = await test.person();
    const code = await resetCode(person);
    const reset = (password: string) => test.visitor().codeOf('POST /link-actions/reset-password', { code, password });
    expect(await reset('short')).toBe('password.too-short');
    expect(await reset(otherPassword)).toBe('allowed');
  });

  it('A27: is impossible by a link created before the password was changed', async () => {
    const person = await test.person();
    const [reset, signIn] = [await resetCode(person), await signInCode(person)];
    await person.ok('PUT /account/password', { currentPassword: testPassword, password: otherPassword });
    const attempt = { code: reset, password: 'an attacker was here first' };
    expect(await test.visitor().codeOf('POST /link-actions/reset-password', attempt)).toBe('link.not-usable');
    expect(await test.visitor().codeOf('POST /link-actions/sign-in', { code: signIn })).toBe('link.not-usable');

    const fresh = { code: await resetCode(person), password: 'a password of my own choice' };
    expect(await test.visitor().codeOf('POST /link-actions/reset-password', fresh)).toBe('allowed');
  });
});

describe('A29: an address that a stranger registered first', () => {
  /** The stranger is signed in, without a verified address. */
  async function strangerRegisters(): Promise<Actor> {
    const stranger = await signedUp();
    await stranger.ok('POST /sign-in', { email: stranger.email, password: testPassword });
    return stranger;
  }

  async function expectStrangerIsOut(stranger: Actor): Promise<void> {
    expect((await stranger.ok('GET /session', {})).user).toBeNull();
    expect(await canSignIn(stranger.email, testPassword)).toBe(false);
  }

  it('is not verified by the owner’s click: it requires the password, which the owner does not know', async () => {
    const stranger = await strangerRegisters();
    const owner = test.visitor();
    const code = await lastCode(stranger.email, 'verify-email');
    expect((await owner.ok('POST /link-actions/inspect', { mode: 'verifyEmail', code })).needsPassword).toBe(true);
    const refused = await owner.call('POST /link-actions/verify-email', { code });
    expect(refused.problem?.errors).toMatchObject([{ path: 'password', code: 'field.required' }]);
    expect(await owner.codeOf('POST /link-actions/verify-email', { code, password: otherPassword })).toBe(
      'password.wrong',
    );
    expect((await stranger.ok('GET /session', {})).user?.emailVerified).toBe(false);
  });

  it('is not verified by a browser that registered another address or is signed in to another account', async () => {
    const stranger = await strangerRegisters();
    const code = await lastCode(stranger.email, 'verify-email');
    for (const other of [await signedUp(), await test.person()])
      expect(await other.codeOf('POST /link-actions/verify-email', { code })).toBe('field.required');
  });

  it('is verified by the person who registered: by a click in that browser, elsewhere with the password', async () => {
    const here = await signedUp();
    const code = await lastCode(here.email, 'verify-email');
    expect((await here.ok('POST /link-actions/inspect', { mode: 'verifyEmail', code })).needsPassword).toBe(false);
    expect(await here.codeOf('POST /link-actions/verify-email', { code })).toBe('allowed');
    expect(await canSignIn(here.email, testPassword)).toBe(true);

    const { email } = await signedUp();
    const input = { code: await lastCode(email, 'verify-email'), password: testPassword };
    expect(await test.visitor().codeOf('POST /link-actions/verify-email', input)).toBe('allowed');
  });

  it('belongs to the owner only after signing in by link', async () => {
    const stranger = await strangerRegisters();
    const owner = test.visitor();
    const session = await owner.ok('POST /link-actions/sign-in', { code: await signInCode(stranger) });
    expect(session.user?.emailVerified).toBe(true);
    await expectStrangerIsOut(stranger);
    const code = await lastCode(stranger.email, 'verify-email');
    expect(await stranger.codeOf('POST /link-actions/verify-email', { code })).toBe('link.not-usable');
  });

  it('belongs to the owner only after resetting the password', async () => {
    const stranger = await strangerRegisters();
    const reset = { code: await resetCode(stranger), password: otherPassword };
    await test.visitor().ok('POST /link-actions/reset-password', reset);
    await expectStrangerIsOut(stranger);
    expect(await canSignIn(stranger.email, otherPassword)).toBe(true);
  });

  it('belongs to the latest registration while it is unverified', async () => {
    const stranger = await strangerRegisters();
    const owner = test.visitor();
    await owner.ok('POST /sign-up', { name: 'Owner', email: stranger.email, password: otherPassword });
    await owner.ok('POST /link-actions/verify-email', { code: await lastCode(stranger.email, 'verify-email') });
    await expectStrangerIsOut(stranger);
    expect((await owner.ok('GET /session', {})).user).toMatchObject({ name: 'Owner', emailVerified: true });
  });

  it('keeps the password of its registration after signing in by link in the same browser', async () => {
    const person = await signedUp();
    await person.ok('POST /link-actions/sign-in', { code: await signInCode(person) });
    expect(await canSignIn(person.email, testPassword)).toBe(true);
  });
});
