// Passkeys: adding one, signing in with one, and invalid responses of an authenticator or an attacker.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actor, codeIn, freshEmail, startTestApp, type TestApp, testPassword } from '../support/app.ts';
import { Authenticator, addTestPasskey, authenticatorFlags, type Tampering } from '../support/authenticator.ts';
import { foundTestCompany } from '../support/company.ts';
import { unknownId } from '../support/principals.ts';
import { turnOnFactor } from '../support/second-factor.ts';

let test: TestApp;
let origin: string;
beforeAll(async () => {
  test = await startTestApp();
  origin = test.config.baseUrl;
});
afterAll(() => test.close());

const right = { currentPassword: testPassword };
const lastNotice = async ({ email }: Actor) => (await test.mailsTo(email)).at(-1)?.params.change;

async function keyed(): Promise<{ owner: Actor; authenticator: Authenticator; passkeyId: string }> {
  const owner = await test.person('Owner');
  return { owner, ...(await addTestPasskey(owner, origin)) };
}

async function signInBy(authenticator: Authenticator, change: Tampering = {}, browser = test.visitor()) {
  const options = await browser.ok('POST /sign-in/passkey/options', {});
  return browser.call('POST /sign-in/passkey', { credential: authenticator.sign(options, change) });
}

const outcomeOf = async (reply: Promise<{ problem: { code: string } | null }>) =>
  (await reply).problem?.code ?? 'allowed';

describe('adding a passkey', () => {
  it('requires the password, is listed by its name and notifies the owner', async () => {
    const owner = await test.person();
    expect(await owner.codeOf('POST /account/passkeys/options', { currentPassword: 'not mine' })).toBe(
      'password.wrong',
    );
    const { passkeyId, authenticator } = await addTestPasskey(owner, origin);
    expect(await lastNotice(owner)).toBe('passkey-added');
    const listed = async () => (await owner.ok('GET /account/passkeys', {})).passkeys;
    expect(await listed()).toEqual([
      { id: passkeyId, name: 'Firefox, Linux', createdAt: expect.any(String), lastUsedAt: null },
    ]);
    const { excludeCredentials } = await owner.ok('POST /account/passkeys/options', right);
    expect(excludeCredentials).toEqual([{ id: authenticator.id, type: 'public-key' }]);
    await owner.ok('PATCH /account/passkeys/{passkeyId}', { passkeyId, name: ' Work laptop ' });
    await signInBy(authenticator);
    expect(await listed()).toMatchObject([{ name: 'Work laptop', lastUsedAt: expect.any(String) }]);
  });

  it('stores no default name: it is shown in the reader’s current language', async () => {
    const owner = await test.person();
    const add = async (named: { device?: string }) => {
      const authenticator = new Authenticator(origin);
      const credential = authenticator.create(await owner.ok('POST /account/passkeys/options', right));
      return owner.ok('POST /account/passkeys', { credential, ...named });
    };
    expect(await add({})).toMatchObject({ name: null });
    // As earlier releases stored it, in the language of the person who added it.
    expect(await add({ device: 'Perangkat tidak dikenal' })).toMatchObject({ name: null });
    expect(await add({ device: 'Firefox, Linux' })).toMatchObject({ name: 'Firefox, Linux' });
    const { passkeys } = await owner.ok('GET /account/passkeys', {});
    expect(passkeys.map(({ name }) => name)).toEqual([null, null, 'Firefox, Linux']);
  });

  it('requires a code as well with a second factor: a passkey alone signs in', async () => {
    const owner = await test.person();
    const factor = await turnOnFactor(test, owner);
    const { problem } = await owner.call('POST /account/passkeys/options', right);
    expect(problem?.errors).toMatchObject([{ path: 'code', code: 'field.required' }]);
    expect(await owner.codeOf('POST /account/passkeys/options', { ...right, code: '000000' })).toBe(
      'factor.wrong-code',
    );
    const { authenticator } = await addTestPasskey(owner, origin, await factor.codeAt(1));
    const reply = await signInBy(authenticator);
    expect([reply.body.user?.uid, reply.body.needsSecondFactor]).toEqual([owner.userId, undefined]);
  });

  it.each<[string, Tampering]>([
    ['for another site', { origin: 'https://phishing.example' }],
    ['for another host', { rpId: 'phishing.example' }],
    ['without finger, face or PIN', { flags: authenticatorFlags.present }],
  ])('refuses one made %s', async (_, change) => {
    const owner = await test.person();
    const add = async (tampering: Tampering) => {
      const options = await owner.ok('POST /account/passkeys/options', right);
      const credential = new Authenticator(origin).create(options, tampering);
      return owner.codeOf('POST /account/passkeys', { credential, device: 'Firefox' });
    };
    expect(await add(change)).toBe('passkey.not-verified');
    expect(await add({})).toBe('allowed');
  });

  it('requires the challenge of this session, which works once', async () => {
    const [owner, thief] = [await test.person(), await test.person()];
    const options = await owner.ok('POST /account/passkeys/options', right);
    const credential = new Authenticator(origin).create(options);
    const add = (actor: Actor) => actor.codeOf('POST /account/passkeys', { credential, device: 'Firefox' });
    expect(await add(thief)).toBe('passkey.not-verified');
    expect(await add(owner)).toBe('allowed');
    expect(await add(owner)).toBe('passkey.not-verified');
    const signIn = await owner.ok('POST /sign-in/passkey/options', {});
    const forOther = new Authenticator(origin).create({ ...signIn, user: options.user });
    expect(await owner.codeOf('POST /account/passkeys', { credential: forOther, device: 'Firefox' })).toBe(
      'passkey.not-verified',
    );
  });

  it('cannot use another person’s passkey, and stops at twenty', async () => {
    const { owner, authenticator } = await keyed();
    const thief = await test.person();
    const again = async (actor: Actor) => {
      const credential = authenticator.create(await actor.ok('POST /account/passkeys/options', right));
      return actor.codeOf('POST /account/passkeys', { credential, device: 'Mine now' });
    };
    expect(await again(thief)).toBe('passkey.already');
    expect(await again(owner)).toBe('passkey.already');
    await test.superuser.query(
      `insert into passkeys (id, user_id, credential_id, public_key, counter, name)
       select gen_random_uuid(), $1::uuid, 'more' || n || $1::text, '', 0, 'More' from generate_series(1, 19) n`,
      [owner.userId],
    );
    expect(await owner.codeOf('POST /account/passkeys/options', right)).toBe('passkey.too-many');
  });
});

