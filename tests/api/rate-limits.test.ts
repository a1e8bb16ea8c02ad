// Rate limits stop guessing and mail floods from any source, reveal nothing, and do not affect anybody else.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/db/connect.ts';
import { createLog } from '#server/log.ts';
import { chargePoints } from '#server/request/rate-limit-counters.ts';
import { type Actor, codeIn, freshEmail, startTestApp, type TestApp, testPassword } from '../support/app.ts';
import { addTestPasskey } from '../support/authenticator.ts';
import { cloneDatabase } from '../support/database.ts';
import { signInFirstStep, turnOnFactor } from '../support/second-factor.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(() => test.superuser.query('delete from throttles'));

const guess = (actor: Actor, email: string, password = 'not the password') =>
  actor.call('POST /sign-in', { email, password });

const countOf = async (times: number, attempt: () => Promise<{ status: number }>) => {
  const statuses: number[] = [];
  for (let time = 0; time < times; time++) statuses.push((await attempt()).status);
  return statuses;
};

/** A botnet: every guess from another address. */
async function guessFromEverywhere(email: string, times: number) {
  // As many at once as may wait for a hash.
  for (let done = 0; done < times; done += 5)
    await Promise.all([1, 2, 3, 4, 5].map(() => guess(test.visitor(), email)));
}

const lastCode = async (email: string, template: string) =>
  codeIn((await test.mailsTo(email)).findLast((mail) => mail.template === template));

/** Raises counters as if there had been more attempts. */
async function asIfGuessed(kind: string, points: number, now: number) {
  const { rowCount } = await test.superuser.query(
    `update throttles set points = $3 where key like $1 and points = $2 and expires_at > now() + interval '2 days'`,
    [`${kind}:%`, points, now],
  );
  expect(rowCount).toBe(1);
}

const windowsEnd = () =>
  test.superuser.query(`update throttles set expires_at = now() where expires_at < now() + interval '2 days'`);

describe('guessing a password', () => {
  it('is limited to ten attempts, with Retry-After, for known and unknown addresses alike', async () => {
    const known = await test.person();
    for (const email of [known.email, freshEmail()]) {
      const guesser = test.visitor();
      const statuses = await countOf(11, () => guess(guesser, email));
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
      const refused = await guess(guesser, email, testPassword);
      expect(refused.problem?.code).toBe('session.throttled');
      const seconds = Number(refused.headers['retry-after']);
      expect(seconds).toBeGreaterThan(800);
      expect(refused.problem?.detail).toContain(
        `${Math.ceil(seconds / 60)} minutes, or sign in now with an emailed link`,
      );
    }
  });

  it('does not lock the person out in other browsers', async () => {
    const person = await test.person();
    const guesser = test.visitor();
    await countOf(12, () => guess(guesser, person.email));
    expect((await guess(test.visitor(), person.email, testPassword)).status).toBe(200);
  });

  it('is counted by address in any spelling, and by network whatever the host part', async () => {
    const email = freshEmail();
    const from = (remoteAddress: string, spelling: string) =>
      test.app.inject({
        method: 'POST',
        url: '/api/v1/sign-in',
        remoteAddress,
        payload: { email: spelling, password: 'not the password' },
      });
    for (let host = 1; host <= 10; host++) await from(`2001:db8:7:7::${host}`, email);
    expect((await from('2001:DB8:7:7:ffff::1', ` ${email.toUpperCase()}`)).statusCode).toBe(429);
    expect((await from('2001:db8:7:8::1', email)).statusCode).toBe(422);
  });

  it('in a signed-in browser is limited to ten attempts, and to a hundred in total', async () => {
    const person = await test.person();
    const confirm = (currentPassword: string) =>
      person.call('PUT /account/password', { currentPassword, password: 'a new one of mine' });
    const statuses = await countOf(11, () => confirm('not the password'));
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
    await asIfGuessed('confirm', 10, 99);
    await windowsEnd();
    expect(await countOf(1, () => confirm('not the password'))).toEqual([422]);
    expect((await confirm(testPassword)).problem?.code).toBe('session.too-many-guesses');
    await person.ok('POST /sign-in', { email: person.email, password: testPassword });
    expect((await confirm(testPassword)).status).toBe(204);
  });

  it('is reset by signing in, and counts wrong passwords only', async () => {
    const person = await test.person();
    const browser = test.visitor();
    for (let round = 0; round < 3; round++) {
      await countOf(9, () => guess(browser, person.email));
      expect((await guess(browser, person.email, testPassword)).status).toBe(200);
    }
    const malformed = test.visitor();
    await countOf(12, () => malformed.send('POST', '/api/v1/sign-in', { email: person.email, password: 5 }));
    await countOf(12, () => malformed.send('POST', '/api/v1/sign-in', { email: person.email }));
    await countOf(12, () => malformed.send('PUT', '/api/v1/account/password', { currentPassword: 'x', password: 'y' }));
    expect(await countOf(10, () => guess(malformed, person.email))).toEqual(Array.from({ length: 10 }, () => 422));
    // A malformed request is never charged: a caller without attempts left still gets the errors of its fields.
    expect((await guess(malformed, person.email)).status).toBe(429);
    const unread = await malformed.send('POST', '/api/v1/sign-in', { email: person.email, password: 5 });
    expect([unread.status, unread.problem?.errors?.map(({ path }) => path)]).toEqual([422, ['password']]);
  });
});

