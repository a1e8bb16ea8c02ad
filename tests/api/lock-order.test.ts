// Two writers in a fixed order: the second waits for the first and is then checked against the state that the first committed.
// Cases A22, A24, A25 of docs/attack-cases.md.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, freshEmail, startTestApp, type TestApp } from '../support/app.ts';
import { foundTestCompany, hire, submitDay, type TestCompany } from '../support/company.ts';
import { withLocksHeld, withOpenTransaction } from '../support/concurrent-transaction.ts';

let app: TestApp;
let company: TestCompany;
beforeAll(async () => {
  app = await startTestApp();
  company = await foundTestCompany(app);
  await company.admin.ok('PUT /companies/{companyId}/seats', { companyId: company.id, seats: 100 });
});
afterAll(() => app.close());

const lockCompany = () => ['select 1 from companies where id = $1 for no key update', [company.id]] as const;
const demotion = ({ userId }: Actor) =>
  ["update members set role = 'worker' where company_id = $1 and user_id = $2", [company.id, userId]] as const;
const dismissal = ({ userId }: Actor) =>
  ['update members set deactivated_at = now() where company_id = $1 and user_id = $2', [company.id, userId]] as const;
const locking = (day: string) => ['update companies set locked_until = $2 where id = $1', [company.id, day]] as const;
const unlock = () => app.superuser.query('update companies set locked_until = null where id = $1', [company.id]);

const invite = (email = freshEmail()) =>
  company.admin.ok('POST /companies/{companyId}/invites', { companyId: company.id, email, role: 'worker' });

const stateOf = async (id: string) => {
  const { invites } = await company.admin.ok('GET /companies/{companyId}/invites', { companyId: company.id });
  return invites.find((one) => one.id === id);
};

describe('changing an invite', () => {
  const changes = {
    'its role': (actor: Actor, inviteId: string) =>
      actor.codeOf('PATCH /companies/{companyId}/invites/{inviteId}', {
        companyId: company.id,
        inviteId,
        role: 'manager',
      }),
    'revoking it': (actor: Actor, inviteId: string) =>
      actor.codeOf('DELETE /companies/{companyId}/invites/{inviteId}', { companyId: company.id, inviteId }),
  };

  test.each(Object.entries(changes))('%s: refused to an admin who was just demoted', async (_, change) => {
    const { id } = await invite();
    const admin = await hire(app, company.admin, company.id, 'company admin', 'Demoted');
    const code = await withOpenTransaction(app, [lockCompany(), demotion(admin)], () => change(admin, id));
    expect(code).toBe('role.not-allowed');
    expect(await stateOf(id)).toMatchObject({ role: 'worker', state: 'pending' });
    expect(await change(company.admin, id)).toBe('allowed');
  });

  test.each(Object.entries(changes))('%s: refused when it was just accepted', async (_, change) => {
    const { id } = await invite();
    const acceptance = ['update invites set accepted_at = now() where id = $1', [id]] as const;
    const code = await withOpenTransaction(app, [lockCompany(), acceptance], () => change(company.admin, id));
    expect(code).toBe('invite.not-pending');
  });
});

describe('a deactivated member', () => {
  const setActive = (actor: Actor, isActive: boolean) =>
    company.admin.ok('PATCH /companies/{companyId}/members/{userId}', {
      companyId: company.id,
      userId: actor.userId,
      isActive,
    });

  /** An invite to an address to which the member changes only afterwards. */
  const inviteToLaterAddress = async (actor: Actor) => {
    const email = freshEmail();
    const { id } = await invite(email);
    await app.superuser.query('update users set email = $2 where id = $1', [actor.userId, email]);
    return id;
  };

  test('finds no older invite to return by: invites to their address are revoked, their seats free', async () => {
    const leaver = await hire(app, company.admin, company.id, 'worker', 'Leaver');
    const id = await inviteToLaterAddress(leaver);
    const before = await company.admin.ok('GET /companies/{companyId}/seats', { companyId: company.id });
    await setActive(leaver, false);
    expect(await stateOf(id)).toMatchObject({ state: 'revoked' });
    const after = await company.admin.ok('GET /companies/{companyId}/seats', { companyId: company.id });
    expect([before.members - after.members, before.pendingInvites - after.pendingInvites]).toEqual([1, 1]);
    expect((await leaver.ok('GET /invites', {})).invites).toEqual([]);
  });

  test('cannot return by an earlier invite to an address they changed to afterwards', async () => {
    const leaver = await hire(app, company.admin, company.id, 'worker', 'Leaver');
    await setActive(leaver, false);
    const id = await inviteToLaterAddress(leaver);
    await app.superuser.query(`update invites set sent_at = now() - interval '1 hour' where id = $1`, [id]);
    expect(await leaver.codeOf('POST /invites/{inviteId}/accept', { inviteId: id })).toBe('invite.not-pending');
    expect((await leaver.call('GET /companies/{companyId}', { companyId: company.id })).status).toBe(404);
  });

  test('returns by a new invite, as the same member with the new role', async () => {
    const leaver = await hire(app, company.admin, company.id, 'worker', 'Leaver');
    const worklog = await submitDay(company, leaver, '2026-03-02', '08:00', '10:00');
    await setActive(leaver, false);
    await company.admin.ok('POST /companies/{companyId}/invites', {
      companyId: company.id,
      email: leaver.email,
      role: 'timesheet approver',
    });
    const { invites } = await leaver.ok('GET /invites', {});
    expect(await leaver.codeOf('POST /invites/{inviteId}/accept', { inviteId: invites[0]?.id ?? '' })).toBe('allowed');
    const { members } = await company.admin.ok('GET /companies/{companyId}/members', { companyId: company.id });
    const rows = members.filter(({ email }) => email === leaver.email);
    expect(rows).toMatchObject([{ userId: leaver.userId, role: 'timesheet approver', deactivatedAt: null }]);
    const key = { companyId: company.id, worklogId: worklog.id };
    expect((await leaver.ok('GET /companies/{companyId}/worklogs/{worklogId}', key)).worklog.workerId).toBe(
      leaver.userId,
    );
  });
});

