import { afterAll, describe, expect, test } from 'vitest';
import { addDays, dayOf, weekStart } from '#domain/calendar.ts';
import type { Actor } from '../support/app.ts';
import { foundTestCompany, hire, setPolicies } from '../support/company.ts';
import { openReportCompany, submitHours } from '../support/report-company.ts';

const { app, ours, colleague } = await openReportCompany();
afterAll(() => app.close());

const dashboard = 'GET /companies/{companyId}/dashboard';

describe('The dashboard', () => {
  test('shows workers what was rejected, with the day it was submitted', async () => {
    const { rejected, waiting, firstSteps } = await ours.worker.ok(dashboard, { companyId: ours.id });
    expect(rejected).toMatchObject({
      count: 1,
      oldestDay: '2026-03-04',
      worklogs: [
        {
          projectName: 'Ours Project',
          taskName: 'Ours Work',
          day: '2026-03-04',
          minutes: 60,
          expense: null,
          reviewNotes: 'Because of the tests',
          reviewerName: 'Ours Approver',
        },
      ],
    });
    expect(Date.parse(rejected.worklogs[0]?.submittedAt ?? '')).toBeGreaterThan(Date.now() - 60 * 60_000);
    expect([waiting, firstSteps]).toEqual([null, null]);
    expect((await colleague.ok(dashboard, { companyId: ours.id })).rejected).toEqual({
      count: 0,
      oldestDay: null,
      worklogs: [],
    });
  });

  test('shows admins, and nobody else, that the last backup is older than a day', async () => {
    const lateBackupOf = async (actor: Actor) => (await actor.ok(dashboard, { companyId: ours.id })).lateBackup;
    const setAge = (age: string) =>
      app.superuser.query('update installation set last_backup_at = now() - $1::interval', [age]);
    await setAge('23 hours');
    expect(await lateBackupOf(ours.admin)).toBeNull();
    await setAge('25 hours');
    const { lastAt = '' } = (await lateBackupOf(ours.admin)) ?? {};
    expect(Math.round((Date.now() - Date.parse(lastAt)) / 3_600_000)).toBe(25);
    expect([await lateBackupOf(ours.worker), await lateBackupOf(ours.manager)]).toEqual([null, null]);
    await setAge('0 hours');
  });

  test('shows deciders their pending worklogs, and only those (A15)', async () => {
    const waitingOf = async (actor: Actor) => (await actor.ok(dashboard, { companyId: ours.id })).waiting;
    expect(await waitingOf(ours.approver)).toMatchObject({
      count: 4,
      workers: [
        { name: 'Ours Worker', count: 2, isOverdue: false },
        { name: 'Ours Colleague', count: 2, isOverdue: false },
      ],
    });
    expect(await waitingOf(ours.manager)).toMatchObject({ count: 3 });
    expect(await waitingOf(ours.reviewer)).toBeNull();
  });

  test('excludes the decider’s own pending worklogs from an earlier time as a worker (A20)', async () => {
    const riser = await hire(app, ours.admin, ours.id, 'worker', 'Ours Riser');
    const { id } = await submitHours(ours, riser, ours.project.timedTaskId, '2026-03-06', 1);
    await ours.admin.ok('PATCH /companies/{companyId}/members/{userId}', {
      companyId: ours.id,
      userId: riser.userId,
      role: 'timesheet approver',
    });
    const { waiting } = await riser.ok(dashboard, { companyId: ours.id });
    expect(waiting?.count).toBe(4);
    expect(waiting?.workers.map(({ name }) => name)).not.toContain('Ours Riser');
    expect((await ours.approver.ok(dashboard, { companyId: ours.id })).waiting?.count).toBe(5);
    // Nor is a rejected one something to correct for a person who may not log any more.
    await ours.approver.ok('POST /companies/{companyId}/decisions', {
      companyId: ours.id,
      decision: 'reject',
      notes: 'Because of the tests',
      worklogs: [{ id, version: 1 }],
    });
    const toCorrect = async () =>
      (await riser.ok('GET /companies/{companyId}/counts', { companyId: ours.id })).toCorrect;
    expect([await toCorrect(), (await riser.ok(dashboard, { companyId: ours.id })).rejected.count]).toEqual([0, 0]);
    await ours.admin.ok('PATCH /companies/{companyId}/members/{userId}', {
      companyId: ours.id,
      userId: riser.userId,
      role: 'worker',
    });
    expect(await toCorrect(), 'as a worker again').toBe(1);
  });

  test('shows those who log their own day, and the last working day if it is incomplete', async () => {
    const company = await foundTestCompany(app, { canary: 'Daily' });
    const { id, worker, approver, project } = company;
    const ownOf = async (actor: Actor) => (await actor.ok(dashboard, { companyId: id })).own;
    const today = dayOf(new Date(), 'Asia/Jakarta');
    expect(await ownOf(worker)).toEqual({ day: today, worklogs: [], incomplete: null, hasLogged: false, target: null });
    expect(await ownOf(approver)).toBeNull();

    const earlier = addDays(today, -7);
    for (const weeks of [1, 2, 3]) {
      await submitHours(company, worker, project.timedTaskId, addDays(earlier, -7 * weeks), 8);
    }
    await submitHours(company, worker, project.timedTaskId, earlier, 2);
    await worker.ok('POST /companies/{companyId}/worklogs', {
      companyId: id,
      taskId: project.expenseTaskId,
      day: today,
      amount: '100',
    });
    expect(await ownOf(worker)).toMatchObject({
      worklogs: [{ taskName: 'Daily Travel', startsAt: null, expense: { amountMinor: 10_000, currency: 'IDR' } }],
      incomplete: { day: earlier, minutes: 120, usualMinutes: 480 },
      hasLogged: true,
    });
    const another = await hire(app, company.admin, id, 'worker', 'Daily Colleague');
    expect(await ownOf(another), 'nothing of a colleague on the same project').toMatchObject({
      worklogs: [],
      incomplete: null,
      hasLogged: false,
    });

    await worker.ok('PUT /companies/{companyId}/complete-days/{day}', { companyId: id, day: earlier });
    await worker.ok('PUT /companies/{companyId}/complete-days/{day}', { companyId: id, day: earlier });
    expect((await ownOf(worker))?.incomplete, 'called complete').toBeNull();
    await worker.ok('DELETE /companies/{companyId}/complete-days/{day}', { companyId: id, day: earlier });
    expect((await ownOf(worker))?.incomplete?.day, 'taken back').toBe(earlier);
    const markToday = { companyId: id, day: today };
    expect(await worker.codeOf('PUT /companies/{companyId}/complete-days/{day}', markToday)).toBe(
      'complete-day.out-of-range',
    );

    await company.admin.ok('PATCH /companies/{companyId}', { companyId: id, version: 1, lockedUntil: earlier });
    expect((await ownOf(worker))?.incomplete, 'in a locked period').toBeNull();
  });

  test('names who has not logged to those who manage them, with hours only to those who read all reports (A15)', async () => {
    const company = await foundTestCompany(app, { canary: 'Late' });
    const { id, admin, manager, worker, project, otherProject } = company;
    const missingOf = async (actor: Actor) => (await actor.ok(dashboard, { companyId: id })).missing;
    const elsewhere = await hire(app, admin, id, 'worker', 'Late Elsewhere');
    const today = dayOf(new Date(), 'Asia/Jakarta');
    const earlier = addDays(today, -7);
    for (const [actor, taskId] of [
      [worker, project.timedTaskId],
      [elsewhere, otherProject.timedTaskId],
    ] as const) {
      for (const weeks of [1, 2, 3]) await submitHours(company, actor, taskId, addDays(earlier, -7 * weeks), 8);
      await submitHours(company, actor, taskId, earlier, 2);
    }
    const hours = { minutes: 120, usualMinutes: 480 };
    expect(await missingOf(admin)).toEqual({
      count: 2,
      people: [
        { userId: elsewhere.userId, name: 'Late Elsewhere', day: earlier, isEmpty: false, hours },
        { userId: worker.userId, name: 'Late Worker', day: earlier, isEmpty: false, hours },
      ],
    });
    const names = async (actor: Actor) => (await missingOf(actor))?.people.map(({ name }) => name);
    expect(await names(manager), 'on open projects that are theirs').toContain('Late Worker');
    expect((await missingOf(manager))?.people.every((person) => person.hours === null)).toBe(true);
    const idle = await hire(app, admin, id, 'manager', 'Late Idle');
    expect(await missingOf(idle), 'who manages no project').toEqual({ count: 0, people: [] });
    for (const actor of [company.approver, company.reviewer])
      expect(await missingOf(actor), 'who reads all reports').toEqual(await missingOf(admin));
    expect(await missingOf(worker)).toBeNull();
    expect(
      (await ours.admin.ok(dashboard, { companyId: ours.id })).missing?.people.map(({ name }) => name),
    ).not.toContain('Late Worker');

    await worker.ok('PUT /companies/{companyId}/complete-days/{day}', { companyId: id, day: earlier });
    expect(await names(admin)).toEqual(['Late Elsewhere']);
    await setPolicies(admin, id, { lockedUntil: earlier });
    expect(await names(admin), 'in a locked period').toEqual([]);
  });

  test('expects nothing on a day on which nobody of several people logged', async () => {
    const company = await foundTestCompany(app, { canary: 'Holiday' });
    const { id, admin, worker, project } = company;
    const today = dayOf(new Date(), 'Asia/Jakarta');
    const holiday = addDays(today, -7);
    const log = (actor: Actor, day: string) => submitHours(company, actor, project.timedTaskId, day, 8);
    const readDay = async () => {
      const { missing } = await admin.ok(dashboard, { companyId: id });
      const { own } = await worker.ok(dashboard, { companyId: id });
      return { missing: missing?.people.map(({ name }) => name), own: own?.incomplete?.day };
    };
    for (const weeks of [1, 2, 3]) await log(worker, addDays(holiday, -7 * weeks));
    expect(await readDay(), 'only one person logs').toEqual({ missing: ['Holiday Worker'], own: holiday });

    const colleague = await hire(app, admin, id, 'worker', 'Holiday Colleague');
    for (const weeks of [1, 2, 3]) await log(colleague, addDays(holiday, -7 * weeks));
    expect(await readDay(), 'nobody logged').toEqual({ missing: [], own: undefined });

    await log(colleague, holiday);
    expect(await readDay(), 'the colleague worked').toEqual({ missing: ['Holiday Worker'], own: holiday });
  });

  test('shows those who read all reports the next payroll period, and who has to decide in it', async () => {
    const company = await foundTestCompany(app, { canary: 'Payday' });
    const { id, admin, manager, worker, project } = company;
    const payrollOf = async (actor: Actor) => (await actor.ok(dashboard, { companyId: id })).payroll;
    expect(await payrollOf(admin), 'before the first worklog').toBeNull();
    await submitHours(company, worker, project.timedTaskId, '2026-03-03', 2);
    await setPolicies(admin, id, { lockedUntil: '2026-03-02' });
    expect(await payrollOf(admin)).toEqual({
      from: '2026-03-03',
      to: '2026-03-31',
      isOver: true,
      pending: 1,
      managers: [{ userId: manager.userId, name: 'Payday Manager', pending: 1 }],
    });
    for (const actor of [company.approver, company.reviewer])
      expect(await payrollOf(actor)).toEqual(await payrollOf(admin));
    for (const actor of [manager, worker]) expect(await payrollOf(actor)).toBeNull();
  });

  test('shows admins open invites whose mail failed', async () => {
    const company = await foundTestCompany(app, { canary: 'Bounced' });
    const { id, admin, manager } = company;
    const failedOf = async (actor: Actor) => (await actor.ok(dashboard, { companyId: id })).failedInvites;
    const invite = { companyId: id, role: 'worker' as const };
    const failed = await admin.ok('POST /companies/{companyId}/invites', { ...invite, email: 'nobody@bounced.test' });
    await admin.ok('POST /companies/{companyId}/invites', { ...invite, email: 'fine@bounced.test' });
    expect(await failedOf(admin)).toEqual({ count: 0, invites: [] });
    await app.superuser.query(`update invites set undeliverable = 'address-refused' where id = $1`, [failed.id]);
    expect(await failedOf(admin)).toMatchObject({
      count: 1,
      invites: [{ id: failed.id, email: 'nobody@bounced.test', reason: 'address-refused' }],
    });
    expect(await failedOf(manager), 'who may read invites, but not send them again').toBeNull();
    const elsewhere = (await ours.admin.ok(dashboard, { companyId: ours.id })).failedInvites;
    expect(elsewhere?.invites.map(({ email }) => email)).not.toContain('nobody@bounced.test');
    await admin.ok('DELETE /companies/{companyId}/invites/{inviteId}', { companyId: id, inviteId: failed.id });
    expect((await failedOf(admin))?.count).toBe(0);
  });

  test('guides a new company through its first steps', async () => {
    const founder = await app.person();
    const { id: companyId } = await founder.ok('POST /companies', { name: 'New', timeZone: 'UTC', currency: 'EUR' });
    const steps = async () => (await founder.ok(dashboard, { companyId })).firstSteps;
    expect(await steps()).toEqual({ hasProject: false, hasSeats: false, hasInvited: false, hasWorklog: false });
    await founder.ok('PUT /companies/{companyId}/seats', { companyId, seats: 3 });
    const project = await founder.ok('POST /companies/{companyId}/projects', {
      companyId,
      name: 'First',
      tasks: [{ name: 'Work', kind: 'timed' }],
    });
    const worker = await hire(app, founder, companyId, 'worker', 'First Worker');
    expect(await steps()).toEqual({ hasProject: true, hasSeats: true, hasInvited: true, hasWorklog: false });
    await worker.ok('POST /companies/{companyId}/worklogs', {
      companyId,
      taskId: project.tasks[0]?.id ?? '',
      start: '2026-03-02T08:00',
      end: '2026-03-02T09:00',
    });
    expect(await steps()).toBeNull();
  });

  test('shows seven days of the current week, in the company’s zone and from its first day', async () => {
    const weekly = await foundTestCompany(app, { canary: 'Weekly', timeZone: 'Pacific/Kiritimati' });
    const { id, admin, manager, worker, project, otherProject } = weekly;
    await admin.ok('PATCH /companies/{companyId}', { companyId: id, version: 1, weekStartsOn: 7, allowFuture: true });
    const today = dayOf(new Date(), 'Pacific/Kiritimati');
    const first = weekStart(today, 7);
    const log = (day: string, hours: number) => submitHours(weekly, worker, project.timedTaskId, day, hours);
    await log(first, 2);
    await log(addDays(first, 6), 3);
    await log(addDays(first, -1), 4);
    await log(addDays(first, 7), 5);
    const { week, weekMinutes } = await worker.ok(dashboard, { companyId: id });
    expect(week.map(({ day }) => day)).toEqual(Array.from({ length: 7 }, (_, index) => addDays(first, index)));
    expect(week.map(({ minutes }) => minutes)).toEqual([120, 0, 0, 0, 0, 0, 180]);
    expect(weekMinutes).toBe(300);

    const targetOf = async () => (await worker.ok(dashboard, { companyId: id })).own?.target;
    expect(await targetOf()).toBeNull();
    await setPolicies(admin, id, { weeklyTargetMinutes: 2_400 });
    expect(await targetOf()).toEqual({ minutes: 300, targetMinutes: 2_400 });

    const second = await hire(app, admin, id, 'worker', 'Weekly Second');
    await submitHours(weekly, second, otherProject.timedTaskId, first, 1);
    const minutesOf = async (actor: Actor) => (await actor.ok(dashboard, { companyId: id })).weekMinutes;
    expect([
      await minutesOf(admin),
      await minutesOf(manager),
      await minutesOf(worker),
      await minutesOf(second),
    ]).toEqual([360, 300, 300, 60]);
  });
});