describe('guessing from many networks', () => {
  it('is limited to a hundred guesses for the lifetime of the password, and never locks the owner out', async () => {
    const owner = await test.person();
    const { authenticator } = await addTestPasskey(owner, test.config.baseUrl);
    await owner.ok('POST /sign-out', {});
    const link = test.visitor();
    expect((await guess(test.visitor(), owner.email, testPassword)).status).toBe(200);
    await guessFromEverywhere(owner.email, 10);
    await asIfGuessed('password', 10, 95);
    await windowsEnd();
    expect((await guess(test.visitor(), owner.email, testPassword)).status).toBe(200);
    await guessFromEverywhere(owner.email, 5);

    // Guesses are no longer checked, and the response is the same as for an address without an account.
    const refused = await guess(test.visitor(), owner.email, testPassword);
    const unknown = await guess(test.visitor(), freshEmail());
    expect({ ...refused.problem, requestId: '' }).toEqual({ ...unknown.problem, requestId: '' });
    await test.superuser.query(`update throttles set expires_at = expires_at - interval '400 days'`);
    expect((await guess(test.visitor(), owner.email, testPassword)).status).toBe(422);

    // A known browser can still sign in, and that does not reset the limit of strangers.
    expect((await guess(owner, owner.email, testPassword)).status).toBe(200);
    expect((await guess(test.visitor(), owner.email, testPassword)).status).toBe(422);

    // A passkey works in an unknown browser.
    const keyed = test.visitor();
    const credential = authenticator.sign(await keyed.ok('POST /sign-in/passkey/options', {}));
    expect(await keyed.codeOf('POST /sign-in/passkey', { credential })).toBe('allowed');

    // So does the mailbox; afterwards the browser is known.
    await link.ok('POST /sign-in-link', { email: owner.email });
    await link.ok('POST /link-actions/sign-in', { code: await lastCode(owner.email, 'sign-in-link') });
    await link.ok('POST /sign-out', {});
    expect((await guess(link, owner.email, testPassword)).status).toBe(200);

    // Guesses against a new password count from zero.
    const reset = test.visitor();
    await reset.ok('POST /password-reset', { email: owner.email });
    const password = 'quite another pass phrase';
    await reset.ok('POST /link-actions/reset-password', {
      code: await lastCode(owner.email, 'reset-password'),
      password,
    });
    expect((await guess(test.visitor(), owner.email, password)).status).toBe(200);
    expect(await countOf(1, () => guess(owner, owner.email, password))).toEqual([200]);
  });

  it('leaves a known browser its own limits, which also end', async () => {
    const owner = await test.person();
    await guessFromEverywhere(owner.email, 5);
    const ten = Array.from({ length: 10 }, () => 422);
    expect(await countOf(11, () => guess(owner, owner.email))).toEqual([...ten, 429]);
    expect((await guess(owner, owner.email, testPassword)).status).toBe(429);
    await asIfGuessed('password', 10, 90);
    await windowsEnd();
    expect(await countOf(11, () => guess(owner, owner.email))).toEqual([...ten, 422]);
    // From then on the browser is no longer known and shares the limit of strangers.
    expect((await guess(owner, owner.email, testPassword)).status).toBe(200);
  });

  it('of codes is limited in total too, reset by the password and not by a mailed link', async () => {
    const owner = await test.person();
    const factor = await turnOnFactor(test, owner);
    const thief = await signInFirstStep(test, owner);
    await countOf(2, () => thief.call('POST /sign-in/second-factor', { code: '000000' }));
    await asIfGuessed('code', 2, 100);
    const code = await factor.codeAt(1);
    expect(await thief.codeOf('POST /sign-in/second-factor', { code })).toBe('factor.too-many-guesses');
    await test.visitor().ok('POST /sign-in-link', { email: owner.email });
    const reader = test.visitor();
    await reader.ok('POST /link-actions/sign-in', { code: await lastCode(owner.email, 'sign-in-link') });
    expect(await reader.codeOf('POST /sign-in/second-factor', { code })).toBe('allowed');
  });
});

