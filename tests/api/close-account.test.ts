// Closing an account: what is deleted, what stays, what prevents it, and concurrent requests.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, codeIn, freshEmail, startTestApp, type TestApp, testPassword } from '../support/app.ts';
import { foundTestCompany, hire, submitDay, type TestCompany } from '../support/company.ts';
import { untilWaiting, withOpenTransaction } from '../support/concurrent-transaction.ts';
import { historyOf } from '../support/history.ts';

let app: TestApp;
let company: TestCompany;
beforeAll(async () => {
  app = await startTestApp();
  company = await foundTestCompany(app);
  await company.admin.ok('PUT /companies/{companyId}/seats', { companyId: company.id, seats: 60 });
});
afterAll(() => app.close());

const close = (actor: Actor, currentPassword = testPassword) =>
  actor.call('POST /account/closing', { currentPassword });

const codeOfClosing = async (actor: Actor) => (await close(actor)).problem?.code ?? 'allowed';

const foundCompany = async (founder: Actor, name: string, others: number) => {
  const { id } = await founder.ok('POST /companies', { name, timeZone: 'UTC', currency: 'EUR' });
  await founder.ok('PUT /companies/{companyId}/seats', { companyId: id, seats: 2 + others });
  return id;
};

const bringIn = async ({ admin, id: companyId }: TestCompany, person: Actor) => {
  await admin.ok('POST /companies/{companyId}/invites', { companyId, email: person.email, role: 'worker' });
  const { invites } = await person.ok('GET /invites', {});
  const inviteId = invites.find((invite) => invite.companyId === companyId)?.id ?? '';
  await person.ok('POST /invites/{inviteId}/accept', { inviteId });
};

const memberOf = (userId: string) =>
  company.admin.ok('GET /companies/{companyId}/members/{userId}', { companyId: company.id, userId });

const count = async (query: string, values: string[]): Promise<number> => {
  const { rows } = await app.superuser.query<{ n: number }>(`select count(*)::int as n ${query}`, values);
  return rows[0]?.n ?? -1;
};

/** Tables with a row that contains the text anywhere, except the queue of mails not yet sent. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await app.superuser.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  const found = [];
  for (const { name } of rows)
    if ((await count(`from ${name} t where t::text like '%' || $1 || '%'`, [text])) > 0) found.push(name);
  return found;
}

/** A file that names the person by their address only, read and checked. */
async function importHistoryOf({ admin, id }: TestCompany, email: string): Promise<string> {
  const history = historyOf(app, admin, id);
  const importId = await history.read(`User,Date,Hours\n${email},2026-03-02,1\n${email},2026-03-03,2\n`);
  await history.check(importId);
  return importId;
}

