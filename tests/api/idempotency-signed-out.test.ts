// A signed-out request repeated because its response was lost gets the same response, cookie included, and does nothing twice.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { unsubscribeCode } from '#server/notices/unsubscribe-code.ts';
import {
  type Actor,
  codeIn,
  freshEmail,
  type Input,
  type Output,
  type Reply,
  type Route,
  startTestApp,
  type TestApp,
  testPassword,
} from '../support/app.ts';
import { addTestPasskey } from '../support/authenticator.ts';
import { companyWithSeats } from '../support/company.ts';
import { fingerprint } from '../support/principals.ts';
import { clearLastStep, signInFirstStep, turnOnFactor } from '../support/second-factor.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const otherPassword = 'seven quiet otters at noon';
let keys = 0;
const freshKey = () => ({ 'idempotency-key': `key-${++keys}` });

const newestCode = async (email: string, template: string) =>
  codeIn((await app.mailsTo(email)).findLast((mail) => mail.template === template));

/** Another browser with the current cookies of this one. */
function copyOf(actor: Actor): Actor {
  const copy = app.visitor();
  copy.cookie = actor.cookie;
  return copy;
}

const isSignedIn = async (actor: Actor): Promise<boolean> => (await actor.ok('GET /session', {})).user !== null;

/**
 * Sends the request, then repeats it twice: with the cookies from before the first attempt, and with those set by it. Both
 * must get the first response and change nothing.
 */
async function expectRepeatable<R extends Route>(browser: Actor, route: R, input: Input<R>): Promise<Reply<Output<R>>> {
  const key = freshKey();
  const before = copyOf(browser);
  const first = await browser.call(route, input, key);
  expect(first.text).not.toContain('"code"');
  const rows = await fingerprint(app);
  for (const retrying of browser.cookie === '' ? [before] : [before, copyOf(browser)]) {
    const again = await retrying.call(route, input, key);
    expect([again.status, again.body, again.headers['idempotent-replayed']]).toEqual([
      first.status,
      first.body,
      'true',
    ]);
    expect(retrying.cookie).toBe(browser.cookie);
  }
  expect(await fingerprint(app)).toBe(rows);
  return first;
}

