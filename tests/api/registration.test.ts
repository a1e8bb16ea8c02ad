// Who may register and found companies, and how many mails a company may send to people outside of it.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maxCompaniesPerPersonPerDay, maxCompaniesPerSourcePerDay } from '#domain/registration.ts';
import { mailContentOf } from '#server/mail/mail-content.ts';
import { mailPayload } from '#server/mail/payload.ts';
import { type Actor, freshEmail, startTestApp, type TestApp, testPassword } from '../support/app.ts';
import { companyWithSeats, hire } from '../support/company.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ NEW_COMPANY_INVITES: '7' });
});
afterAll(() => app.close());

const inviteRoute = 'POST /companies/{companyId}/invites';
const invite = (admin: Actor, companyId: string, email: string) =>
  admin.call(inviteRoute, { companyId, email, role: 'worker' });
const founded = (actor: Actor) => actor.codeOf('POST /companies', { name: 'Karya', timeZone: 'UTC', currency: 'IDR' });
const signUp = (test: TestApp, email: string) =>
  test.visitor().call('POST /sign-up', { name: 'Somebody', email, password: testPassword });
const isKnown = async (test: TestApp, email: string) =>
  (await test.superuser.query('select from users where email = $1', [email])).rowCount === 1;

/** The same server with another configuration. */
async function as<T>(registration: 'invited' | 'closed', work: () => Promise<T>): Promise<T> {
  Object.assign(app.config, { registration });
  try {
    return await work();
  } finally {
    Object.assign(app.config, { registration: 'open' });
  }
}

test('every form gets a configured minimum length of passwords', async () => {
  const { admin } = await companyWithSeats(app, 5);
  const minLengths = async () => [
    (await app.visitor().ok('GET /session', {})).passwordMinLength,
    (await admin.ok('GET /session', {})).passwordMinLength,
  ];
  expect(await minLengths()).toEqual([undefined, undefined]);
  const { passwordMinLength } = app.config;
  Object.assign(app.config, { passwordMinLength: 31 });
  try {
    expect(await minLengths()).toEqual([31, 31]);
    const { problem } = await signUp(app, freshEmail());
    expect(problem?.errors).toMatchObject([{ code: 'password.too-short' }]);
  } finally {
    Object.assign(app.config, { passwordMinLength });
  }
});

describe('registration', () => {
  test('is open unless it is closed: then nobody new can register, not even by an invite link', async () => {
    const { id, admin } = await companyWithSeats(app, 5);
    const [email, invited] = [freshEmail(), freshEmail()];
    await invite(admin, id, invited);
    const [mail] = await app.mailsTo(invited);
    const code = new URL(mail?.params.url ?? '').searchParams.get('code') ?? '';
    await as('closed', async () => {
      expect((await signUp(app, email)).problem?.code).toBe('registration.closed');
      expect((await signUp(app, admin.email)).problem?.code).toBe('registration.closed');
      const { invite: shown } = await app.visitor().ok('POST /link-actions/inspect', { mode: 'invite', code });
      expect(shown, 'the link shows it before anything is typed').toMatchObject({ mayRegister: false });
      const join = { code, name: 'New', password: testPassword };
      expect(await app.visitor().codeOf('POST /link-actions/accept-invite', join)).toBe('registration.closed');
      expect((await app.visitor().ok('GET /session', {})).registration).toBe('closed');
    });
    expect([await isKnown(app, email), await isKnown(app, invited)]).toEqual([false, false]);
    expect((await app.visitor().ok('GET /session', {})).registration).toBeUndefined();
    expect((await signUp(app, email)).status).toBe(204);
    expect(await isKnown(app, email)).toBe(true);
  });

  test('by invite accepts the addresses of open invites, with the same response for every address', async () => {
    const { id, admin } = await companyWithSeats(app, 5);
    const [invited, stranger, late, revoked, used] = Array.from({ length: 5 }, freshEmail);
    for (const email of [invited, late, revoked, used]) await invite(admin, id, email ?? '');
    await app.superuser.query('update invites set expires_at = now() where email = $1', [late]);
    await app.superuser.query('update invites set revoked_at = now() where email = $1', [revoked]);
    await app.superuser.query('update invites set accepted_at = now() where email = $1', [used]);
    await as('invited', async () => {
      const answers = [];
      for (const email of [invited, stranger, late, revoked, used, admin.email]) {
        const { status, text } = await signUp(app, email ?? '');
        answers.push(`${status} ${text}`);
      }
      expect(new Set(answers).size).toBe(1);
    });
    const known = [];
    for (const email of [invited, stranger, late, revoked, used]) known.push(await isKnown(app, email ?? ''));
    expect(known).toEqual([true, false, false, false, false]);
    expect(await app.mailsTo(stranger ?? '')).toEqual([]);
  });
});

