// Deciders are notified of pending worklogs immediately, every morning or never, as the company has configured.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../support/app.ts';
import { foundTestCompany, hire, type TestCompany } from '../support/company.ts';
import { type NoticesFixture, openNoticesFixture, withoutWordJoiners, zoneAt } from '../support/notices.ts';

let fixture: NoticesFixture;
let acme: TestCompany;
let other: TestCompany;
let secondApprover: Actor;

beforeAll(async () => {
  fixture = await openNoticesFixture();
  acme = await foundTestCompany(fixture.test, { canary: 'Acme', timeZone: zoneAt(12) });
  other = await foundTestCompany(fixture.test, { canary: 'Other', timeZone: zoneAt(12) });
  secondApprover = await hire(fixture.test, acme.admin, acme.id, 'timesheet approver', 'Second Approver');
  await fixture.startJobs();
});
afterAll(() => fixture.close());
// Other people may have received mails too.
beforeEach(() => void subjectsOf(acme.admin, acme.manager, acme.approver, secondApprover));

const choose = async (company: TestCompany, waitingMails: 'at-once' | 'daily' | 'never') => {
  const { version } = await company.admin.ok('GET /companies/{companyId}', { companyId: company.id });
  await company.admin.ok('PATCH /companies/{companyId}', { companyId: company.id, version, waitingMails });
};

let nextDay = 0;
async function log(company = acme, taskId = company.project.timedTaskId) {
  nextDay += 1;
  const day = new Date(Date.UTC(2026, 0, nextDay)).toISOString().slice(0, 10);
  return company.worker.ok('POST /companies/{companyId}/worklogs', {
    companyId: company.id,
    taskId,
    start: `${day}T09:00`,
    end: `${day}T17:00`,
  });
}

const decideAll = async (company: TestCompany) => {
  const { worklogs } = await company.admin.ok('GET /companies/{companyId}/worklogs', {
    companyId: company.id,
    statuses: ['pending'],
    pageSize: 100,
  });
  const seen = worklogs.map(({ id, version }) => ({ id, version }));
  if (seen.length > 0)
    await company.admin.ok('POST /companies/{companyId}/decisions', {
      companyId: company.id,
      decision: 'approve',
      notes: '',
      worklogs: seen,
    });
};

const subjectsOf = (...actors: readonly Actor[]) =>
  actors.map((actor) => fixture.newMails(actor).map(({ subject }) => subject));

describe('immediate notices', () => {
  test('collect the submissions of ten minutes; every decider gets one mail, nobody else', async () => {
    await choose(acme, 'at-once');
    await log();
    await fixture.passMinutes(9);
    await log();
    const elsewhere = await log(acme, acme.otherProject.timedTaskId);
    expect(subjectsOf(acme.admin)).toEqual([[]]);
    await fixture.passMinutes(1);
    const [admin, ...moreForAdmin] = fixture.newMails(acme.admin);
    expect([admin?.subject, moreForAdmin]).toEqual(['3 worklogs are waiting for your decision', []]);
    const [manager] = fixture.newMails(acme.manager);
    expect(manager?.subject).toBe('2 worklogs are waiting for your decision');
    expect(withoutWordJoiners(manager?.text)).not.toContain('Acme Other project');
    expect(subjectsOf(acme.approver)).toEqual([['3 worklogs are waiting for your decision']]);
    expect(subjectsOf(acme.worker, acme.reviewer, other.admin, other.approver)).toEqual([[], [], [], []]);
    const text = withoutWordJoiners(admin?.text);
    expect(text).toContain('The oldest was submitted today.');
    expect(text).toContain('- Acme Worker, Acme Project · 16 h, 2 worklogs');
    const filter = `/approvals?from=${elsewhere.day}&to=${elsewhere.day}&project=${acme.otherProject.id}&workers=${acme.worker.userId}`;
    expect(text).toContain(new URLSearchParams({ mode: 'open', company: acme.id, to: filter }).toString());
    await fixture.passMinutes(60);
    expect(subjectsOf(acme.admin, acme.approver)).toEqual([[], []]);
    await decideAll(acme);
  });

  test('leave out what was decided before the mail is sent', async () => {
    await log();
    await decideAll(acme);
    await fixture.passMinutes(10);
    expect(subjectsOf(acme.admin, acme.approver)).toEqual([[], []]);
    await log();
    await fixture.passMinutes(10);
    expect(subjectsOf(acme.admin)).toEqual([['1 worklog is waiting for your decision']]);
    fixture.newMails(acme.approver);
  });

  test('include amended and reopened worklogs again', async () => {
    await decideAll(acme);
    await fixture.passMinutes(10);
    const { id, version } = await log();
    await fixture.passMinutes(10);
    subjectsOf(acme.admin, acme.approver);
    const { results } = await acme.approver.ok('POST /companies/{companyId}/decisions', {
      companyId: acme.id,
      decision: 'approve',
      notes: '',
      worklogs: [{ id, version }],
    });
    const seen = { id, version: results[0]?.worklog?.version ?? 0 };
    await acme.approver.ok('POST /companies/{companyId}/decisions', {
      companyId: acme.id,
      decision: 'reopen',
      notes: 'Look again.',
      worklogs: [seen],
    });
    await fixture.passMinutes(10);
    expect(subjectsOf(acme.admin)).toEqual([['1 worklog is waiting for your decision']]);
    await decideAll(acme);
    subjectsOf(acme.approver);
  });

  test('do not go to a decider who was demoted or deactivated since (A16)', async () => {
    await log();
    const change = { companyId: acme.id, userId: secondApprover.userId };
    await acme.admin.ok('PATCH /companies/{companyId}/members/{userId}', { ...change, role: 'reviewer' });
    subjectsOf(secondApprover);
    await fixture.passMinutes(10);
    expect(subjectsOf(secondApprover, acme.approver)).toEqual([[], ['1 worklog is waiting for your decision']]);
    await acme.admin.ok('PATCH /companies/{companyId}/members/{userId}', { ...change, role: 'timesheet approver' });
    await decideAll(acme);
    subjectsOf(acme.admin);
  });

  test('go to those who can assign the role when nobody can decide', async () => {
    const solo = await foundSolo();
    await fixture.passMinutes(10);
    const [mail] = fixture.newMails(solo);
    expect(mail?.subject).toBe('Nobody can decide 1 worklog');
    expect(withoutWordJoiners(mail?.text)).toContain(
      'Give another person the role of company admin or timesheet approver.',
    );
  });

  /** A worker with a pending worklog who has become the only decider. */
  async function foundSolo(): Promise<Actor> {
    await decideAll(other);
    await choose(other, 'at-once');
    await log(other);
    const patch = (userId: string, change: { role: 'company admin' | 'worker' }, by = other.admin) =>
      by.ok('PATCH /companies/{companyId}/members/{userId}', { companyId: other.id, userId, ...change });
    await patch(other.worker.userId, { role: 'company admin' });
    for (const actor of [other.admin, other.approver, other.manager])
      await patch(actor.userId, { role: 'worker' }, other.worker);
    return other.worker;
  }
});