describe('a repeated request with the same key', () => {
  test('registers once, sends one mail, and belongs to the browser that registered', async () => {
    const browser = app.visitor();
    const email = freshEmail();
    await expectRepeatable(browser, 'POST /sign-up', { name: 'Somebody', email, password: testPassword });
    expect(await app.mailsTo(email)).toHaveLength(1);
    const code = await newestCode(email, 'verify-email');
    await expectRepeatable(browser, 'POST /link-actions/verify-email', { code });
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('reveals nothing about whether an address has an account', async () => {
    const { email } = await app.person();
    await expectRepeatable(app.visitor(), 'POST /sign-up', { name: 'Somebody', email, password: testPassword });
    expect((await app.mailsTo(email)).filter(({ template }) => template === 'already-registered')).toHaveLength(1);
  });

  test.each([
    ['POST /sign-in-link', 'sign-in-link'],
    ['POST /password-reset', 'reset-password'],
  ] as const)('mails one link: %s', async (route, template) => {
    const { email } = await app.person();
    await expectRepeatable(app.visitor(), route, { email });
    expect((await app.mailsTo(email)).filter((mail) => mail.template === template)).toHaveLength(1);
  });

  test('sends one verification link', async () => {
    const email = freshEmail();
    await app.visitor().ok('POST /sign-up', { name: 'Somebody', email, password: testPassword });
    await expectRepeatable(app.visitor(), 'POST /verification-link', { email });
    expect(await app.mailsTo(email)).toHaveLength(2);
  });

  test('accepts the invite once, and signs in', async () => {
    const { id: companyId, admin } = await companyWithSeats(app, 2);
    const email = freshEmail();
    await admin.ok('POST /companies/{companyId}/invites', { companyId, email, role: 'worker' });
    const code = await newestCode(email, 'invite');
    const browser = app.visitor();
    const joined = { code, name: 'Newcomer', password: otherPassword };
    expect((await expectRepeatable(browser, 'POST /link-actions/accept-invite', joined)).body.companyId).toBe(
      companyId,
    );
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('sets the new password once', async () => {
    const { email } = await app.person();
    await app.visitor().ok('POST /password-reset', { email });
    const code = await newestCode(email, 'reset-password');
    await expectRepeatable(app.visitor(), 'POST /link-actions/reset-password', { code, password: otherPassword });
    expect(await app.visitor().codeOf('POST /sign-in', { email, password: otherPassword })).toBe('allowed');
  });

  test('signs in once by password, link and passkey, and signs out once', async () => {
    const person = await app.person();
    const { email } = person;
    await expectRepeatable(app.visitor(), 'POST /sign-in', { email, password: testPassword });
    await app.visitor().ok('POST /sign-in-link', { email });
    const code = await newestCode(email, 'sign-in-link');
    await expectRepeatable(app.visitor(), 'POST /link-actions/sign-in', { code });
    const { authenticator } = await addTestPasskey(person, app.config.baseUrl);
    const browser = app.visitor();
    const options = await browser.ok('POST /sign-in/passkey/options', {});
    await expectRepeatable(browser, 'POST /sign-in/passkey', { credential: authenticator.sign(options) });
    expect(await isSignedIn(browser)).toBe(true);
    await expectRepeatable(browser, 'POST /sign-out', {});
  });

  test('completes the second step once, by the app and by a recovery code', async () => {
    const person = await app.person();
    const { codeAt, recoveryCodes } = await turnOnFactor(app, person);
    await clearLastStep(app, person);
    const byApp = await signInFirstStep(app, person);
    await expectRepeatable(byApp, 'POST /sign-in/second-factor', { code: await codeAt(1) });
    expect(await isSignedIn(byApp)).toBe(true);
    const byRecovery = await signInFirstStep(app, person);
    await expectRepeatable(byRecovery, 'POST /sign-in/recovery-code', { code: recoveryCodes[0] ?? '' });
    expect(await isSignedIn(byRecovery)).toBe(true);
  });

  test('changes the address once, and recovers it once', async () => {
    const person = await app.person();
    const email = freshEmail();
    await person.ok('POST /account/email', { email, currentPassword: testPassword });
    const code = await newestCode(email, 'change-email');
    await expectRepeatable(person, 'POST /link-actions/change-email', { code });
    const back = await newestCode(person.email, 'email-changed');
    await expectRepeatable(app.visitor(), 'POST /link-actions/recover-email', { code: back });
    expect((await app.mailsTo(person.email)).filter(({ template }) => template === 'reset-password')).toHaveLength(1);
  });

  test('unsubscribes once from a kind of mail', async () => {
    const { userId } = await app.person();
    const code = unsubscribeCode(app.config.appSecret, { kind: 'decisions', userId });
    await expectRepeatable(app.visitor(), 'POST /link-actions/unsubscribe', { code });
  });

  test('changes the password and closes the account although the first request ended the session', async () => {
    const person = await app.person();
    const change = { currentPassword: testPassword, password: otherPassword };
    await expectRepeatable(person, 'PUT /account/password', change);
    expect(await isSignedIn(person)).toBe(true);
    await expectRepeatable(person, 'POST /account/closing', { currentPassword: otherPassword });
  });
});

describe('a key of an anonymous request', () => {
  test('is valid for one request: with another password it is refused, and nothing changes', async () => {
    const { email } = await app.person();
    await app.visitor().ok('POST /password-reset', { email });
    const code = await newestCode(email, 'reset-password');
    const key = freshKey();
    const reset = (password: string) =>
      app.visitor().call('POST /link-actions/reset-password', { code, password }, key);
    expect((await reset(otherPassword)).status).toBe(204);
    const rows = await fingerprint(app);
    expect((await reset('nine other otters at dusk')).problem?.code).toBe('request.idempotency-key-reused');
    expect(await fingerprint(app)).toBe(rows);
  });

  test('of concurrent requests has one effect and one response', async () => {
    const { email } = await app.person();
    await app.visitor().ok('POST /sign-in-link', { email });
    const code = await newestCode(email, 'sign-in-link');
    const key = freshKey();
    const browsers = Array.from({ length: 4 }, () => app.visitor());
    const replies = await Promise.all(browsers.map((one) => one.call('POST /link-actions/sign-in', { code }, key)));
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(new Set(browsers.map(({ cookie }) => cookie)).size).toBe(1);
    expect(await isSignedIn(app.visitor())).toBe(false);
  });

  test('is useless without the code, and the code without the key', async () => {
    const { email } = await app.person();
    await app.visitor().ok('POST /sign-in-link', { email });
    const code = await newestCode(email, 'sign-in-link');
    const key = freshKey();
    await app.visitor().ok('POST /link-actions/sign-in', { code }, key);
    const codeOf = async (input: { code: string }, headers: Record<string, string>) =>
      (await app.visitor().call('POST /link-actions/sign-in', input, headers)).problem?.code;
    expect(await codeOf({ code }, freshKey())).toBe('link.not-usable');
    expect(await codeOf({ code }, {})).toBe('link.not-usable');
    expect(await codeOf({ code: 'x'.repeat(43) }, key)).toBe('link.not-usable');
  });

  test('returns no session that has ended since', async () => {
    const person = await app.person();
    const { email } = person;
    const key = freshKey();
    const browser = app.visitor();
    const signIn = (actor: Actor) => actor.call('POST /sign-in', { email, password: testPassword }, key);
    expect((await signIn(browser)).status).toBe(200);
    await browser.ok('POST /sign-out', {});
    const late = app.visitor();
    expect((await signIn(late)).problem?.code).toBe('session.missing');
    expect([late.cookie, await isSignedIn(late)]).toEqual(['', false]);
  });

  test('stores a response within a session for its person only', async () => {
    const person = await app.person();
    const email = freshEmail();
    await person.ok('POST /account/email', { email, currentPassword: testPassword });
    const code = await newestCode(email, 'change-email');
    const key = freshKey();
    await person.ok('POST /link-actions/change-email', { code }, key);
    const codeOf = async (actor: Actor) =>
      (await actor.call('POST /link-actions/change-email', { code }, key)).problem?.code;
    expect(await codeOf(app.visitor())).toBe('session.missing');
    expect(await codeOf(await app.person())).toBe('session.missing');
    expect(await codeOf(person)).toBe(undefined);
  });

  test('is not stored for a refused request', async () => {
    const { email } = await app.person();
    const key = freshKey();
    const signIn = (password: string) => app.visitor().call('POST /sign-in', { email, password }, key);
    expect((await signIn('a wrong password')).problem?.code).toBe('session.wrong-credentials');
    expect((await signIn(testPassword)).status).toBe(200);
  });
});

test('every mutating endpoint without a session defines the scope of its keys', () => {
  const reading = [endpoints.inspectLink.path];
  const open = Object.values<Endpoint>(endpoints).filter(({ can, method, path }) => {
    return can === 'anyone' && method !== 'GET' && !reading.some((one) => one === path);
  });
  expect(open.length).toBeGreaterThan(10);
  expect(open.filter(({ idempotencyScope }) => idempotencyScope === undefined).map(({ path }) => path)).toEqual([]);
});
