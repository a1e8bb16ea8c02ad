// Requests do not reveal whether an address has an account. On a busy server each statement and each hash takes longer than the
// minimum response time and could be measured, so the tests count both.

import { hash, verify } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sessionEndpoints } from '#contract/identity.ts';
import { type Actor, codeIn, freshEmail, startTestApp, type TestApp, testPassword } from '../support/app.ts';
import { foundTestCompany } from '../support/company.ts';
import { turnOnFactor } from '../support/second-factor.ts';
import { watchStatements } from '../support/statements.ts';

vi.mock('@node-rs/argon2', { spy: true });
// Test files share modules: hash functions loaded by an earlier file would not be counted.
vi.hoisted(() => vi.resetModules());

let test: TestApp;
let known: Record<string, string>;
beforeAll(async () => {
  test = await startTestApp();
  const protectedPerson = await test.person();
  await turnOnFactor(test, protectedPerson);
  const unproven = freshEmail();
  await test.visitor().ok('POST /sign-up', { name: 'Unproven', email: unproven, password: testPassword });
  known = { 'has an account': (await test.person()).email, 'has a factor': protectedPerson.email, unproven };
});
afterAll(() => test.close());

/** The statements, the number of computed hashes, and the response. */
async function workOf(work: () => ReturnType<Actor['send']>) {
  vi.mocked(hash).mockClear();
  vi.mocked(verify).mockClear();
  const { result, statements } = await watchStatements(work);
  return {
    statements: statements.map((text) => text.replace(/^(release|rollback to) savepoint/, 'end savepoint')),
    hashes: vi.mocked(hash).mock.calls.length + vi.mocked(verify).mock.calls.length,
    answer: [result.status, result.text.replace(/"requestId":"[^"]+"/, '')],
  };
}

const paths = ['/sign-in', '/sign-up', '/sign-in-link', '/password-reset', '/verification-link'] as const;

/** From another network each time, so that only the limits of the address apply. */
const ask = (path: (typeof paths)[number], email: string, actor = test.visitor()) =>
  actor.send('POST', `/api/v1${path}`, {
    email,
    ...(path === '/sign-in' || path === '/sign-up' ? { password: 'some other password' } : {}),
    ...(path === '/sign-up' ? { name: 'Prober' } : {}),
  });

describe('an address with an account costs the same work as one without', () => {
  // Also beyond the limits of an address: ten guesses, five mails.
  it.each([
    ['/sign-in', 12, 1],
    ['/sign-up', 7, 1],
    ['/sign-in-link', 7, 0],
    ['/password-reset', 7, 0],
    ['/verification-link', 7, 0],
  ] as const)('POST %s, asked %i times', async (path, times, hashes) => {
    const stranger = freshEmail();
    for (let time = 1; time <= times; time++) {
      const forNobody = await workOf(() => ask(path, stranger));
      expect(forNobody.hashes).toBe(hashes);
      for (const [who, email] of Object.entries(known).slice(0, time === 1 ? undefined : 1))
        expect([who, time, await workOf(() => ask(path, email))]).toEqual([who, time, forNobody]);
    }
  });

  it('when it is invited, and when an account changes to it', async () => {
    const { admin, id: companyId } = await foundTestCompany(test);
    const invite = (email: string) =>
      workOf(async () => {
        const reply = await admin.send('POST', `/api/v1/companies/${companyId}/invites`, { email, role: 'worker' });
        return { ...reply, text: '' };
      });
    const change = (email: string) =>
      workOf(() => admin.send('POST', '/api/v1/account/email', { email, currentPassword: testPassword }));
    for (const work of [invite, change]) {
      const forNobody = await work(freshEmail());
      expect(forNobody.answer[0]).toBeLessThan(300);
      for (const [who, email] of Object.entries(known)) expect([who, await work(email)]).toEqual([who, forNobody]);
    }
  });
});

// A working link proves access to the mailbox, and its reader must know whether to sign in or to choose a password.
describe('an invite link reveals whether the address has an account to the owner of the mailbox only', () => {
  const ways = ['POST /link-actions/inspect', 'POST /link-actions/accept-invite'] as const;
  const typed = { name: 'Prober', password: 'some other password' };
  const open = (code: string, way: (typeof ways)[number], actor: Actor) =>
    workOf(() =>
      actor.send('POST', `/api/v1${way.slice(5)}`, way === ways[0] ? { mode: 'invite', code } : { code, ...typed }),
    );

  it('an invite link that was replaced, revoked or used, or has expired, reveals nothing to another account', async () => {
    const { admin, id: companyId } = await foundTestCompany(test);
    await admin.ok('PUT /companies/{companyId}/seats', { companyId, seats: 50 });
    const linkTo = async (email: string) => {
      const { id: inviteId } = await admin.ok('POST /companies/{companyId}/invites', {
        companyId,
        email,
        role: 'worker',
      });
      return { inviteId, code: codeIn((await test.mailsTo(email)).findLast(({ template }) => template === 'invite')) };
    };
    const ends: Record<string, (inviteId: string) => Promise<unknown>> = {
      replaced: (inviteId) =>
        admin.ok('POST /companies/{companyId}/invites/{inviteId}/resend', { companyId, inviteId }),
      revoked: (inviteId) => admin.ok('DELETE /companies/{companyId}/invites/{inviteId}', { companyId, inviteId }),
      used: (inviteId) =>
        test.superuser.query('update link_codes set consumed_at = now() where invite_id = $1', [inviteId]),
      'run out': (inviteId) => test.superuser.query('update invites set expires_at = now() where id = $1', [inviteId]),
    };
    for (const [how, end] of Object.entries(ends)) {
      const works = [];
      // The number of invites to one mailbox per hour is limited.
      await test.superuser.query('delete from throttles');
      for (const email of [freshEmail(), ...Object.values(known)]) {
        const { inviteId, code } = await linkTo(email);
        await end(inviteId);
        works.push([await open(code, ways[0], test.visitor()), await open(code, ways[1], test.visitor())]);
        await test.superuser.query('update invites set revoked_at = now() where id = $1 and revoked_at is null', [
          inviteId,
        ]);
      }
      for (const work of works) expect([how, work]).toEqual([how, works[0]]);
      expect(works[0]?.map(({ answer }) => answer[0])).toEqual([422, 422]);
    }

    await test.superuser.query('delete from throttles');
    const readers = await Promise.all(Array.from({ length: 4 }, () => test.person()));
    const works = [];
    for (const [index, email] of [freshEmail(), ...Object.values(known)].entries()) {
      const { code } = await linkTo(email);
      const actor = readers[index] ?? expect.fail('too few people');
      const [inspected, accepted] = [await open(code, ways[0], actor), await open(code, ways[1], actor)];
      works.push([
        { ...inspected, answer: inspected.answer.map((part) => String(part).replace(email, '…')) },
        accepted,
      ]);
    }
    for (const work of works) expect(work).toEqual(works[0]);
    expect(works[0]?.map(({ answer }) => Number(answer[0]))).toEqual([200, 403]);
  });
});

it('while all hashing slots are taken, both are refused alike and after the same time', async () => {
  const free = Promise.withResolvers<boolean>();
  vi.mocked(verify).mockImplementation(() => free.promise);
  const email = known['has an account'] ?? '';
  const taken = Array.from({ length: 8 }, () => ask('/sign-in', freshEmail()));
  await vi.waitUntil(async () => (await openTransactions()) === taken.length, { timeout: 20_000 });
  const { minResponseMs } = sessionEndpoints.signUp;
  for (const [path, leastMs = 0] of [['/sign-in'], ['/sign-up', minResponseMs]] as const)
    for (const address of [email, freshEmail()]) {
      const began = performance.now();
      const { status, problem } = await ask(path, address);
      expect([status, problem?.code]).toEqual([503, 'server.unavailable']);
      expect(performance.now() - began).toBeGreaterThan(leastMs - 2);
    }
  free.resolve(false);
  for (const { status } of await Promise.all(taken)) expect(status).toBe(422);
  vi.mocked(verify).mockRestore();
});

async function openTransactions(): Promise<number> {
  const { rows } = await test.superuser.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name = 'daybook' and state = 'idle in transaction'`,
  );
  return rows[0]?.count ?? 0;
}