describe('a lock date set by a concurrent transaction', () => {
  const entry = (day: string) => ({
    companyId: company.id,
    taskId: company.project.timedTaskId,
    start: `${day}T08:00`,
    end: `${day}T10:00`,
  });
  const submit = (day: string) => company.worker.codeOf('POST /companies/{companyId}/worklogs', entry(day));
  const decide = async (decision: 'approve' | 'reopen', seen: { id: string; version: number }) => {
    const { results } = await company.approver.ok('POST /companies/{companyId}/decisions', {
      companyId: company.id,
      decision,
      notes: 'Decided',
      worklogs: [{ id: seen.id, version: seen.version }],
    });
    return results[0]?.code ?? 'allowed';
  };

  test('applies to submitting', async () => {
    expect(await withOpenTransaction(app, [locking('2026-04-30')], () => submit('2026-04-01'))).toBe(
      'worklog.period-locked',
    );
    await unlock();
    expect(await submit('2026-04-01')).toBe('allowed');
  });

  test('applies to amending and withdrawing', async () => {
    const { id } = await submitDay(company, company.worker, '2026-04-02', '08:00', '10:00');
    const key = { companyId: company.id, worklogId: id, version: 1 };
    const amend = () =>
      company.worker.codeOf('PATCH /companies/{companyId}/worklogs/{worklogId}', { ...entry('2026-04-02'), ...key });
    const withdraw = () => company.worker.codeOf('DELETE /companies/{companyId}/worklogs/{worklogId}', key);
    expect(await withOpenTransaction(app, [locking('2026-04-30')], amend)).toBe('worklog.period-locked');
    await unlock();
    expect(await withOpenTransaction(app, [locking('2026-04-30')], withdraw)).toBe('worklog.period-locked');
    await unlock();
    expect(await withdraw()).toBe('allowed');
  });

  test('applies to reopening, but not to approving', async () => {
    const worklog = await submitDay(company, company.worker, '2026-04-03', '08:00', '10:00');
    expect(await withOpenTransaction(app, [locking('2026-04-30')], () => decide('approve', worklog))).toBe('allowed');
    await unlock();
    const approved = { id: worklog.id, version: 2 };
    expect(await withOpenTransaction(app, [locking('2026-04-30')], () => decide('reopen', approved))).toBe(
      'worklog.period-locked',
    );
    await unlock();
    expect(await decide('reopen', approved)).toBe('allowed');
  });

  test('waits for concurrent submissions, which do not wait for each other', async () => {
    const shared = ['select 1 from companies where id = $1 for share', [company.id]] as const;
    expect(await withLocksHeld(app, [shared], () => submit('2026-04-04'))).toBe('allowed');
    const lock = () => company.admin.codeOf('PUT /companies/{companyId}/seats', { companyId: company.id, seats: 101 });
    expect(await withOpenTransaction(app, [shared], lock)).toBe('allowed');
  });
});

describe('a member whose role was just changed', () => {
  test('cannot decide', async () => {
    const worklog = await submitDay(company, company.worker, '2026-05-04', '08:00', '10:00');
    const approver = await hire(app, company.admin, company.id, 'timesheet approver', 'Former approver');
    const decide = (actor: Actor) =>
      actor.codeOf('POST /companies/{companyId}/decisions', {
        companyId: company.id,
        decision: 'approve',
        worklogs: [{ id: worklog.id, version: 1 }],
      });
    expect(await withOpenTransaction(app, [lockCompany(), demotion(approver)], () => decide(approver))).toBe(
      'role.not-allowed',
    );
    expect(await decide(company.approver)).toBe('allowed');
  });

  test('cannot submit', async () => {
    const worker = await hire(app, company.admin, company.id, 'worker', 'Former worker');
    const submit = (day: string) =>
      worker.codeOf('POST /companies/{companyId}/worklogs', {
        companyId: company.id,
        taskId: company.project.timedTaskId,
        start: `${day}T08:00`,
        end: `${day}T10:00`,
      });
    expect(await submit('2026-05-05')).toBe('allowed');
    const code = await withOpenTransaction(app, [lockCompany(), dismissal(worker)], () => submit('2026-05-06'));
    expect(code).toBe('role.not-allowed');
  });
});
