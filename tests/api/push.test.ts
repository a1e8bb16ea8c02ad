// Notifications on devices: who may turn them on, for how long, and what can be named as a push service.

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, startTestApp, type TestApp, testPassword } from '../support/app.ts';
import { aSubscription } from '../support/push.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ PUSH_INTERNAL_HOSTS: 'push.internal:8443' });
});
afterAll(() => app.close());

const turnOn = (actor: Actor, subscription = aSubscription()) => actor.ok('POST /account/push/devices', subscription);
const devicesOf = async (actor: Actor) => (await actor.ok('GET /account/push', {})).devices;

/** A further browser of the person. */
async function signIn({ email }: Pick<Actor, 'email'>): Promise<Actor> {
  const browser = app.visitor();
  browser.email = email;
  await browser.ok('POST /sign-in', { email, password: testPassword });
  return browser;
}

const stored = async () => {
  const { rows } = await app.superuser.query<{ userId: string; text: string }>(
    `select user_id::text as "userId", p::text as text from push_subscriptions p`,
  );
  return rows;
};

describe('the key of the installation', () => {
  test('is generated once, also by requests at the same time, and is a point of P-256', async () => {
    const people = await Promise.all([app.person('One'), app.person('Two'), app.person('Three')]);
    const states = await Promise.all(people.map((person) => person.ok('GET /account/push', {})));
    const [key = ''] = new Set(states.map(({ publicKey }) => publicKey));
    expect(states.every(({ publicKey }) => publicKey === key)).toBe(true);
    expect(Buffer.from(key ?? '', 'base64url')).toMatchObject({ length: 65, 0: 4 });
    const { rows } = await app.superuser.query(`select k::text as text from push_keys k`);
    expect(rows).toHaveLength(1);
  });
});

describe('a device', () => {
  test('is listed for its owner only, with the browser, until it is removed', async () => {
    const [owner, other] = [await app.person('Owner'), await app.person('Other')];
    const { devices } = await turnOn(owner);
    expect(devices).toMatchObject([{ isCurrent: true }]);
    expect(await devicesOf(other)).toEqual([]);
    const deviceId = devices[0]?.id ?? '';
    expect((await other.call('DELETE /account/push/devices/{deviceId}', { deviceId })).problem?.code).toBe(
      'push.missing',
    );
    expect(await devicesOf(owner)).toHaveLength(1);
    expect((await owner.ok('DELETE /account/push/devices/{deviceId}', { deviceId })).devices).toEqual([]);
    expect((await owner.call('DELETE /account/push/devices/{deviceId}', { deviceId })).status).toBe(404);
  });

  test('names the address of its own session by its hash, to be compared by the browser', async () => {
    const owner = await app.person('Owner');
    expect((await owner.ok('GET /account/push', {})).endpointHash).toBeNull();
    const subscription = aSubscription();
    const hash = createHash('sha256').update(subscription.endpoint).digest('base64url');
    expect((await turnOn(owner, subscription)).endpointHash).toBe(hash);
    const second = await signIn(owner);
    expect(await second.ok('GET /account/push', {})).toMatchObject({ devices: [{}], endpointHash: null });
  });

  test('is one for each session, whatever it subscribes to', async () => {
    const owner = await app.person('Owner');
    for (let times = 0; times < 3; times += 1) await turnOn(owner);
    const second = await signIn(owner);
    await turnOn(second);
    expect((await devicesOf(owner)).map(({ isCurrent }) => isCurrent)).toEqual([false, true]);
  });

  test('ends by signing out there, by ending its session elsewhere, by a new password and with the account', async () => {
    const owner = await app.person('Owner');
    const [second, third] = [await signIn(owner), await signIn(owner)];
    for (const browser of [owner, second, third]) await turnOn(browser);
    await second.ok('POST /sign-out', {});
    expect(await devicesOf(owner)).toHaveLength(2);
    const sessions = (await owner.ok('GET /account/sessions', {})).sessions;
    for (const { id, isCurrent } of sessions)
      if (!isCurrent) await owner.ok('DELETE /account/sessions/{sessionId}', { sessionId: id });
    expect(await devicesOf(owner)).toMatchObject([{ isCurrent: true }]);
    await owner.ok('PUT /account/password', { currentPassword: testPassword, password: testPassword });
    expect(await devicesOf(owner)).toEqual([]);
    await turnOn(owner);
    await owner.ok('PUT /account/push/quiet-hours', {
      quietHours: { from: '22:00', to: '07:00', zone: 'Asia/Jakarta' },
    });
    const { problem } = await owner.call('POST /account/closing', { currentPassword: testPassword });
    expect(problem).toBeNull();
    expect((await stored()).filter(({ userId }) => userId === owner.userId)).toEqual([]);
    const { rows } = await app.superuser.query('select from quiet_hours where user_id = $1', [owner.userId]);
    expect(rows).toEqual([]);
  });

  test('ends when somebody else signs in with the same browser', async () => {
    const [owner, other] = [await app.person('Owner'), await app.person('Other')];
    await turnOn(owner);
    const { email } = owner;
    const first = { email };
    await owner.ok('POST /sign-in', { email: other.email, password: testPassword });
    expect(await devicesOf(owner)).toEqual([]);
    expect(await devicesOf(await signIn(first))).toEqual([]);
  });

  test('belongs to the person who subscribed last in that browser, although the session before has not ended', async () => {
    const [owner, other] = [await app.person('Owner'), await app.person('Other')];
    const subscription = aSubscription();
    await turnOn(owner, subscription);
    await turnOn(other, subscription);
    expect(await devicesOf(owner)).toEqual([]);
    expect(await devicesOf(other)).toHaveLength(1);
  });

  test('with an expired session is not listed, and is deleted with it', async () => {
    const owner = await app.person('Owner');
    const second = await signIn(owner);
    await turnOn(second);
    const [device] = await devicesOf(second);
    await app.superuser.query(
      `update sessions set expires_at = now() - interval '1 minute' where id = (select session_id from push_subscriptions where id = $1)`,
      [device?.id],
    );
    expect(await devicesOf(owner)).toEqual([]);
    await app.database.ownerPool.query('delete from sessions where expires_at < now()');
    expect((await stored()).filter(({ userId }) => userId === owner.userId)).toEqual([]);
  });

  test('is stored sealed', async () => {
    const owner = await app.person('Owner');
    const subscription = aSubscription();
    await turnOn(owner, subscription);
    const text = (await stored()).map((row) => row.text).join('\n');
    for (const secret of Object.values(subscription))
      for (const form of [
        secret,
        Buffer.from(secret).toString('hex'),
        Buffer.from(secret, 'base64url').toString('hex'),
      ])
        expect(text).not.toContain(form);
    expect(text).toContain(owner.userId);
  });
});