describe('a rate limit', () => {
  it('is shared by all processes, and exact under concurrency', async () => {
    const clone = await cloneDatabase();
    const log = createLog('silent');
    const processes = [1, 2, 3].map(() => openDatabase({ owner: clone.owner, app: clone.app, log, poolSize: 6 }));
    const attempts = processes.flatMap(({ app }) =>
      Array.from({ length: 10 }, () => chargePoints(app, [['a key', { points: 10, minutes: 15 }]])),
    );
    expect((await Promise.all(attempts)).filter((seconds) => seconds === null)).toHaveLength(10);
    await Promise.all(processes.map((database) => database.close()));
    await clone.drop();
  });

  it('is exact for a burst of guesses', async () => {
    const person = await test.person();
    const guesser = test.visitor();
    const replies = await Promise.all(Array.from({ length: 10 }, () => guess(guesser, person.email)));
    const checkedGuesses = replies.filter(({ status }) => status === 422).length;
    expect(replies.every(({ status }) => status === 422 || status === 503)).toBe(true);
    // Attempts refused because too many waited for a hash were not charged.
    expect(await countOf(11 - checkedGuesses, () => guess(guesser, person.email))).toEqual([
      ...Array.from({ length: 10 - checkedGuesses }, () => 422),
      429,
    ]);
  });

  it('is reset after its window, by the database’s clock', async () => {
    const email = freshEmail();
    const guesser = test.visitor();
    await countOf(11, () => guess(guesser, email));
    await windowsEnd();
    expect((await guess(guesser, email)).status).toBe(422);
  });

  it('stores no addresses', async () => {
    const email = freshEmail();
    const guesser = test.visitor();
    await guess(guesser, email);
    const { rows } = await test.superuser.query('select 1 from throttles where key like $1 or key like $2', [
      `%${email}%`,
      `%${guesser.address}%`,
    ]);
    expect(rows).toEqual([]);
  });

  it('of links counts wrong codes only: a valid one works in a network that reached the limit', async () => {
    const person = await test.person();
    const flooder = test.visitor();
    const wrong = () => flooder.codeOf('POST /link-actions/sign-in', { code: 'x'.repeat(43) });
    for (let round = 0; round < 6; round++) await Promise.all(Array.from({ length: 50 }, wrong));
    expect(await wrong()).toBe('request.throttled');
    await test.visitor().ok('POST /sign-in-link', { email: person.email });
    const code = await lastCode(person.email, 'sign-in-link');
    expect(await flooder.codeOf('POST /link-actions/sign-in', { code })).toBe('allowed');
  });
});

