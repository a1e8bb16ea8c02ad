// Around the lock date: rejected worklogs that can no longer be corrected, unlocking a period, and totals exported for payroll.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, startTestApp, type TestApp } from '../support/app.ts';
import { foundTestCompany, hire, submitDay, type TestCompany } from '../support/company.ts';

let app: TestApp;
let company: TestCompany;
beforeAll(async () => {
  app = await startTestApp();
  company = await foundTestCompany(app, { canary: 'Closed' });
});
afterAll(() => app.close());

const decide = (decision: 'approve' | 'reject' | 'reopen', worklog: { id: string; version: number }) =>
  company.approver.ok('POST /companies/{companyId}/decisions', {
    companyId: company.id,
    decision,
    notes: 'Seen',
    worklogs: [{ id: worklog.id, version: worklog.version }],
  });

const patch = 'PATCH /companies/{companyId}';
const companyId = () => company.id;
const versionNow = async () =>
  (await company.admin.ok('GET /companies/{companyId}', { companyId: companyId() })).version;

async function lock(lockedUntil: string | null, confirm: { unlockFrom?: string; lockReason?: string } = {}) {
  const version = await versionNow();
  return company.admin.call(patch, { companyId: companyId(), version, lockedUntil, ...confirm });
}

const dashboardOf = (actor: Actor) => actor.ok('GET /companies/{companyId}/dashboard', { companyId: companyId() });
const toCorrect = async () =>
  (await company.worker.ok('GET /companies/{companyId}/counts', { companyId: companyId() })).toCorrect;

test('a rejected worklog of a locked period says who can help, can be dismissed, and appears again when that changes', async () => {
  const { worker, admin } = company;
  const locked = await submitDay(company, worker, '2026-02-02', '08:00', '12:00');
  const open = await submitDay(company, worker, '2026-03-02', '08:00', '12:00');
  await decide('reject', locked);
  await decide('reject', open);
  expect((await dashboardOf(worker)).lock).toBeNull();
  const dismiss = 'POST /companies/{companyId}/worklogs/{worklogId}/dismissal';
  const named = { companyId: companyId(), worklogId: locked.id, version: 2 };
  expect(await worker.codeOf(dismiss, named)).toBe('worklog.not-dismissible');
  expect((await lock('2026-02-28')).status).toBe(200);
  const before = await dashboardOf(worker);
  expect(before.rejected.worklogs.map(({ id, isLocked }) => [id, isLocked])).toEqual([
    [locked.id, true],
    [open.id, false],
  ]);
  expect(before.lock).toEqual({ until: '2026-02-28', canMove: [admin.name] });
  expect(await worker.codeOf(dismiss, { ...named, version: 1 })).toBe('worklog.changed-since-seen');
  expect(await company.approver.codeOf(dismiss, named)).toBe('role.not-allowed');
  const colleague = await hire(app, admin, companyId(), 'worker', 'Closed Colleague');
  expect(await colleague.codeOf(dismiss, named)).toBe('worklog.missing');
  expect(await worker.codeOf(dismiss, { ...named, worklogId: open.id })).toBe('worklog.not-dismissible');
  expect(await toCorrect()).toBe(2);
  await worker.ok(dismiss, named);
  const after = await dashboardOf(worker);
  expect([after.rejected.count, after.rejected.worklogs.map(({ id }) => id), after.lock, await toCorrect()]).toEqual([
    1,
    [open.id],
    null,
    1,
  ]);
  // Once unlocked it can be corrected and is a to-do again; after the next lock it is still dismissed.
  expect((await lock(null, { unlockFrom: '2026-02-28' })).status).toBe(200);
  expect(await toCorrect()).toBe(2);
  expect((await lock('2026-02-28')).status).toBe(200);
  expect(await toCorrect()).toBe(1);
  // Dismissing the first rejection does not dismiss the second one.
  expect((await lock(null, { unlockFrom: '2026-02-28' })).status).toBe(200);
  await decide('reopen', { ...locked, version: 2 });
  await decide('reject', { ...locked, version: 3 });
  expect((await lock('2026-02-28')).status).toBe(200);
  expect(await toCorrect()).toBe(2);
});

