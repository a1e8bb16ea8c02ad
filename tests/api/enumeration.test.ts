// Whether an address has an account is not told by what is done for it either: on a busy server every statement and every hash
// takes its time, beyond the least time of an answer. So both are counted.

import { hash, verify } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sessionEndpoints } from '#contract/session.ts';
import { type Actor, freshEmail, startTestApp, type TestApp, testPassword } from '../support/app.ts';
import { foundTestCompany } from '../support/company.ts';
import { turnOnFactor } from '../support/factor.ts';
import { watchStatements } from '../support/statements.ts';

vi.mock('@node-rs/argon2', { spy: true });
// Files share their modules: those that an earlier one has loaded compute hashes without being counted.
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

/** What was asked of the database, how many hashes were computed, and what was answered. */
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

/** From another network each time, so that only what is counted for the address can matter. */
const ask = (path: (typeof paths)[number], email: string, actor = test.visitor()) =>
  actor.send('POST', `/api/v1${path}`, {
    email,
    ...(path === '/sign-in' || path === '/sign-up' ? { password: 'some other password' } : {}),
    ...(path === '/sign-up' ? { name: 'Prober' } : {}),
  });

describe('an address with an account takes the same work as one without', () => {
  // Also beyond every limit of an address: ten guesses, five mails.
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

  it('for whoever invites it, and for whoever changes to it', async () => {
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

it('while all places for hashes are taken, both are refused alike and no sooner than their time', async () => {
  const free = Promise.withResolvers<boolean>();
  vi.mocked(verify).mockImplementation(() => free.promise);
  const email = known['has an account'] ?? '';
  const taken = Array.from({ length: 8 }, () => ask('/sign-in', freshEmail()));
  await vi.waitUntil(async () => (await openTransactions()) === taken.length, { timeout: 20_000 });
  const { answersAfterMs } = sessionEndpoints.signUp;
  for (const [path, leastMs = 0] of [['/sign-in'], ['/sign-up', answersAfterMs]] as const)
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
  const { rows } = await test.oracle.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name = 'daybook' and state = 'idle in transaction'`,
  );
  return rows[0]?.count ?? 0;
}
