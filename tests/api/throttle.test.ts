// Budgets: guessing and mail floods run dry, whoever does them, and nobody learns anything from it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/db/connect.ts';
import { passwordCost } from '#server/identity/hashing.ts';
import { createLog } from '#server/log.ts';
import { spend } from '#server/throttle.ts';
import { type Actor, freshEmail, startTestApp, type TestApp, testPassword } from '../support/app.ts';
import { cloneDatabase } from '../support/database.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const guess = (actor: Actor, email: string, password = 'not the password') =>
  actor.call('POST /sign-in', { email, password });

const countOf = async (times: number, attempt: () => Promise<{ status: number }>) => {
  const statuses: number[] = [];
  for (let time = 0; time < times; time++) statuses.push((await attempt()).status);
  return statuses;
};

describe('guessing a password', () => {
  it('ends after ten attempts, with the time to wait, for known and unknown addresses alike', async () => {
    const known = await test.person();
    for (const email of [known.email, freshEmail()]) {
      const guesser = test.visitor();
      const statuses = await countOf(11, () => guess(guesser, email));
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
      const refused = await guess(guesser, email, testPassword);
      expect(refused.problem?.code).toBe('request.throttled');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800);
    }
  });

  it('does not lock the person out elsewhere', async () => {
    const person = await test.person();
    await countOf(12, () => guess(test.visitor(), freshEmail()));
    const guesser = test.visitor();
    await countOf(12, () => guess(guesser, person.email));
    expect((await guess(test.visitor(), person.email, testPassword)).status).toBe(200);
  });

  it('is counted for one address however it is spelt, and for one network whatever the host', async () => {
    const email = freshEmail();
    for (let host = 1; host <= 10; host++)
      await spend(test.database.app, 'credentials', { address: `2001:db8:7:7::${host}`, email });
    const next = { address: '2001:DB8:7:7:ffff::1', email: ` ${email.toUpperCase()}` };
    await expect(spend(test.database.app, 'credentials', next)).rejects.toThrow('request.throttled');
    const neighbour = { ...next, address: '2001:db8:7:8::1' };
    await expect(spend(test.database.app, 'credentials', neighbour)).resolves.toBeUndefined();
  });

  it('at an open browser of somebody else ends after twenty attempts', async () => {
    const person = await test.person();
    const statuses = await countOf(21, () =>
      person.call('PUT /account/password', { currentPassword: 'not the password', password: 'a new one of mine' }),
    );
    expect(statuses.slice(0, 15)).toEqual(Array.from({ length: 15 }, () => 422));
    expect(statuses.at(-1)).toBe(429);
  });

  it('from anywhere ends after a hundred attempts a day', async () => {
    const email = freshEmail();
    for (let source = 0; source < 100; source++)
      await spend(test.database.app, 'credentials', { address: `198.51.100.${source}`, email });
    const next = { address: '203.0.113.1', email };
    await expect(spend(test.database.app, 'credentials', next)).rejects.toThrow('request.throttled');
  });
});

describe('a budget', () => {
  it('is shared by all processes, and exact when they spend at once', async () => {
    const clone = await cloneDatabase();
    const log = createLog('silent');
    const processes = [1, 2, 3].map(() => openDatabase({ owner: clone.owner, app: clone.app, log, poolSize: 6 }));
    const caller = { address: '192.0.2.1', email: freshEmail() };
    const attempts = processes.flatMap(({ app }) =>
      Array.from({ length: 10 }, () => spend(app, 'credentials', caller)),
    );
    const spent = (await Promise.allSettled(attempts)).filter(({ status }) => status === 'fulfilled');
    expect(spent).toHaveLength(10);
    await Promise.all(processes.map((database) => database.close()));
    await clone.drop();
  });

  it('is full again after its time, by the clock of the database', async () => {
    const email = freshEmail();
    const guesser = test.visitor();
    await countOf(11, () => guess(guesser, email));
    await test.oracle.query('update throttles set expires_at = now()');
    expect((await guess(guesser, email)).status).toBe(422);
  });

  it('keeps no addresses', async () => {
    const email = freshEmail();
    const guesser = test.visitor();
    await guess(guesser, email);
    const { rows } = await test.oracle.query('select 1 from throttles where key like $1 or key like $2', [
      `%${email}%`,
      `%${guesser.address}%`,
    ]);
    expect(rows).toEqual([]);
  });
});