test('the lock date moves back only with the current date confirmed, and each change is in the history', async () => {
  const { admin, id } = company;
  await company.admin.ok('POST /companies/{companyId}/payroll/close', {
    companyId: id,
    from: '2026-03-01',
    until: '2026-03-31',
    pending: 0,
  });
  const refused = await lock('2026-01-31');
  expect([refused.status, refused.problem?.code, refused.problem?.lockedUntil, refused.problem?.opens]).toEqual([
    409,
    'company.lock-date-moves-back',
    '2026-03-31',
    {
      after: '2026-01-31',
      until: '2026-03-31',
      firstWorklogOn: '2026-02-02',
      worklogs: 2,
      payrollPeriods: [{ from: '2026-03-01', to: '2026-03-31' }],
    },
  ]);
  expect((await lock('2026-01-31', { unlockFrom: '2026-02-28' })).problem?.code).toBe('company.lock-date-moves-back');
  expect((await lock(null)).problem?.code).toBe('company.lock-date-moves-back');
  expect((await lock('2026-01-31', { unlockFrom: '2026-03-31', lockReason: 'Two days are missing' })).status).toBe(200);
  const { events, total } = await admin.ok('GET /companies/{companyId}/events', { companyId: id });
  expect(total).toBe(7);
  expect(
    events.slice(0, 3).map(({ kind, from, to, reason, actorName }) => [kind, from, to, reason, actorName]),
  ).toEqual([
    ['lock-date', '2026-03-31', '2026-01-31', 'Two days are missing', admin.name],
    ['payroll-closed', '2026-02-28', '2026-03-31', '', admin.name],
    ['lock-date', null, '2026-02-28', '', admin.name],
  ]);
  expect(await company.manager.codeOf('GET /companies/{companyId}/events', { companyId: id })).toBe('role.not-allowed');
  // Naming no lock date, or the current one, changes nothing.
  await admin.ok(patch, { companyId: id, version: await versionNow(), requireNotes: false, lockedUntil: '2026-01-31' });
  expect((await admin.ok('GET /companies/{companyId}/events', { companyId: id })).total).toBe(7);
});

test('payroll exports are kept, and later differences are shown by worker', async () => {
  const { worker, admin, manager, id } = company;
  const second = await hire(app, admin, id, 'worker', 'Closed Second');
  const period = { from: '2026-04-01', to: '2026-04-30' };
  const first = await submitDay(company, worker, '2026-04-01', '08:00', '16:00');
  const other = await submitDay(company, second, '2026-04-02', '08:00', '10:00');
  await decide('approve', first);
  await decide('approve', other);
  const payroll = (actor: Actor, days = period) =>
    actor.ok('GET /companies/{companyId}/payroll', { companyId: id, ...days });
  const exported = async (actor: Actor, days = period) =>
    (await payroll(actor, days)).workers.map(({ name, exported: was, approved }) => [
      name,
      was && [was.minutes, was.differs],
      approved.minutes,
    ]);
  expect(await exported(admin)).toEqual([
    ['Closed Second', null, 120],
    ['Closed Worker', null, 480],
  ]);
  const file = async (actor: Actor, rest = '') =>
    actor.send(
      'GET',
      `/api/v1/companies/${id}/reports/file?of=payroll&format=csv&from=${period.from}&to=${period.to}${rest}`,
    );
  expect((await file(manager)).status).toBe(200);
  for (const part of [`projectIds=${company.project.id}`, 'clientIds=none', 'tagIds=none', 'isBillable=false'])
    expect((await file(admin, `&${part}`)).status, part).toBe(200);
  expect(await exported(admin)).toEqual([
    ['Closed Second', null, 120],
    ['Closed Worker', null, 480],
  ]);
  expect((await file(admin)).status).toBe(200);
  expect(await exported(admin)).toEqual([
    ['Closed Second', [120, false], 120],
    ['Closed Worker', [480, false], 480],
  ]);
  await decide('reopen', { ...first, version: 2 });
  await decide('reopen', { ...other, version: 2 });
  const withdrawn = { companyId: id, worklogId: other.id, version: 3 };
  await second.ok('DELETE /companies/{companyId}/worklogs/{worklogId}', withdrawn);
  expect(await exported(admin)).toEqual([
    ['Closed Second', [120, true], 0],
    ['Closed Worker', [480, true], 0],
  ]);
  expect(await exported(worker)).toEqual([['Closed Worker', [480, true], 0]]);
  expect(await exported(manager)).toEqual([['Closed Worker', null, 0]]);
  expect(await exported(admin, { ...period, to: '2026-04-29' })).toEqual([['Closed Worker', null, 0]]);
  // A later export of one worker does not change the stored totals of the other.
  expect((await file(admin, `&workerIds=${worker.userId}`)).status).toBe(200);
  expect(await exported(admin)).toEqual([
    ['Closed Second', [120, true], 0],
    ['Closed Worker', [0, false], 0],
  ]);
  const close = { companyId: id, from: period.from, until: period.to, pending: 1 };
  await admin.ok('POST /companies/{companyId}/payroll/close', close);
  expect(await exported(admin)).toEqual([['Closed Worker', [0, false], 0]]);
});
