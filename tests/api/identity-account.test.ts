// Changes that people make to their own account, and how the owner reverts a change made by somebody else.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actor, codeIn, freshEmail, startTestApp, type TestApp, testPassword } from '../support/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const otherPassword = 'seven quiet otters at noon';

const lastCode = async (email: string, template: string) =>
  codeIn((await test.mailsTo(email)).findLast((mail) => mail.template === template));

const emailOf = async (actor: Actor) => (await actor.ok('GET /session', {})).user?.email;

/** An account whose address is not verified, in the browser that registered it. */
async function signUp(email: string): Promise<Actor> {
  const other = test.visitor();
  await other.ok('POST /sign-up', { name: 'Other', email, password: otherPassword });
  return other;
}

async function moveTo(actor: Actor, email: string): Promise<void> {
  await actor.ok('POST /account/email', { email, currentPassword: testPassword });
  await actor.ok('POST /link-actions/change-email', { code: await lastCode(email, 'change-email') });
}

describe('settings', () => {
  it('are merged into the stored ones', async () => {
    const person = await test.person();
    expect(await person.ok('PATCH /settings', { locale: 'id' })).toEqual({ theme: 'light', locale: 'id' });
    expect(await person.ok('PATCH /settings', { theme: 'dark' })).toEqual({ theme: 'dark', locale: 'id' });
    expect((await person.ok('GET /session', {})).user?.settings).toEqual({ theme: 'dark', locale: 'id' });
    expect(await person.ok('GET /settings', {})).toEqual({ theme: 'dark', locale: 'id' });
  });

  it('default to the light theme and English', async () => {
    const person = await test.person();
    expect(await person.ok('GET /settings', {})).toEqual({ theme: 'light', locale: 'en' });
    const themeOf = async () => (await person.ok('GET /session', {})).user?.settings.theme;
    expect(await themeOf(), 'so that a browser can follow its system').toBeUndefined();
    await person.ok('PATCH /settings', { theme: 'light' });
    expect(await themeOf(), 'chosen').toBe('light');
  });

  it('keep unknown fields of other versions, and use the default for each invalid one', async () => {
    const person = await test.person();
    const store = (settings: unknown) =>
      test.superuser.query('update users set settings = $2 where id = $1', [person.userId, JSON.stringify(settings)]);
    await store({ theme: 'dark', locale: 'id', contrast: 'high' });
    expect(await person.ok('GET /settings', {})).toEqual({ theme: 'dark', locale: 'id' });
    await person.ok('PATCH /settings', { locale: 'en' });
    const { rows } = await test.superuser.query('select settings from users where id = $1', [person.userId]);
    expect(rows[0].settings).toEqual({ theme: 'dark', locale: 'en', contrast: 'high' });
    await store({ theme: 'sepia', locale: 'id' });
    expect(await person.ok('GET /settings', {})).toEqual({ theme: 'light', locale: 'id' });
  });

  it('accept true or false only for shortcuts', async () => {
    const person = await test.person();
    expect(await person.ok('PATCH /settings', { shortcuts: false })).toEqual({
      theme: 'light',
      locale: 'en',
      shortcuts: false,
    });
    expect((await person.ok('GET /session', {})).user?.settings).toEqual({ locale: 'en', shortcuts: false });
    for (const wrong of ['false', 0, null, {}]) {
      const reply = await person.send('PATCH', '/api/v1/settings', { shortcuts: wrong });
      expect(reply.problem?.status, JSON.stringify(wrong)).toBe(422);
    }
    expect(await person.ok('PATCH /settings', { shortcuts: true })).toMatchObject({ shortcuts: true });
  });

  it('accept only known values for the density of lists, the clock and the date format', async () => {
    const person = await test.person();
    const chosen = { density: 'comfortable', clock: '12', dateFormat: 'month-first' } as const;
    expect(await person.ok('PATCH /settings', chosen)).toEqual({ theme: 'light', locale: 'en', ...chosen });
    expect((await person.ok('GET /session', {})).user?.settings).toEqual({ locale: 'en', ...chosen });
    for (const wrong of [{ density: 'tiny' }, { clock: 12 }, { clock: '13' }, { dateFormat: 'dd/mm' }]) {
      const reply = await person.send('PATCH', '/api/v1/settings', wrong);
      expect(reply.problem?.status, JSON.stringify(wrong)).toBe(422);
    }
    expect(await person.ok('GET /settings', {})).toEqual({ theme: 'light', locale: 'en', ...chosen });
  });

  it('changed concurrently in two browsers, in different fields, are both kept', async () => {
    const person = await test.person();
    await Promise.all([
      ...Array.from({ length: 5 }, () => person.ok('PATCH /settings', { theme: 'dark' })),
      ...Array.from({ length: 5 }, () => person.ok('PATCH /settings', { locale: 'id' })),
    ]);
    expect(await person.ok('GET /settings', {})).toEqual({ theme: 'dark', locale: 'id' });
  });

  it.each([{ emailVerified: true }, { role: 'company admin' }, { email: 'x@example.test' }, { settings: {} }])(
    'A18: take nothing but settings: %o',
    async (surplus) => {
      const person = await test.person();
      const before = await person.ok('GET /session', {});
      const reply = await person.send('PATCH', '/api/v1/settings', { theme: 'dark', ...surplus });
      expect(reply.problem?.code).toBe('field.unknown');
      expect(await person.ok('GET /session', {})).toEqual(before);
    },
  );
});