describe('closing an account', () => {
  test('requires the password: a wrong one changes nothing', async () => {
    const person = await hire(app, company.admin, company.id, 'worker', 'Careful');
    const refusal = await close(person, 'not the password');
    expect([refusal.status, refusal.problem?.errors?.[0]]).toMatchObject([
      422,
      { path: 'currentPassword', code: 'password.wrong' },
    ]);
    expect((await person.ok('GET /session', {})).user?.email).toBe(person.email);
    expect((await close(person)).status).toBe(204);
  });

  test('requires an account without a password to set one by a mailed link first', async () => {
    const person = await app.person();
    await app.superuser.query('delete from accounts where user_id = $1', [person.userId]);
    expect(await person.ok('GET /account/closing', {})).toEqual({ hasPassword: false, companies: [] });
    expect(await codeOfClosing(person)).toBe('account.no-password');
    await person.ok('POST /password-reset', { email: person.email });
    const code = codeIn((await app.mailsTo(person.email)).findLast(({ template }) => template === 'reset-password'));
    await person.ok('POST /link-actions/reset-password', { code, password: testPassword });
    await person.ok('POST /sign-in', { email: person.email, password: testPassword });
    expect(await codeOfClosing(person)).toBe('allowed');
  });

  test('shows beforehand which data stays where', async () => {
    const person = await hire(app, company.admin, company.id, 'worker', 'Curious');
    const { id } = await submitDay(company, person, '2026-03-02', '08:00', '10:00');
    await submitDay(company, person, '2026-03-03', '08:00', '10:00');
    const worklogs = [{ id, version: 1 }];
    await company.approver.ok('POST /companies/{companyId}/decisions', {
      companyId: company.id,
      decision: 'approve',
      worklogs,
    });
    const alone = await foundCompany(person, 'Alone', 0);
    const { companies } = await person.ok('GET /account/closing', {});
    expect(companies.toSorted((a, b) => b.worklogs - a.worklogs)).toEqual([
      { id: company.id, name: 'Acme Company', worklogs: 2, pendingWorklogs: 1, isLastAdmin: false },
      { id: alone, name: 'Alone', worklogs: 0, pendingWorklogs: 0, isLastAdmin: true },
    ]);
  });

  test('revokes every session and link immediately, frees the seat, and notifies the address', async () => {
    const person = await hire(app, company.admin, company.id, 'worker', 'Leaver');
    const elsewhere = app.visitor();
    await elsewhere.ok('POST /sign-in', { email: person.email, password: testPassword });
    await elsewhere.ok('POST /sign-in-link', { email: person.email });
    const code = codeIn((await app.mailsTo(person.email)).findLast(({ template }) => template === 'sign-in-link'));
    const before = await company.admin.ok('GET /companies/{companyId}/seats', { companyId: company.id });
    expect((await close(person)).status).toBe(204);
    expect(person.cookie).toBe('');
    expect((await elsewhere.ok('GET /session', {})).user).toBeNull();
    expect((await elsewhere.call('GET /account/sessions', {})).status).toBe(401);
    expect(await elsewhere.codeOf('POST /link-actions/sign-in', { code })).toBe('link.not-usable');
    expect(await elsewhere.codeOf('POST /sign-in', { email: person.email, password: testPassword })).toBe(
      'session.wrong-credentials',
    );
    const after = await company.admin.ok('GET /companies/{companyId}/seats', { companyId: company.id });
    expect(before.members - after.members).toBe(1);
    const last = (await app.mailsTo(person.email)).at(-1);
    expect([last?.template, last?.params.name]).toEqual(['account-closed', 'Leaver']);
  });

  test('erases the address everywhere and all private data of the person', async () => {
    const person = await hire(app, company.admin, company.id, 'worker', 'Erased');
    const other = await foundTestCompany(app, { canary: 'Inviting' });
    await other.admin.ok('POST /companies/{companyId}/invites', {
      companyId: other.id,
      email: person.email,
      role: 'worker',
    });
    const left = await foundTestCompany(app, { canary: 'Left' });
    await bringIn(left, person);
    await left.admin.ok('PATCH /companies/{companyId}/members/{userId}', {
      companyId: left.id,
      userId: person.userId,
      isActive: false,
    });
    // Neither import creates an invite for them: they are a member of one company and were deactivated in the other.
    for (const { admin, id } of [company, left])
      await admin.ok('POST /companies/{companyId}/imports', {
        companyId: id,
        text: `${person.email}\n${freshEmail()}`,
      });
    const imports = new Map<TestCompany, string>();
    for (const one of [company, left]) imports.set(one, await importHistoryOf(one, person.email));
    await person.call('PATCH /settings', { theme: 'dark' }, { 'idempotency-key': 'one' });
    await person.ok('POST /account/email', { email: freshEmail(), currentPassword: testPassword });
    const withAddress = ['history_people', 'history_rows', 'import_rows', 'invites', 'link_codes', 'users'];
    expect(await tablesWith(person.email)).toEqual(withAddress);
    await close(person);
    expect(await tablesWith(person.email)).toEqual([]);
    for (const [{ admin, id: companyId }, importId] of imports) {
      const { people } = await admin.ok('GET /companies/{companyId}/history-imports/{importId}', {
        companyId,
        importId,
      });
      const assigned = people.filter(({ userId }) => userId === person.userId);
      expect(assigned.map(({ name, email, rows }) => [name, email, rows])).toEqual([['Erased', '', 2]]);
    }
    // The audit logs belong to the companies, which keep them for a while; they contain no address. Nor does imported history.
    const withId = ['audit_events', 'history_people', 'history_rows', 'members', 'users'];
    expect(await tablesWith(person.userId)).toEqual(withId);
    const { pendingInvites } = await other.admin.ok('GET /companies/{companyId}/seats', { companyId: other.id });
    expect(pendingInvites).toBe(0);
    const { rows } = await app.superuser.query('select * from users where id = $1', [person.userId]);
    expect(rows).toMatchObject([
      { name: 'Erased', email: null, email_verified: false, settings: { theme: 'light', locale: 'en' } },
    ]);
  });

  test('keeps worklogs and decisions under the name; pending worklogs can still be decided', async () => {
    const worker = await hire(app, company.admin, company.id, 'worker', 'Wanda Worker');
    const decider = await hire(app, company.admin, company.id, 'timesheet approver', 'Dana Decider');
    const decided = await submitDay(company, worker, '2026-03-02', '08:00', '10:00');
    const pending = await submitDay(company, worker, '2026-03-03', '08:00', '10:00');
    const approve = (actor: Actor, id: string) =>
      actor.ok('POST /companies/{companyId}/decisions', {
        companyId: company.id,
        decision: 'approve',
        worklogs: [{ id, version: 1 }],
      });
    await approve(decider, decided.id);
    await close(worker);
    await close(decider);
    const { results } = await approve(company.approver, pending.id);
    expect(results).toMatchObject([{ code: null, worklog: { workerName: 'Wanda Worker' } }]);
    const key = { companyId: company.id, worklogId: decided.id };
    const { worklog, history } = await company.admin.ok('GET /companies/{companyId}/worklogs/{worklogId}', key);
    expect([worklog.workerName, worklog.reviewerName]).toEqual(['Wanda Worker', 'Dana Decider']);
    expect(history.map(({ actorName }) => actorName)).toEqual(['Wanda Worker', 'Dana Decider']);
  });

  test('cannot be undone by an admin', async () => {
    const person = await hire(app, company.admin, company.id, 'worker', 'Gone');
    const reactivate = () =>
      company.admin.codeOf('PATCH /companies/{companyId}/members/{userId}', {
        companyId: company.id,
        userId: person.userId,
        isActive: true,
      });
    await close(person);
    expect(await memberOf(person.userId)).toMatchObject({ name: 'Gone', email: null });
    expect(await reactivate()).toBe('account.closed');
  });

  test('frees the address for a new account, which inherits nothing', async () => {
    const person = await hire(app, company.admin, company.id, 'worker', 'First');
    await submitDay(company, person, '2026-03-02', '08:00', '10:00');
    await close(person);
    const second = app.visitor();
    await second.ok('POST /sign-up', { name: 'Second', email: person.email, password: `${testPassword} new` });
    const code = codeIn((await app.mailsTo(person.email)).findLast(({ template }) => template === 'verify-email'));
    const session = await second.ok('POST /link-actions/verify-email', { code });
    expect([session.user?.name, session.companies, session.user?.uid === person.userId]).toEqual(['Second', [], false]);
    expect((await second.ok('GET /invites', {})).invites).toEqual([]);
    expect((await second.call('GET /companies/{companyId}', { companyId: company.id })).status).toBe(404);
    await company.admin.ok('POST /companies/{companyId}/invites', {
      companyId: company.id,
      email: person.email,
      role: 'worker',
    });
    const { invites } = await second.ok('GET /invites', {});
    await second.ok('POST /invites/{inviteId}/accept', { inviteId: invites[0]?.id ?? '' });
    const { worklogs } = await second.ok('GET /companies/{companyId}/worklogs', { companyId: company.id });
    expect(worklogs).toEqual([]);
    expect((await memberOf(person.userId)).deactivatedAt).not.toBeNull();
  });
});