describe('A32: a flood of mail to one mailbox', () => {
  it('from one source is limited to five, with a reason', async () => {
    const person = await test.person();
    const flooder = test.visitor();
    const statuses = await countOf(6, () => flooder.call('POST /password-reset', { email: person.email }));
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
    expect((await test.mailsTo(person.email)).filter(({ template }) => template === 'reset-password')).toHaveLength(5);
    expect((await test.visitor().call('POST /password-reset', { email: person.email })).status).toBe(204);
  });

  it('from many sources and endpoints is limited to five of a kind, silently, and the newest link still works', async () => {
    const person = await test.person();
    const { length: before } = await test.mailsTo(person.email);
    for (let round = 0; round < 4; round++) {
      const flooder = test.visitor();
      await flooder.ok('POST /password-reset', { email: person.email });
      await flooder.ok('POST /sign-in-link', { email: person.email });
      await flooder.ok('POST /sign-up', { name: 'Flood', email: person.email, password: testPassword });
    }
    const mails = await test.mailsTo(person.email);
    expect(mails.length).toBeLessThanOrEqual(15);
    for (const template of new Set(mails.map((mail) => mail.template)))
      expect(mails.filter((mail) => mail.template === template).length).toBeLessThanOrEqual(5);
    expect(mails.length).toBeGreaterThan(before);
    const url = mails.findLast(({ template }) => template === 'sign-in-link')?.params.url ?? '';
    const code = new URL(url).searchParams.get('code') ?? '';
    expect(await test.visitor().codeOf('POST /link-actions/sign-in', { code })).toBe('allowed');
  });

  it('that contains no link never blocks a link to its owner, nor signing in', async () => {
    const person = await test.person();
    for (let source = 0; source < 3; source++) {
      const flooder = test.visitor();
      await countOf(4, () =>
        flooder.call('POST /sign-up', { name: 'Flood', email: person.email, password: testPassword }),
      );
      await countOf(4, () => flooder.call('POST /verification-link', { email: person.email }));
    }
    await test.visitor().ok('POST /password-reset', { email: person.email });
    await test.visitor().ok('POST /sign-in-link', { email: person.email });
    const templates = (await test.mailsTo(person.email)).map(({ template }) => template);
    expect(templates.slice(-2)).toEqual(['reset-password', 'sign-in-link']);
    expect((await guess(test.visitor(), person.email, testPassword)).status).toBe(200);
  });

  it('never blocks a link to its owner: the last one works, each used one allows another, a known browser has its own limit', async () => {
    const owner = await test.person();
    const flood = async () => {
      for (let source = 0; source < 7; source++) await test.visitor().ok('POST /sign-in-link', { email: owner.email });
    };
    const links = async () =>
      (await test.mailsTo(owner.email)).filter(({ template }) => template === 'sign-in-link').map(codeIn);
    const isIn = async (code = '') => test.visitor().codeOf('POST /link-actions/sign-in', { code });
    await owner.ok('POST /sign-in-link', { email: owner.email });
    await flood();
    // Links requested by strangers do not replace the owner's: it works, and voids the others.
    const [own, ...others] = await links();
    expect(others).toHaveLength(4);
    expect(await isIn(own)).toBe('allowed');
    expect(await isIn(others.at(-1))).toBe('link.not-usable');
    await flood();
    const [, , , , , ...later] = await links();
    expect(later).toHaveLength(5);
    await owner.ok('POST /sign-in-link', { email: owner.email });
    expect(await isIn((await links())[10])).toBe('allowed');
    await test.visitor().ok('POST /sign-in-link', { email: owner.email });
    expect(await isIn((await links())[11])).toBe('allowed');
  });

  it('does not prevent verifying an address that strangers register repeatedly', async () => {
    const owner = test.visitor();
    const email = freshEmail();
    const register = (actor: Actor) => actor.ok('POST /sign-up', { name: 'Flood', email, password: testPassword });
    for (let source = 0; source < 4; source++) await register(test.visitor());
    await register(owner);
    for (let source = 0; source < 4; source++) await register(test.visitor());
    expect(await test.mailsTo(email)).toHaveLength(5);
    expect(await owner.codeOf('POST /link-actions/verify-email', { code: await lastCode(email, 'verify-email') })).toBe(
      'allowed',
    );
  });

  it('by invites never blocks mail to its owner', async () => {
    const admin = await test.person('Founder');
    const { id: companyId } = await admin.ok('POST /companies', {
      name: 'Flood',
      timeZone: 'Asia/Jakarta',
      currency: 'IDR',
    });
    await admin.ok('PUT /companies/{companyId}/seats', { companyId, seats: 2 });
    const victim = await test.person();
    const invite = { companyId, email: victim.email, role: 'worker' } as const;
    for (let round = 0; round < 6; round++) {
      const { status, body } = await admin.call('POST /companies/{companyId}/invites', invite);
      if (status === 200)
        await admin.ok('DELETE /companies/{companyId}/invites/{inviteId}', { companyId, inviteId: body.id });
    }
    for (const route of ['POST /sign-in-link', 'POST /password-reset'] as const)
      await test.visitor().ok(route, { email: victim.email });
    const templates = (await test.mailsTo(victim.email)).map(({ template }) => template);
    expect(templates.slice(-2)).toEqual(['sign-in-link', 'reset-password']);
  });

  it('by resending an invite is limited to five, with a reason', async () => {
    const admin = await test.person('Founder');
    const { id } = await admin.ok('POST /companies', { name: 'Flood', timeZone: 'Asia/Jakarta', currency: 'IDR' });
    await admin.ok('PUT /companies/{companyId}/seats', { companyId: id, seats: 2 });
    const email = freshEmail();
    const invite = { companyId: id, email, role: 'worker' } as const;
    const { id: inviteId } = await admin.ok('POST /companies/{companyId}/invites', invite);
    const resend = () =>
      admin.call('POST /companies/{companyId}/invites/{inviteId}/resend', { companyId: id, inviteId });
    expect(await countOf(6, resend)).toEqual([200, 200, 200, 200, 429, 429]);
    expect(await test.mailsTo(email)).toHaveLength(5);
  });

  it('by plus addresses of one mailbox is limited by the source', async () => {
    const flooder = test.visitor();
    const link = () => flooder.call('POST /verification-link', { email: freshEmail() });
    for (let round = 0; round < 10; round++) await Promise.all(Array.from({ length: 10 }, link));
    expect((await link()).status).toBe(429);
  });

  it('does not block the notice of a change of address', async () => {
    const owner = await test.person();
    for (let round = 0; round < 8; round++) await test.visitor().call('POST /password-reset', { email: owner.email });
    const email = freshEmail();
    await owner.ok('POST /account/email', { email, currentPassword: testPassword });
    const url = (await test.mailsTo(email)).at(-1)?.params.url ?? '';
    const code = new URL(url).searchParams.get('code') ?? '';
    await owner.ok('POST /link-actions/change-email', { code });
    expect((await test.mailsTo(owner.email)).at(-1)?.template).toBe('email-changed');
  });
});
