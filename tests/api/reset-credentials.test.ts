// Setting a new password by the emailed link: all other credentials are listed, and revoked unless the person keeps them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, codeIn, freshEmail, startTestApp, type TestApp, testPassword } from '../support/app.ts';
import { type Authenticator, addTestPasskey } from '../support/authenticator.ts';
import { accessTokenActor } from '../support/principals.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const password = 'seven quiet otters at noon';

async function resetCode({ email }: Actor): Promise<string> {
  await app.visitor().ok('POST /password-reset', { email });
  return codeIn((await app.mailsTo(email)).findLast(({ template }) => template === 'reset-password'));
}

async function opens(authenticator: Authenticator): Promise<string> {
  const browser = app.visitor();
  const options = await browser.ok('POST /sign-in/passkey/options', {});
  return browser.codeOf('POST /sign-in/passkey', { credential: authenticator.sign(options) });
}

const programNames = ['Payroll', 'Wall display'] as const;

/** A person with two credentials of each kind. */
async function wellEquipped() {
  const person = await app.person();
  const phone = app.visitor();
  await phone.ok('POST /sign-in', { email: person.email, password: testPassword }, { 'user-agent': 'Phone' });
  const keys = [
    await addTestPasskey(person, app.config.baseUrl),
    await addTestPasskey(person, app.config.baseUrl),
  ] as const;
  const programs = [
    await accessTokenActor(person, { name: programNames[0] }),
    await accessTokenActor(person, { name: programNames[1] }),
  ] as const;
  return { person, phone, keys, programs };
}

const reaches = ({ actor }: { actor: Actor }) => actor.codeOf('GET /companies', {});
const isSignedIn = async (actor: Actor) => (await actor.ok('GET /session', {})).user !== null;

test('the reset link shows every passkey, access token and session, and no other link does', async () => {
  const { person, keys, programs } = await wellEquipped();
  const code = await resetCode(person);
  const { credentials } = await app.visitor().ok('POST /link-actions/inspect', { mode: 'resetPassword', code });
  expect(credentials?.passkeys.map(({ id }) => id)).toEqual(keys.map(({ passkeyId }) => passkeyId));
  expect(credentials?.tokens.map(({ id }) => id)).toEqual(programs.map(({ tokenId }) => tokenId));
  expect(credentials?.sessions.map(({ userAgent }) => userAgent)).toContain('Phone');
  await app.visitor().ok('POST /sign-in-link', { email: person.email });
  const other = codeIn((await app.mailsTo(person.email)).findLast(({ template }) => template === 'sign-in-link'));
  const inspected = await app.visitor().ok('POST /link-actions/inspect', { mode: 'signIn', code: other });
  expect(inspected.credentials ?? inspected.personalWords).toBeUndefined();
});

test('the reset link shows the name and the companies, which the browser needs to rate a new password', async () => {
  const person = await app.person('Joko Anwar');
  await person.ok('POST /companies', { name: 'Cahaya Timur', timeZone: 'Asia/Jakarta', currency: 'IDR' });
  const inspect = { mode: 'resetPassword', code: await resetCode(person) } as const;
  const found = await app.visitor().ok('POST /link-actions/inspect', inspect);
  expect(found.personalWords).toEqual(['Joko Anwar', 'Cahaya Timur']);
  const reset = { code: inspect.code, password: 'Joko Anwar Cahaya Timur' };
  expect(await app.visitor().codeOf('POST /link-actions/reset-password', reset)).toBe('password.personal');
});

test('by default every credential is revoked, and the owner is notified', async () => {
  const { person, phone, keys, programs } = await wellEquipped();
  await app.visitor().ok('POST /link-actions/reset-password', { code: await resetCode(person), password });
  for (const { authenticator } of keys) expect(await opens(authenticator)).toBe('passkey.unknown');
  for (const program of programs) expect(await reaches(program)).toBe('token.not-usable');
  expect([await isSignedIn(person), await isSignedIn(phone)]).toEqual([false, false]);
  const notices = (await app.mailsTo(person.email)).filter(({ params }) => params.change === 'passkey-removed');
  expect(notices).toHaveLength(1);
  expect(await tokensMailed(person)).toEqual([programNames]);
});

test('a changed password and a recovered address revoke access tokens too, and their owners are notified', async () => {
  const { person, programs } = await wellEquipped();
  await person.ok('PUT /account/password', { currentPassword: testPassword, password });
  for (const program of programs) expect(await reaches(program)).toBe('token.not-usable');
  expect(await tokensMailed(person)).toEqual([programNames]);

  const moved = await wellEquipped();
  const email = freshEmail();
  await moved.person.ok('POST /account/email', { email, currentPassword: testPassword });
  await moved.person.ok('POST /link-actions/change-email', {
    code: codeIn((await app.mailsTo(email)).findLast(({ template }) => template === 'change-email')),
  });
  const code = codeIn((await app.mailsTo(moved.person.email)).findLast(({ template }) => template === 'email-changed'));
  await app.visitor().ok('POST /link-actions/recover-email', { code });
  for (const program of moved.programs) expect(await reaches(program)).toBe('token.not-usable');
  expect(await tokensMailed(moved.person)).toEqual([programNames]);
});

/** The token names in each mail about revoked tokens. */
async function tokensMailed({ email }: Actor): Promise<string[][]> {
  const mails = (await app.mailsTo(email)).filter(({ template }) => template === 'access-token-revoked');
  return mails.map(({ params }) => String(params.tokenName).split(', ').toSorted());
}

test('the selected credentials are kept, and none of another person', async () => {
  const { person, phone, keys, programs } = await wellEquipped();
  const stranger = await wellEquipped();
  await app.visitor().ok('POST /link-actions/reset-password', {
    code: await resetCode(person),
    password,
    keepPasskeyIds: [keys[0].passkeyId, stranger.keys[0].passkeyId],
    keepTokenIds: [programs[1].tokenId],
  });
  expect([await opens(keys[0].authenticator), await opens(keys[1].authenticator)]).toEqual([
    'allowed',
    'passkey.unknown',
  ]);
  expect([await reaches(programs[0]), await reaches(programs[1])]).toEqual(['token.not-usable', 'allowed']);
  expect(await tokensMailed(person)).toEqual([[programNames[0]]]);
  expect([await isSignedIn(person), await isSignedIn(phone)]).toEqual([false, false]);
  for (const { authenticator } of stranger.keys) expect(await opens(authenticator)).toBe('allowed');
  for (const program of stranger.programs) expect(await reaches(program)).toBe('allowed');
});