describe('the name', () => {
  it('is changed for the person of the session, whichever person the request names', async () => {
    const person = await test.person('Before');
    expect((await person.ok('PATCH /account', { name: 'After' })).user?.name).toBe('After');
    const victim = await test.person('Victim');
    const reply = await person.send('PATCH', '/api/v1/account', { name: 'Hacked', uid: victim.userId });
    expect(reply.problem?.code).toBe('field.unknown');
    expect((await victim.ok('GET /session', {})).user?.name).toBe('Victim');
  });
});

describe('changing the password', () => {
  it('requires the current one, ends every other session and notifies the person', async () => {
    const person = await test.person();
    const second = test.visitor();
    await second.ok('POST /sign-in', { email: person.email, password: testPassword });
    const change = (currentPassword: string) =>
      person.codeOf('PUT /account/password', { currentPassword, password: otherPassword });
    expect(await change('not my password')).toBe('password.wrong');
    expect((await second.ok('GET /session', {})).user).not.toBeNull();
    expect(await change(testPassword)).toBe('allowed');
    expect((await second.ok('GET /session', {})).user).toBeNull();
    expect((await person.ok('GET /session', {})).user?.email).toBe(person.email);
    expect((await test.mailsTo(person.email)).at(-1)?.template).toBe('password-changed');
  });

  it('refuses one that contains the company’s name', async () => {
    const person = await test.person();
    await person.ok('POST /companies', { name: 'Nusantara Logistik', timeZone: 'Asia/Jakarta', currency: 'IDR' });
    const input = { currentPassword: testPassword, password: 'nusantaralogistik1' };
    expect(await person.codeOf('PUT /account/password', input)).toBe('password.personal');
  });
});

describe('changing the address', () => {
  it('waits until the new address is verified, then notifies the old one', async () => {
    const person = await test.person();
    const email = freshEmail();
    await person.ok('POST /account/email', { email, currentPassword: testPassword });
    expect(await emailOf(person)).toBe(person.email);
    await person.ok('POST /link-actions/change-email', { code: await lastCode(email, 'change-email') });
    expect(await emailOf(person)).toBe(email);
    expect((await test.mailsTo(person.email)).at(-1)?.template).toBe('email-changed');
  });

  it('requires the password', async () => {
    const person = await test.person();
    const input = { email: freshEmail(), currentPassword: 'not my password' };
    expect(await person.codeOf('POST /account/email', input)).toBe('password.wrong');
    expect(await test.mailsTo(input.email)).toEqual([]);
  });

  it('A31: to an address that has an account gets the same response, and changes nothing', async () => {
    const [person, holder] = [await test.person(), await test.person()];
    const ask = (email: string) => person.call('POST /account/email', { email, currentPassword: testPassword });
    const [taken, free] = [await ask(holder.email), await ask(freshEmail())];
    expect([taken.status, taken.text]).toEqual([free.status, free.text]);
    expect((await test.mailsTo(holder.email)).at(-1)?.template).toBe('already-registered');
  });

  it('A29: confirmed by a person who did not request it gives them neither the account nor its invites', async () => {
    const [mallory, stranger] = [await test.person('Mallory'), await test.person()];
    const email = freshEmail();
    await mallory.ok('POST /account/email', { email, currentPassword: testPassword });
    const code = await lastCode(email, 'change-email');
    expect(await test.visitor().codeOf('POST /link-actions/change-email', { code })).toBe('session.missing');
    expect(await stranger.codeOf('POST /link-actions/change-email', { code })).toBe('link.wrong-account');
    expect(await emailOf(mallory)).toBe(mallory.email);
    expect(await mallory.codeOf('POST /link-actions/change-email', { code })).toBe('allowed');
  });

  it('is refused when another account has the new address since', async () => {
    const person = await test.person();
    const email = freshEmail();
    await person.ok('POST /account/email', { email, currentPassword: testPassword });
    const code = await lastCode(email, 'change-email');
    const other = await signUp(email);
    await other.ok('POST /link-actions/verify-email', { code: await lastCode(email, 'verify-email') });
    expect(await person.codeOf('POST /link-actions/change-email', { code })).toBe('link.not-usable');
    expect(await emailOf(person)).toBe(person.email);
    expect(await emailOf(other)).toBe(email);
  });

  it('is not prevented by a registration of the new address that nobody verified, before or after the request', async () => {
    const person = await test.person();
    const email = freshEmail();
    await signUp(email);
    await person.ok('POST /account/email', { email, currentPassword: testPassword });
    const other = await signUp(email);
    await person.ok('POST /link-actions/change-email', { code: await lastCode(email, 'change-email') });
    expect(await emailOf(person)).toBe(email);
    const code = await lastCode(email, 'verify-email');
    expect(await other.codeOf('POST /link-actions/verify-email', { code })).toBe('link.not-usable');
    expect(await other.codeOf('POST /sign-in', { email, password: otherPassword })).toBe('session.wrong-credentials');
  });
});

