// Payroll: the exact totals of each worker in a period, by status, and closing the period.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayOf } from '#domain/calendar.ts';
import { type Actor, startTestApp, type TestApp } from '../support/app.ts';
import { foundTestCompany, hire, submitDay, type TestCompany } from '../support/company.ts';

let app: TestApp;
let ours: TestCompany;
beforeAll(async () => {
  app = await startTestApp();
  ours = await foundTestCompany(app);
});
afterAll(() => app.close());

const period = { from: '2026-03-01', to: '2026-03-31' };

const payrollOf = (actor: Actor, company: TestCompany, rest: { workerIds?: string[]; pageSize?: 10 | 25 } = {}) =>
  actor.ok('GET /companies/{companyId}/payroll', { companyId: company.id, ...period, ...rest });

const decide = ({ id: companyId, approver }: TestCompany, decision: 'approve' | 'reject', ...ids: string[]) =>
  approver.ok('POST /companies/{companyId}/decisions', {
    companyId,
    decision,
    notes: 'Seen',
    worklogs: ids.map((id) => ({ id, version: 1 })),
  });

const spend = (company: TestCompany, actor: Actor, day: string, amount: string) =>
  actor.ok('POST /companies/{companyId}/worklogs', {
    companyId: company.id,
    taskId: company.project.expenseTaskId,
    day,
    amount,
  });

const close = (company: TestCompany, actor: Actor, until: string, pending: number) =>
  actor.call('POST /companies/{companyId}/payroll/close', { companyId: company.id, until, pending });

describe('the payroll of a period', () => {
  test('contains the hours of each day, the totals of each task and the expenses, with unapproved ones separate', async () => {
    const company = await foundTestCompany(app);
    const { worker } = company;
    const first = await submitDay(company, worker, '2026-03-02', '08:00', '12:00');
    const second = await submitDay(company, worker, '2026-03-02', '13:00', '17:30');
    const rejected = await submitDay(company, worker, '2026-03-03', '08:00', '09:00');
    await submitDay(company, worker, '2026-03-04', '08:00', '10:15');
    const expense = await spend(company, worker, '2026-03-05', '125000.50');
    await submitDay(company, worker, '2026-04-01', '08:00', '12:00');
    await decide(company, 'approve', first.id, second.id, expense.id);
    await decide(company, 'reject', rejected.id);
    const { totals, workers, closing } = await payrollOf(company.admin, company);
    const nothing = { items: 0, minutes: 0, expenses: [] };
    const approved = { items: 3, minutes: 510, expenses: [{ amountMinor: 12_500_050, currency: 'IDR' }] };
    const pending = { items: 1, minutes: 135, expenses: [] };
    const refused = { items: 1, minutes: 60, expenses: [] };
    expect(totals).toEqual({ workers: 1, approved, pending, rejected: refused });
    expect(workers).toMatchObject([
      {
        userId: worker.userId,
        name: 'Acme Worker',
        isActive: true,
        approved,
        pending,
        rejected: refused,
        days: [
          { day: '2026-03-02', approvedMinutes: 510, pendingMinutes: 0, rejectedMinutes: 0 },
          { day: '2026-03-03', approvedMinutes: 0, pendingMinutes: 0, rejectedMinutes: 60 },
          { day: '2026-03-04', approvedMinutes: 0, pendingMinutes: 135, rejectedMinutes: 0 },
        ],
        tasks: [
          {
            taskName: 'Acme Travel',
            approved: { ...nothing, items: 1, expenses: approved.expenses },
            pending: nothing,
          },
          { taskName: 'Acme Work', approved: { items: 2, minutes: 510, expenses: [] }, pending, rejected: refused },
        ],
      },
    ]);
    expect(closing).toEqual({ lockedUntil: null, pending: 1, oldestPendingOn: '2026-03-04', close: true });
  });

  test('shows each role only what it may see', async () => {
    const company = await foundTestCompany(app);
    const colleague = await hire(app, company.admin, company.id, 'worker', 'Colleague');
    await submitDay(company, company.worker, '2026-03-02', '08:00', '12:00');
    await submitDay(company, colleague, '2026-03-02', '08:00', '10:00');
    await colleague.ok('POST /companies/{companyId}/worklogs', {
      companyId: company.id,
      taskId: company.otherProject.timedTaskId,
      start: '2026-03-03T08:00',
      end: '2026-03-03T09:00',
    });
    const seen = async (actor: Actor) => (await payrollOf(actor, company)).totals.pending.minutes;
    const { admin, manager, approver, reviewer, worker } = company;
    for (const actor of [admin, approver, reviewer]) expect([actor.name, await seen(actor)]).toEqual([actor.name, 420]);
    expect(await seen(manager)).toBe(360);
    expect(await seen(worker)).toBe(240);
    const foreign = await foundTestCompany(app);
    expect(await foreign.admin.codeOf('GET /companies/{companyId}/payroll', { companyId: company.id, ...period })).toBe(
      'company.missing',
    );
    expect((await payrollOf(manager, company)).closing).toBeNull();
  });

  test('is paged by worker name, with totals over all workers', async () => {
    const company = await foundTestCompany(app, { canary: 'Paged' });
    await app.superuser.query(
      `with people as (insert into users (id, name, email, email_verified)
         select gen_random_uuid(), 'Crowd ' || lpad(n::text, 2, '0'), 'payroll' || n || $2, true from generate_series(1, 12) n returning id),
       joined as (insert into members (company_id, user_id, role) select $1, id, 'worker' from people returning user_id)
       insert into worklogs (company_id, id, worker_id, project_id, task_id, kind, starts_at, ends_at, zone, day, currency)
       select $1, gen_random_uuid(), user_id, $3, $4, 'timed', '2026-03-10T01:00Z', '2026-03-10T02:00Z', 'UTC', '2026-03-10', 'IDR' from joined`,
      [company.id, `${company.id}@example.test`, company.project.id, company.project.timedTaskId],
    );
    const { totals, workers } = await payrollOf(company.admin, company, { pageSize: 10 });
    expect([totals.workers, workers.length]).toEqual([12, 10]);
    expect([workers[0]?.name, workers[9]?.name]).toEqual(['Crowd 01', 'Crowd 10']);
    const last = await company.admin.ok('GET /companies/{companyId}/payroll', {
      companyId: company.id,
      ...period,
      page: 2,
      pageSize: 10,
    });
    expect([last.totals, last.workers.map(({ name }) => name)]).toEqual([totals, ['Crowd 11', 'Crowd 12']]);
  });

  test('refuses invalid days, naming the field', async () => {
    const refusal = async (from: string, to: string) =>
      (await ours.admin.call('GET /companies/{companyId}/payroll', { companyId: ours.id, from, to })).problem
        ?.errors?.[0];
    expect(await refusal('2026-03-02', '2026-03-01')).toMatchObject({ path: 'to', code: 'range.backwards' });
    expect(await refusal('2006-03-02', '2026-03-01')).toMatchObject({ path: 'to', code: 'range.too-long' });
    expect(await refusal('2098-03-02', '2098-03-03')).toMatchObject({ path: 'to', code: 'range.too-far-ahead' });
  });
});