describe('the last company admin', () => {
  test('cannot close the account, in any of the companies, and nothing is changed partially', async () => {
    const person = await hire(app, company.admin, company.id, 'worker', 'Keeper');
    const [first, second] = [await foundCompany(person, 'First Ltd', 1), await foundCompany(person, 'Second Ltd', 1)];
    const refusal = await close(person);
    expect(refusal.problem).toMatchObject({
      status: 409,
      code: 'account.last-admin',
      detail:
        'You are the only company admin of First Ltd and Second Ltd. Make someone else company admin there, under Users, then close your account.',
      companies: [
        { id: first, name: 'First Ltd' },
        { id: second, name: 'Second Ltd' },
      ],
    });
    expect((await person.ok('GET /session', {})).companies).toHaveLength(3);
    for (const id of [first, second]) await hire(app, person, id, 'company admin', 'Heir');
    expect(await codeOfClosing(person)).toBe('allowed');
  });

  test('remains when two admins of the same companies close their accounts concurrently', async () => {
    for (let round = 0; round < 6; round++) {
      const one = await app.person('One');
      const [first, second] = [await foundCompany(one, 'First', 1), await foundCompany(one, 'Second', 1)];
      const other = await hire(app, one, first, 'company admin', 'Other');
      await one.ok('POST /companies/{companyId}/invites', {
        companyId: second,
        email: other.email,
        role: 'company admin',
      });
      const { invites } = await other.ok('GET /invites', {});
      await other.ok('POST /invites/{inviteId}/accept', { inviteId: invites[0]?.id ?? '' });
      const outcomes = await Promise.all([codeOfClosing(one), codeOfClosing(other)]);
      expect(outcomes.toSorted()).toEqual(['account.last-admin', 'allowed']);
    }
  });

  test('remains when one admin demotes the other, who closes the account concurrently', async () => {
    for (let round = 0; round < 6; round++) {
      const one = await app.person('One');
      const companyId = await foundCompany(one, 'Pair', 0);
      const other = await hire(app, one, companyId, 'company admin', 'Other');
      const demotion = other.codeOf('PATCH /companies/{companyId}/members/{userId}', {
        companyId,
        userId: one.userId,
        role: 'worker',
      });
      const outcomes = await Promise.all([demotion, codeOfClosing(other)]);
      expect(outcomes.filter((code) => code.startsWith('server.'))).toEqual([]);
      const admins = `from members where company_id = $1 and role = 'company admin' and deactivated_at is null`;
      expect(await count(admins, [companyId])).toBe(1);
    }
  });
});