describe('daily notices', () => {
  test('are one mail with the number and age of pending worklogs; not repeated without a change', async () => {
    await choose(acme, 'daily');
    await decideAll(acme);
    const { id } = await log();
    await fixture.test.superuser.query(`update worklogs set submitted_at = now() - interval '3 days' where id = $1`, [
      id,
    ]);
    await fixture.passMinutes(60);
    expect(subjectsOf(acme.admin)).toEqual([[]]);
    await fixture.passNights();
    const [mail] = fixture.newMails(acme.approver);
    expect(mail?.subject).toBe('1 worklog is waiting for your decision');
    expect(withoutWordJoiners(mail?.text)).toContain('The oldest has been waiting for 3 days.');
    expect(subjectsOf(acme.manager, acme.worker, acme.reviewer)).toEqual([
      ['1 worklog is waiting for your decision'],
      [],
      [],
    ]);
    await fixture.passNights();
    expect(subjectsOf(acme.approver)).toEqual([[]]);
    await log();
    await fixture.passNights();
    expect(subjectsOf(acme.approver)).toEqual([['2 worklogs are waiting for your decision']]);
  });

  test('are sent once a day, however often the job runs and however much is submitted', async () => {
    await log();
    await fixture.passNights();
    expect(subjectsOf(acme.approver)).toEqual([['3 worklogs are waiting for your decision']]);
    await log();
    await fixture.runDailySchedule();
    expect(subjectsOf(acme.approver)).toEqual([[]]);
  });

  test('are sent once when two servers run on the same morning', async () => {
    await log();
    await fixture.startJobs();
    const { rows } = await fixture.test.superuser.query<{ day: string }>(
      'select (day + 1)::text as day from daily_runs where company_id = $1',
      [acme.id],
    );
    const morning = JSON.stringify({ companyId: acme.id, day: rows[0]?.day, isFirstOfWeek: false });
    await fixture.test.database.ownerPool.query(
      // The second name is from an earlier release, which may have left such a job in the queue.
      `select graphile_worker.add_job(name, $1::json)
       from unnest(array['send-daily-mail', 'tell-in-the-morning']) name, generate_series(1, 2)`,
      [morning],
    );
    await fixture.settle();
    expect(subjectsOf(acme.approver)).toEqual([['5 worklogs are waiting for your decision']]);
  });

  test('are not sent before seven o’clock in the company’s zone', async () => {
    const early = fixture.test.superuser.query('update companies set time_zone = $2 where id = $1', [
      acme.id,
      zoneAt(4),
    ]);
    await early;
    await fixture.test.superuser.query('delete from daily_runs');
    await fixture.test.superuser.query('delete from sent_notices');
    await fixture.runDailySchedule();
    expect(subjectsOf(acme.approver)).toEqual([[]]);
    await fixture.test.superuser.query('update companies set time_zone = $2 where id = $1', [acme.id, zoneAt(12)]);
    // The job's name in an earlier release.
    await fixture.run('begin-mornings');
    expect(subjectsOf(acme.approver)).toEqual([['5 worklogs are waiting for your decision']]);
  });
});

test('are not sent to members who disabled them', async () => {
  await choose(acme, 'never');
  await log();
  await fixture.passMinutes(60);
  await fixture.passNights();
  expect(subjectsOf(acme.approver)).toEqual([[]]);
  await choose(acme, 'daily');
  await fixture.passNights();
  expect(subjectsOf(acme.approver)).toEqual([['6 worklogs are waiting for your decision']]);
});