describe('recovering the address', () => {
  it('is not prevented by a thief who registers it again', async () => {
    const owner = await test.person();
    const thief = test.visitor();
    await thief.ok('POST /sign-in', { email: owner.email, password: testPassword });
    await moveTo(thief, freshEmail());
    const code = await lastCode(owner.email, 'email-changed');
    await signUp(owner.email);
    await test.visitor().ok('POST /link-actions/recover-email', { code });
    expect((await thief.ok('GET /session', {})).user).toBeNull();
    const reset = { code: await lastCode(owner.email, 'reset-password'), password: otherPassword };
    await owner.ok('POST /link-actions/reset-password', reset);
    await owner.ok('POST /sign-in', { email: owner.email, password: otherPassword });
    expect(await emailOf(owner)).toBe(owner.email);
  });

  it('gives the account to the old mailbox only, even if an attacker changed everything twice', async () => {
    const owner = await test.person();
    const thief = test.visitor();
    await thief.ok('POST /sign-in', { email: owner.email, password: testPassword });
    const [first, second] = [freshEmail(), freshEmail()];
    await moveTo(thief, first);
    await moveTo(thief, second);
    await thief.ok('PUT /account/password', { currentPassword: testPassword, password: otherPassword });

    const code = await lastCode(owner.email, 'email-changed');
    await test.visitor().ok('POST /link-actions/recover-email', { code });
    expect((await thief.ok('GET /session', {})).user).toBeNull();
    for (const email of [owner.email, first, second])
      for (const password of [testPassword, otherPassword])
        expect(await thief.codeOf('POST /sign-in', { email, password })).toBe('session.wrong-credentials');
    const thiefs = await lastCode(first, 'email-changed');
    expect(await thief.codeOf('POST /link-actions/recover-email', { code: thiefs })).toBe('link.not-usable');

    const reset = { code: await lastCode(owner.email, 'reset-password'), password: 'mine again and nobody else’s' };
    await owner.ok('POST /link-actions/reset-password', reset);
    await owner.ok('POST /sign-in', { email: owner.email, password: reset.password });
    expect(await emailOf(owner)).toBe(owner.email);
  });
});

describe('sessions', () => {
  it('are listed and ended one by one, only by their owner', async () => {
    const person = await test.person();
    const phone = test.visitor();
    await phone.ok('POST /sign-in', { email: person.email, password: testPassword }, { 'user-agent': 'Phone' });
    const { sessions } = await person.ok('GET /account/sessions', {});
    expect(sessions.map(({ userAgent, isCurrent }) => [userAgent, isCurrent])).toEqual([
      ['Phone', false],
      [expect.anything(), true],
    ]);
    const sessionId = sessions[0]?.id ?? '';
    const stranger = await test.person();
    expect(await stranger.codeOf('DELETE /account/sessions/{sessionId}', { sessionId })).toBe('route.unknown');
    expect((await phone.ok('GET /session', {})).user).not.toBeNull();
    expect(await person.codeOf('DELETE /account/sessions/{sessionId}', { sessionId })).toBe('allowed');
    expect((await phone.ok('GET /session', {})).user).toBeNull();
  });
});