describe('the address of a push service', () => {
  test.each([
    ['http://push.example.com/a', 'field.invalid'],
    ['https://user:secret@push.example.com/a', 'field.invalid'],
    ['not an address', 'field.invalid'],
    ['https://localhost/a', 'push.address-refused'],
    ['https://127.0.0.1/a', 'push.address-refused'],
    ['https://[::1]/a', 'push.address-refused'],
    ['https://169.254.169.254/latest/meta-data', 'push.address-refused'],
    ['https://10.0.0.1/a', 'push.address-refused'],
    ['https://push.example.com:8443/a', 'push.address-refused'],
    ['https://push.internal/a', null],
    ['https://push.internal:8443/a', null],
    ['https://push.example.com/a', null],
    ['https://push.internal:8444/a', 'push.address-refused'],
  ])('%s: %s', async (address, code) => {
    const owner = await app.person('Owner');
    const { problem } = await owner.call('POST /account/push/devices', aSubscription(address));
    expect(problem?.errors?.[0]?.code ?? problem?.code ?? null).toBe(code);
    expect(await devicesOf(owner)).toHaveLength(code === null ? 1 : 0);
  });

  test('may be changed a limited number of times in an hour', async () => {
    const owner = await app.person('Owner');
    for (let times = 0; times < 30; times += 1) await turnOn(owner);
    const reply = await owner.call('POST /account/push/devices', aSubscription());
    expect([reply.status, reply.problem?.code]).toEqual([429, 'request.throttled']);
  });
});

describe('quiet hours', () => {
  test('are stored for the person, replaced, and removed', async () => {
    const [owner, other] = [await app.person('Owner'), await app.person('Other')];
    const set = (quietHours: { from: string; to: string; zone: string } | null) =>
      owner.ok('PUT /account/push/quiet-hours', { quietHours });
    const night = { from: '22:00', to: '07:00', zone: 'Asia/Jakarta' };
    expect((await set(night)).quietHours).toEqual(night);
    expect((await set({ ...night, to: '06:30' })).quietHours).toEqual({ ...night, to: '06:30' });
    expect((await other.ok('GET /account/push', {})).quietHours).toBeNull();
    expect((await set(null)).quietHours).toBeNull();
  });

  test.each([
    { from: '22:00', to: '22:00', zone: 'Asia/Jakarta' },
    { from: '24:00', to: '07:00', zone: 'Asia/Jakarta' },
    { from: '22:00', to: '7:00', zone: 'Asia/Jakarta' },
    { from: '22:00', to: '07:00', zone: 'Nowhere' },
  ])('%j are refused', async (quietHours) => {
    const owner = await app.person('Owner');
    expect((await owner.call('PUT /account/push/quiet-hours', { quietHours })).status).toBe(422);
  });
});

test('an installation that has turned them off offers no key and takes no device', async () => {
  const off = await startTestApp({ PUSH_NOTIFICATIONS: 'off' });
  try {
    const person = await off.person('Person');
    expect((await person.ok('GET /account/push', {})).publicKey).toBeNull();
    const { problem } = await person.call('POST /account/push/devices', aSubscription());
    expect(problem?.code).toBe('push.off');
  } finally {
    await off.close();
  }
});