describe('A32: a flood of mail to one mailbox', () => {
  it('from one source ends after five, and is told', async () => {
    const person = await test.person();
    const flooder = test.visitor();
    const statuses = await countOf(6, () => flooder.call('POST /password-reset', { email: person.email }));
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
    expect((await test.mailsTo(person.email)).filter(({ template }) => template === 'reset-password')).toHaveLength(5);
    expect((await test.visitor().call('POST /password-reset', { email: person.email })).status).toBe(204);
  });

  it('from many sources and by every path together ends after five of a kind, silently, and the newest link still works', async () => {
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

  it('without a link in it keeps no link from its owner, and takes nothing from signing in', async () => {
    const person = await test.person();
    for (let source = 0; source < 3; source++) {
      const flooder = test.visitor();
      await countOf(4, () =>
        flooder.call('POST /sign-up', { name: 'Flood', email: person.email, password: testPassword }),
      );
      await countOf(4, () => flooder.call('POST /verification-link', { email: person.email }));
    }
    const attempt = { email: person.email };
    for (let source = 0; source < 100; source++)
      await spend(test.database.app, 'registration', { ...attempt, address: `198.51.100.${source}` }).catch(() => null);
    expect(await test.visitor().codeOf('POST /sign-up', { ...attempt, name: 'Flood', password: testPassword })).toBe(
      'request.throttled',
    );
    await test.visitor().ok('POST /password-reset', { email: person.email });
    await test.visitor().ok('POST /sign-in-link', { email: person.email });
    const templates = (await test.mailsTo(person.email)).map(({ template }) => template);
    expect(templates.slice(-2)).toEqual(['reset-password', 'sign-in-link']);
    expect((await guess(test.visitor(), person.email, testPassword)).status).toBe(200);
  });

  it('by an invite sent again and again ends after five, and is told', async () => {
    const admin = await test.person('Founder');
    const { id } = await admin.ok('POST /companies', { name: 'Flood', timeZone: 'Asia/Jakarta', currency: 'IDR' });
    await admin.ok('PUT /companies/{companyId}/seats', { companyId: id, seats: 2 });
    const email = freshEmail();
    const invite = { companyId: id, email, role: 'worker' } as const;
    const { id: inviteId } = await admin.ok('POST /companies/{companyId}/invites', invite);
    const resend = () =>
      admin.call('POST /companies/{companyId}/invites/{inviteId}/resend', { companyId: id, inviteId });
    expect(await countOf(6, resend)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await test.mailsTo(email)).toHaveLength(6);
  });

  it('by plus addresses of one mailbox ends with the budget of its source', async () => {
    const flooder = { address: '198.51.100.250', email: null };
    for (let time = 0; time < 200; time++) await spend(test.database.app, 'registration', flooder);
    await expect(spend(test.database.app, 'registration', flooder)).rejects.toThrow('request.throttled');
  });

  it('does not keep the notice of a change of address from its owner', async () => {
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

describe('R20: a flood of sign-ins', () => {
  it('is answered at once when too many wait for a hash, while others are served', async () => {
    const costly = await startTestApp({}, passwordCost);
    const person = await costly.person();
    let isOver = false;
    const flood = Promise.all(Array.from({ length: 60 }, () => guess(costly.visitor(), freshEmail()))).finally(() => {
      isOver = true;
    });
    expect((await person.call('GET /session', {})).status).toBe(200);
    expect(isOver, 'others need not wait for the end of the flood').toBe(false);
    const replies = await flood;
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([422, 503]));
    expect(replies.filter(({ status }) => status === 422).length).toBeGreaterThanOrEqual(8);
    expect((await guess(costly.visitor(), person.email, testPassword)).status).toBe(200);
    await costly.close();
  });
});