describe('concurrently', () => {
  test('an admin who closes the account waits for the other’s demotion, and is then refused', async () => {
    const one = await app.person('One');
    const companyId = await foundCompany(one, 'Demoting', 0);
    const other = await hire(app, one, companyId, 'company admin', 'Other');
    const demotion = [
      ['select 1 from companies where id = $1 for no key update', [companyId]],
      [`update members set role = 'worker' where company_id = $1 and user_id = $2`, [companyId, other.userId]],
    ] as const;
    expect(await withOpenTransaction(app, demotion, () => codeOfClosing(one))).toBe('account.last-admin');
  });

  const closing = ({ userId }: Actor) =>
    [
      ['select 1 from users where id = $1 for update', [userId]],
      ['update users set email = null, email_verified = false, closed_at = now() where id = $1', [userId]],
    ] as const;

  test('an account that is being closed cannot create a company', async () => {
    const person = await app.person();
    const found = () => person.codeOf('POST /companies', { name: 'Orphan', timeZone: 'UTC', currency: 'EUR' });
    expect(await withOpenTransaction(app, closing(person), found)).toBe('session.missing');
    expect(await count('from companies where name = $1', ['Orphan'])).toBe(0);
  });

  test('an account that is creating a company waits, and is then refused as its last admin', async () => {
    const person = await app.person();
    const companyId = crypto.randomUUID();
    const founding = [
      ['select 1 from users where id = $1 for key share', [person.userId]],
      [`insert into companies (id, name, time_zone, currency) values ($1, 'Just founded', 'UTC', 'EUR')`, [companyId]],
      [`insert into members (company_id, user_id, role) values ($1, $2, 'company admin')`, [companyId, person.userId]],
    ] as const;
    expect(await withOpenTransaction(app, founding, () => codeOfClosing(person))).toBe('account.last-admin');
    expect((await person.ok('GET /session', {})).companies).toMatchObject([{ id: companyId }]);
  });

  test('a registration with the address waits until the account is closed, and gets a working account', async () => {
    const person = await hire(app, company.admin, company.id, 'worker', 'Former');
    const newcomer = app.visitor();
    const signUp = async () => {
      await untilWaiting(app.superuser, 1);
      await newcomer.ok('POST /sign-up', { name: 'Later', email: person.email, password: `${testPassword} new` });
    };
    // Closing waits for the company's lock: after it locked the address, before anything is erased.
    const hold = ['select 1 from companies where id = $1 for update', [company.id]] as const;
    const [closed] = await withOpenTransaction(app, [hold], () => Promise.all([codeOfClosing(person), signUp()]), 2);
    expect(closed).toBe('allowed');
    const mails = await app.mailsTo(person.email);
    expect(mails.map(({ template }) => template)).not.toContain('already-registered');
    const code = codeIn(mails.findLast(({ template }) => template === 'verify-email'));
    const { user, companies } = await newcomer.ok('POST /link-actions/verify-email', { code });
    expect([user?.name, companies, user?.uid === person.userId]).toEqual(['Later', [], false]);
  });

  test('an account that is being closed cannot accept an invite', async () => {
    const person = await app.person();
    await company.admin.ok('POST /companies/{companyId}/invites', {
      companyId: company.id,
      email: person.email,
      role: 'worker',
    });
    const { invites } = await person.ok('GET /invites', {});
    const join = () => person.codeOf('POST /invites/{inviteId}/accept', { inviteId: invites[0]?.id ?? '' });
    expect(await withOpenTransaction(app, closing(person), join)).toBe('session.missing');
  });

  test('an account that is being closed cannot sign in', async () => {
    const person = await app.person();
    const signIn = () => app.visitor().codeOf('POST /sign-in', { email: person.email, password: testPassword });
    expect(await withOpenTransaction(app, closing(person), signIn)).toBe('session.missing');
    const someone = await app.person();
    expect(await app.visitor().codeOf('POST /sign-in', { email: someone.email, password: testPassword })).toBe(
      'allowed',
    );
  });
});