describe('signing in by a passkey', () => {
  it('requires no address before and no second factor after', async () => {
    const { owner, authenticator } = await keyed();
    const options = await test.visitor().ok('POST /sign-in/passkey/options', {});
    expect(Object.keys(options).sort()).toEqual(['challenge', 'rpId', 'timeout', 'userVerification']);
    const reply = await signInBy(authenticator);
    expect(reply.body.user?.uid).toBe(owner.userId);
    expect(String(reply.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Lax/);
  });

  it.each<[string, Tampering]>([
    ['signed for another site', { origin: 'https://phishing.example' }],
    ['signed for another host', { rpId: 'phishing.example' }],
    ['without finger, face or PIN', { flags: authenticatorFlags.present }],
    ['that says to be somebody else’s', { userHandle: Buffer.from(unknownId()).toString('base64url') }],
    ['whose counter went back, as that of a copy', { counter: 1 }],
  ])('refuses one %s', async (_, change) => {
    const { authenticator } = await keyed();
    authenticator.counter = 7;
    expect(await outcomeOf(signInBy(authenticator))).toBe('allowed');
    expect(await outcomeOf(signInBy(authenticator, change))).toBe('passkey.not-verified');
    expect(await outcomeOf(signInBy(authenticator))).toBe('allowed');
  });

  it('works in a known browser although its network reached the limit, also with wrong signatures', async () => {
    const { owner, authenticator } = await keyed();
    const attacker = Object.assign(test.visitor(), { address: owner.address });
    const newcomer = Object.assign(test.visitor(), { address: owner.address });
    await signInBy(new Authenticator(origin), {}, attacker);
    // As if the limit had been reached.
    await test.superuser.query('update throttles set points = 1000 where points > 0');
    expect(await attacker.codeOf('POST /sign-in/passkey/options', {})).toBe('request.throttled');
    expect(await newcomer.codeOf('POST /sign-in/passkey/options', {})).toBe('request.throttled');
    const known = Object.assign(test.visitor(), { address: owner.address, browser: owner.browser });
    expect(await outcomeOf(signInBy(authenticator, {}, known))).toBe('allowed');
    // A separate limit, which changing the network does not extend.
    await test.superuser.query('update throttles set points = 100 where points < 1000');
    expect(await known.codeOf('POST /sign-in/passkey/options', {})).toBe('request.throttled');
  });

  it('refuses the signature of another key under the same id', async () => {
    const { authenticator } = await keyed();
    const forger = new Authenticator(origin);
    const browser = test.visitor();
    const forged = forger.sign(await browser.ok('POST /sign-in/passkey/options', {}), {
      counter: 99,
      userHandle: authenticator.userHandle,
    });
    const credential = { ...forged, id: authenticator.id, rawId: authenticator.id };
    expect(await browser.codeOf('POST /sign-in/passkey', { credential })).toBe('passkey.not-verified');
    expect(await browser.codeOf('POST /sign-in/passkey', { credential: forged })).toBe('passkey.unknown');
  });

  it('requires a challenge of this browser that is fresh, for signing in, and used once', async () => {
    const { owner, authenticator } = await keyed();
    const [browser, thief] = [test.visitor(), test.visitor()];
    const options = await browser.ok('POST /sign-in/passkey/options', {});
    const credential = authenticator.sign(options);
    const send = (actor: Actor) => actor.codeOf('POST /sign-in/passkey', { credential });
    expect(await send(thief)).toBe('passkey.not-verified');
    await thief.ok('POST /sign-in/passkey/options', {});
    expect(await send(thief)).toBe('passkey.not-verified');
    const { cookie } = browser;
    await test.superuser.query(`update passkey_challenges set expires_at = now()`);
    expect(await send(browser)).toBe('passkey.not-verified');
    await test.superuser.query(`update passkey_challenges set expires_at = now() + interval '1 minute'`);
    expect(await send(browser)).toBe('allowed');
    browser.cookie = cookie;
    expect(await send(browser)).toBe('passkey.not-verified');
    const adding = await owner.ok('POST /account/passkeys/options', right);
    expect(await owner.codeOf('POST /sign-in/passkey', { credential: authenticator.sign(adding) })).toBe(
      'passkey.not-verified',
    );
  });

  it('keeps the unverified registration of this browser', async () => {
    const visitor = test.visitor();
    const email = freshEmail();
    await visitor.ok('POST /sign-up', { name: 'New', email, password: testPassword });
    const { cookie } = visitor;
    await visitor.ok('POST /sign-in/passkey/options', {});
    expect(visitor.cookie).toBe(cookie);
    const code = codeIn((await test.mailsTo(email)).at(-1));
    expect(await visitor.codeOf('POST /link-actions/verify-email', { code })).toBe('allowed');
  });

  it('gives a deactivated member no company, and a deleted account no session', async () => {
    const company = await foundTestCompany(test, { canary: 'Keys' });
    const { admin, worker, id: companyId } = company;
    const { authenticator } = await addTestPasskey(worker, origin);
    const companies = async () => (await signInBy(authenticator)).body.companies.length;
    expect(await companies()).toBe(1);
    await admin.ok('PATCH /companies/{companyId}/members/{userId}', {
      companyId,
      userId: worker.userId,
      isActive: false,
    });
    expect(await companies()).toBe(0);
    const gone = await keyed();
    await test.superuser.query('delete from users where id = $1', [gone.owner.userId]);
    expect(await outcomeOf(signInBy(gone.authenticator))).toBe('passkey.unknown');
  });
});

describe('the list of passkeys', () => {
  it('shows only the caller’s own, and removing requires the password', async () => {
    const { owner, authenticator, passkeyId } = await keyed();
    const stranger = await test.person();
    expect((await stranger.ok('GET /account/passkeys', {})).passkeys).toEqual([]);
    expect(await stranger.codeOf('PATCH /account/passkeys/{passkeyId}', { passkeyId, name: 'x' })).toBe(
      'passkey.missing',
    );
    expect(await stranger.codeOf('POST /account/passkeys/{passkeyId}/remove', { passkeyId, ...right })).toBe(
      'passkey.missing',
    );
    const remove = (currentPassword: string) =>
      owner.codeOf('POST /account/passkeys/{passkeyId}/remove', { passkeyId, currentPassword });
    expect(await remove('not mine')).toBe('password.wrong');
    expect(await outcomeOf(signInBy(authenticator))).toBe('allowed');
    expect(await remove(testPassword)).toBe('allowed');
    expect(await outcomeOf(signInBy(authenticator))).toBe('passkey.unknown');
    expect(await lastNotice(owner)).toBe('passkey-removed');
  });
});