describe('closing a period', () => {
  test('locks it for workers, leaves it decidable, and is for company admins only', async () => {
    const company = await foundTestCompany(app);
    const { id: companyId, worker, admin } = company;
    const waiting = await submitDay(company, worker, '2026-03-02', '08:00', '12:00');
    for (const actor of [company.manager, company.approver, company.reviewer, worker])
      expect((await close(company, actor, '2026-03-31', 1)).problem?.code).toBe('role.not-allowed');
    expect((await close(company, admin, '2026-03-31', 1)).body).toEqual({ lockedUntil: '2026-03-31', pending: 1 });
    const kept = 'select from_day::text as "from", to_day::text as "to" from payroll_exports where company_id = $1';
    expect((await app.superuser.query(kept, [companyId])).rows).toEqual([{ from: '2026-03-02', to: '2026-03-31' }]);
    const { lockedUntil, version } = await admin.ok('GET /companies/{companyId}', { companyId });
    expect([lockedUntil, version > 1]).toEqual(['2026-03-31', true]);
    const late = { companyId, taskId: company.project.timedTaskId, start: '2026-03-31T08:00', end: '2026-03-31T09:00' };
    expect(await worker.codeOf('POST /companies/{companyId}/worklogs', late)).toBe('worklog.period-locked');
    await decide(company, 'approve', waiting.id);
    expect((await payrollOf(admin, company)).closing).toMatchObject({ pending: 0, close: 'payroll.already-closed' });
  });

  test('is refused with the current number when more worklogs are pending than was shown, and nothing is locked', async () => {
    const company = await foundTestCompany(app);
    await submitDay(company, company.worker, '2026-03-02', '08:00', '12:00');
    const { status, problem } = await close(company, company.admin, '2026-03-31', 0);
    expect([status, problem?.code, problem?.pending]).toEqual([409, 'payroll.pending-changed', 1]);
    expect((await payrollOf(company.admin, company)).closing?.lockedUntil).toBeNull();
    expect((await close(company, company.admin, '2026-03-31', 1)).status).toBe(200);
  });

  test('never moves the lock date back, and requires that the period has ended', async () => {
    const company = await foundTestCompany(app);
    await close(company, company.admin, '2026-03-31', 0);
    for (const until of ['2026-03-31', '2026-02-28'])
      expect((await close(company, company.admin, until, 0)).problem).toMatchObject({
        code: 'payroll.already-closed',
        lockedUntil: '2026-03-31',
      });
    const today = dayOf(new Date(), 'Asia/Jakarta');
    expect((await close(company, company.admin, today, 0)).problem?.code).toBe('payroll.not-over');
    expect((await close(company, company.admin, '2026-04-30', 0)).status).toBe(200);
  });

  test('by two admins concurrently succeeds once; no submission is inserted between the count and the lock', async () => {
    for (let round = 0; round < 5; round++) {
      const company = await foundTestCompany(app);
      const other = await hire(app, company.admin, company.id, 'company admin', 'Other');
      const submissions = ['08:00', '09:00', '10:00', '11:00'].map((from) =>
        company.worker.call('POST /companies/{companyId}/worklogs', {
          companyId: company.id,
          taskId: company.project.timedTaskId,
          start: `2026-03-02T${from}`,
          end: `2026-03-02T${from.slice(0, 2)}:30`,
        }),
      );
      const closings = [0, 1, 2, 3, 4].flatMap((pending) =>
        [company.admin, other].map((actor) => close(company, actor, '2026-03-31', pending)),
      );
      const taken = (await Promise.all(submissions)).filter(({ status }) => status === 200).length;
      const done = (await Promise.all(closings)).filter(({ status }) => status === 200);
      expect(done.length).toBeLessThanOrEqual(1);
      const { lockedUntil, pending } = (await payrollOf(company.admin, company)).closing ?? {};
      expect(pending).toBe(taken);
      if (done[0]) expect([lockedUntil, done[0].body.pending]).toEqual(['2026-03-31', taken]);
    }
  });
});
