// Credentials that are replaced while a request compares the earlier ones, which takes long on purpose: a session that starts at that
// moment, or a change confirmed with the earlier password, would survive what was meant to end it. The other transaction is kept open
// until the request waits for the account.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, startTestApp, type TestApp, testPassword } from '../support/app.ts';
import { withOpenTransaction } from '../support/concurrent-transaction.ts';
import { appCode, turnOnFactor } from '../support/second-factor.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const another = 'seven quiet otters at noon';
const lockOf = ({ userId }: Actor) => ['select 1 from users where id = $1 for no key update', [userId]] as const;
const credentialsOf = ({ email }: Actor) => ({ email, password: testPassword });
const userIn = async (browser: Actor) => (await browser.ok('GET /session', {})).user?.uid ?? null;

/** What a new password does to the stored one. */
const replacement = ({ userId }: Actor) =>
  [`update accounts set password = 'replaced' where user_id = $1`, [userId]] as const;

test('the earlier password signs nobody in after it was replaced', async () => {
  const person = await app.person();
  const browser = app.visitor();
  const code = await withOpenTransaction(app, [lockOf(person), replacement(person)], () =>
    browser.codeOf('POST /sign-in', credentialsOf(person)),
  );
  expect(code).toBe('session.wrong-credentials');
  expect(await userIn(browser)).toBeNull();
});

test('the earlier password confirms no change after it was replaced', async () => {
  const changes = {
    'a password': (thief: Actor) =>
      thief.codeOf('PUT /account/password', { currentPassword: testPassword, password: another }),
    'an address': (thief: Actor) =>
      thief.codeOf('POST /account/email', { currentPassword: testPassword, email: `new.${thief.email}` }),
    'a second factor': (thief: Actor) => thief.codeOf('POST /account/second-factor', { currentPassword: testPassword }),
    'an access token': (thief: Actor) =>
      thief.codeOf('POST /account/tokens', {
        name: 'Script',
        lifetimeDays: 30,
        companyId: null,
        isReadOnly: false,
        currentPassword: testPassword,
      }),
  };
  for (const [name, change] of Object.entries(changes)) {
    const person = await app.person();
    const code = await withOpenTransaction(app, [lockOf(person), replacement(person)], () => change(person));
    expect([name, code]).toEqual([name, 'password.wrong']);
  }
});

test('a session that starts while the password is changed or a second factor is turned on ends with the others', async () => {
  const changes = {
    'a password': async (person: Actor) => {
      const input = { currentPassword: testPassword, password: another };
      return () => person.codeOf('PUT /account/password', input);
    },
    'a second factor': async (person: Actor) => {
      const { secret } = await person.ok('POST /account/second-factor', { currentPassword: testPassword });
      const code = await appCode(app, secret, 0);
      return () => person.codeOf('PUT /account/second-factor', { code });
    },
  };
  for (const [name, prepare] of Object.entries(changes)) {
    const person = await app.person();
    const change = await prepare(person);
    const signIn = [
      `insert into sessions (id, user_id, token, expires_at) values (gen_random_uuid(), $1, $2, now() + interval '1 day')`,
      [person.userId, name],
    ] as const;
    expect([name, await withOpenTransaction(app, [lockOf(person), signIn], change)]).toEqual([name, 'allowed']);
    const { rows } = await app.superuser.query('select token from sessions where user_id = $1', [person.userId]);
    expect(rows, name).toEqual([{ token: expect.not.stringContaining(name) }]);
  }
});

test('a sign-in that ends after the second factor was turned on needs its code', async () => {
  const person = await app.person();
  await turnOnFactor(app, person);
  await app.superuser.query('update second_factors set turned_on_at = null where user_id = $1', [person.userId]);
  const turnOn = ['update second_factors set turned_on_at = now() where user_id = $1', [person.userId]] as const;
  const browser = app.visitor();
  const answer = await withOpenTransaction(app, [lockOf(person), turnOn], () =>
    browser.ok('POST /sign-in', credentialsOf(person)),
  );
  expect(answer).toMatchObject({ user: null, needsSecondFactor: true });
});