test('is limited to some companies a day per person', async () => {
  const founder = await app.person('Founder');
  for (let count = 0; count < maxCompaniesPerPersonPerDay; count++) expect(await founded(founder)).toBe('allowed');
  expect(await founded(founder)).toBe('company.too-many-new');
  expect(await founded(await app.person('Other'))).toBe('allowed');
});

test('is limited to some companies a day per source, but an unconfigured proxy is not a source', async () => {
  const actors = await Promise.all(Array.from({ length: 4 }, (_, index) => app.person(`Founder ${index}`)));
  const foundAll = async (address: string) => {
    const codes = [];
    for (const actor of actors) {
      Object.assign(actor, { address });
      for (let count = 0; count < maxCompaniesPerPersonPerDay; count++) codes.push(await founded(actor));
    }
    return codes.filter((code) => code !== 'allowed').length;
  };
  expect(await foundAll('127.0.0.1')).toBe(0);
  await app.superuser.query(`delete from throttles where key like 'companies:%'`);
  expect(await foundAll('198.51.100.7')).toBe(4 * maxCompaniesPerPersonPerDay - maxCompaniesPerSourcePerDay);
});

describe('invites of a new company', () => {
  test('are limited per day, over every endpoint, and the limit grows with age and accepted invites', async () => {
    const { id, admin } = await companyWithSeats(app, 60);
    const today = async () => (await admin.ok('GET /companies/{companyId}/seats', { companyId: id })).invitesToday;
    expect(await today()).toEqual({ most: 7, left: 7 });
    const first = freshEmail();
    expect((await invite(admin, id, first)).status).toBe(200);
    const [{ id: inviteId } = { id: '' }] = (await admin.ok('GET /companies/{companyId}/invites', { companyId: id }))
      .invites;
    await admin.ok('POST /companies/{companyId}/invites/{inviteId}/resend', { companyId: id, inviteId });
    const list = (count: number) => ['email', ...Array.from({ length: count }, freshEmail)].join('\n');
    const run = (count: number) =>
      admin.call('POST /companies/{companyId}/imports', {
        companyId: id,
        text: list(count),
        role: 'worker',
        fileName: 'list',
      });
    const refused = await run(6);
    expect([refused.status, refused.problem?.code]).toEqual([429, 'invite.too-many-today']);
    expect(refused.problem?.detail).toContain('7');
    expect((await run(5)).status).toBe(200);
    expect(await today()).toEqual({ most: 7, left: 0 });
    expect((await invite(admin, id, freshEmail())).problem?.code).toBe('invite.too-many-today');
    await app.superuser.query(`update invites set accepted_at = now() where company_id = $1 and email = $2`, [
      id,
      first,
    ]);
    expect(await today()).toEqual({ most: 12, left: 5 });
    await app.superuser.query(`update companies set created_at = created_at - interval '2 days' where id = $1`, [id]);
    expect(await today()).toEqual({ most: 26, left: 19 });
    expect((await invite(admin, id, freshEmail())).status).toBe(200);
    await as('invited', async () => expect(await today()).toBeNull());
  });

  test('send an address few mails an hour in total, and companies cannot see each other', async () => {
    const email = freshEmail();
    const answers = [];
    for (let company = 0; company < 7; company++) {
      const { id: companyId, admin } = await companyWithSeats(app, 3);
      // Single invites and imports.
      const list = { companyId, text: `email\n${email}`, role: 'worker', fileName: 'list' } as const;
      if (company % 2 === 0) await admin.ok('POST /companies/{companyId}/imports', list);
      else await invite(admin, companyId, email);
      const { invites } = await admin.ok('GET /companies/{companyId}/invites', { companyId });
      answers.push(invites.map((one) => [one.email, one.state]));
    }
    expect(answers).toEqual(answers.map(() => [[email, 'pending']]));
    expect(await app.mailsTo(email)).toHaveLength(5);
  });

  test('of one company to one address are limited over time, also by revoking and inviting again', async () => {
    const { id, admin } = await companyWithSeats(app, 5);
    Object.assign(app.config, { newCompanyInvites: 100 });
    // Two admins, neither of whom has reached their personal limit.
    const admins = [admin, await hire(app, admin, id, 'company admin', 'Second')];
    const email = freshEmail();
    const codes = [];
    for (let count = 0; count < 6; count++) {
      const { body, problem } = await invite(admins[count % 2] ?? admin, id, email);
      codes.push(problem?.code ?? 'sent');
      if (!problem)
        await admin.ok('DELETE /companies/{companyId}/invites/{inviteId}', { companyId: id, inviteId: body.id });
    }
    Object.assign(app.config, { newCompanyInvites: 7 });
    expect(codes).toEqual([...Array(5).fill('sent'), 'request.throttled']);
  });

  test.each([{ isActive: false }, { role: 'worker' as const }])(
    'expire with the permission of their sender: %o',
    async (change) => {
      const { id, admin } = await companyWithSeats(app, 6);
      const other = await hire(app, admin, id, 'company admin', 'Other');
      const [email, kept] = [freshEmail(), freshEmail()];
      await invite(other, id, email);
      await invite(admin, id, kept);
      const [mail] = await app.mailsTo(email);
      await admin.ok('PATCH /companies/{companyId}/members/{userId}', {
        companyId: id,
        userId: other.userId,
        ...change,
      });
      const { invites } = await admin.ok('GET /companies/{companyId}/invites', { companyId: id });
      expect(new Map(invites.map((row) => [row.email, row.state]))).toEqual(
        new Map([
          [kept, 'pending'],
          [email, 'expired'],
          [other.email, 'accepted'],
        ]),
      );
      const code = new URL(mail?.params.url ?? '').searchParams.get('code') ?? '';
      const join = { code, name: 'New', password: testPassword };
      expect(await app.visitor().codeOf('POST /link-actions/accept-invite', join)).toBe('link.not-usable');
      const [row] = invites.filter((one) => one.email === email);
      const again = { companyId: id, inviteId: row?.id ?? '' };
      expect(await admin.ok('POST /companies/{companyId}/invites/{inviteId}/resend', again)).toMatchObject({
        state: 'pending',
        invitedByName: admin.name,
      });
    },
  );
});

test('the mail of an invite names company and sender, and contains no link from their names', async () => {
  const admin = await app.person('Prize https://evil.example/win');
  const { id } = await admin.ok('POST /companies', {
    name: 'Bank www.evil.example ｅvil。example',
    timeZone: 'UTC',
    currency: 'IDR',
  });
  await admin.ok('PUT /companies/{companyId}/seats', { companyId: id, seats: 3 });
  const email = freshEmail();
  await invite(admin, id, email);
  const [mail] = await app.mailsTo(email);
  const content = mailContentOf(mailPayload.parse(mail), { requestedAt: new Date(), baseUrl: app.config.baseUrl });
  for (const text of [content.subject, JSON.stringify(content.body), content.why]) {
    expect(text).not.toMatch(/evil[.。]example|https?:\/\//);
    expect(text).toMatch(/“Bank www/);
    expect(text.replaceAll('\u2060', '')).toContain(admin.email);
  }
});
