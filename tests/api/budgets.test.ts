// Budgets: the worst one in the list of projects and on the dashboard, and the mails when 80 and 100 % of one is used.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reachedThreshold } from '#domain/budget-alerts.ts';
import { dayOf } from '#domain/calendar.ts';
import type { Actor } from '../support/app.ts';
import { foundTestCompany, hire, type TestCompany } from '../support/company.ts';
import { type NoticesFixture, openNoticesFixture, withoutWordJoiners, zoneAt } from '../support/notices.ts';

/** It is about noon there: the day does not change during the test. */
const timeZone = zoneAt(12);

let fixture: NoticesFixture;
let acme: TestCompany;
let secondManager: Actor;

beforeAll(async () => {
  fixture = await openNoticesFixture();
  acme = await foundTestCompany(fixture.test, { timeZone });
  secondManager = await hire(fixture.test, acme.admin, acme.id, 'manager', 'Acme Second Manager');
  await fixture.startJobs();
});
afterAll(() => fixture.close());
beforeEach(() => void mailsTo(acme.admin, acme.manager, secondManager));

const update = 'PATCH /companies/{companyId}/projects/{projectId}';
const get = 'GET /companies/{companyId}/projects/{projectId}';
const projectsOf = 'GET /companies/{companyId}/projects';
const dashboardOf = 'GET /companies/{companyId}/dashboard';

const mailsTo = (...actors: readonly Actor[]) =>
  actors.map((actor) => fixture.newMails(actor).map(({ subject }) => subject));

/** What the jobs of the next minutes do. */
async function check() {
  await fixture.run('fold-sums');
  await fixture.run('check-budgets');
}

type Budgets = { hours?: number | null; taskHours?: number; money?: number };

/** A project with a timed and an expense task; budgets in hours and in rupiah. */
async function plan(name: string, { hours, taskHours, money }: Budgets, managers = [acme.manager]) {
  const project = await acme.admin.ok('POST /companies/{companyId}/projects', {
    companyId: acme.id,
    name,
    forEveryone: true,
    managerIds: managers.map(({ userId }) => userId),
    budgetMinutes: hours ? hours * 60 : null,
    tasks: [
      { name: 'Work', kind: 'timed', budgetMinutes: taskHours ? taskHours * 60 : null },
      { name: 'Travel', kind: 'expense', budgetMinor: money ? money * 100 : null },
    ],
  });
  const taskOf = (kind: string) => project.tasks.find((task) => task.kind === kind)?.id ?? '';
  return { id: project.id, timed: taskOf('timed'), expense: taskOf('expense') };
}
type Plan = Awaited<ReturnType<typeof plan>>;

const change = async (projectId: string, fields: { budgetMinutes?: number | null; managerIds?: string[] }) => {
  const { version } = await acme.admin.ok(get, { companyId: acme.id, projectId });
  await acme.admin.ok(update, { companyId: acme.id, projectId, version, ...fields });
};

let nextDay = 0;
async function log({ timed }: Pick<Plan, 'timed'>, hours: number) {
  nextDay += 1;
  const day = new Date(Date.UTC(2026, 0, nextDay)).toISOString().slice(0, 10);
  return acme.worker.ok('POST /companies/{companyId}/worklogs', {
    companyId: acme.id,
    taskId: timed,
    start: `${day}T00:00`,
    end: `${day}T${String(hours).padStart(2, '0')}:00`,
  });
}

const spend = ({ expense }: Plan, amount: number) =>
  acme.worker.ok('POST /companies/{companyId}/worklogs', {
    companyId: acme.id,
    taskId: expense,
    day: '2026-02-01',
    amount: String(amount),
  });

const decide = (decision: 'approve' | 'reject', worklogs: readonly { id: string; version: number }[]) =>
  acme.admin.ok('POST /companies/{companyId}/decisions', {
    companyId: acme.id,
    decision,
    notes: 'Because of the tests',
    worklogs: worklogs.map(({ id, version }) => ({ id, version })),
  });

const atRisk = async (actor: Actor) => (await actor.ok(dashboardOf, { companyId: acme.id })).budgets;

describe('mails about budgets', () => {
  test('go to the managers of the project, once at 80 and once at 100 %, and say what is used', async () => {
    const project = await plan('Thresholds', { hours: 10 });
    await log(project, 7);
    await check();
    expect(mailsTo(acme.manager)).toEqual([[]]);
    await log(project, 1);
    await check();
    const [mail, ...more] = fixture.newMails(acme.manager);
    expect([mail?.subject, more]).toEqual(['1 budget is at least 80% used', []]);
    const text = withoutWordJoiners(mail?.text);
    expect(text).toContain('- Thresholds, 8 h of 10 h, 80%');
    expect(text).toContain(new URLSearchParams({ to: `/projects/${project.id}` }).toString());
    await log(project, 1);
    await check();
    expect(mailsTo(acme.manager)).toEqual([[]]);
    await log(project, 2);
    await log(project, 1);
    await check();
    expect(mailsTo(acme.manager, acme.admin, secondManager, acme.worker, acme.reviewer)).toEqual([
      ['1 budget is used up'],
      [],
      [],
      [],
      [],
    ]);
  });

  test('name tasks and money, all budgets in one mail; without a manager they go to the admins', async () => {
    const project = await plan('Nobody’s', { taskHours: 5, money: 1_000 }, []);
    await log(project, 5);
    await spend(project, 900);
    await check();
    const [mail, ...more] = fixture.newMails(acme.admin);
    expect([mail?.subject, more]).toEqual(['1 budget is used up', []]);
    const text = withoutWordJoiners(mail?.text)
      .replaceAll(/[\u2066-\u2069]/g, '')
      .replaceAll('\u00a0', ' ');
    expect(text).toContain('- Nobody’s – Work, 5 h of 5 h, 100%');
    expect(text).toContain('- Nobody’s – Travel, IDR 900 of IDR 1,000, 90%');
    expect(mailsTo(acme.manager, secondManager)).toEqual([[], []]);
  });

  test('come again after the use fell below the threshold or the budget was changed', async () => {
    const project = await plan('Again', { hours: 10 });
    const first = await log(project, 9);
    await check();
    expect(mailsTo(acme.manager)).toEqual([['1 budget is at least 80% used']]);
    await decide('reject', [first]);
    await check();
    await log(project, 9);
    await check();
    expect(mailsTo(acme.manager)).toEqual([['1 budget is at least 80% used']]);
    await change(project.id, { budgetMinutes: 9 * 60 });
    await check();
    expect(mailsTo(acme.manager)).toEqual([['1 budget is used up']]);
    await change(project.id, { budgetMinutes: null });
    await check();
    expect(mailsTo(acme.manager)).toEqual([[]]);
  });

  test('do not come again when a task is reopened or a project restored', async () => {
    const project = await plan('Paused', { hours: 10, taskHours: 10 });
    const path = '/companies/{companyId}/projects/{projectId}';
    const key = { companyId: acme.id, projectId: project.id };
    const versionOf = async () => (await acme.admin.ok(get, key)).version;
    const setClosed = async (isClosed: boolean) => {
      const { version, tasks } = await acme.admin.ok(get, key);
      await acme.admin.ok(update, {
        ...key,
        version,
        tasks: tasks.map(({ isUsed: _, ...task }) => ({ ...task, isClosed: task.id === project.timed && isClosed })),
      });
      await check();
    };
    await log(project, 9);
    await check();
    expect(mailsTo(acme.manager)).toEqual([['2 budgets are at least 80% used']]);
    await setClosed(true);
    await setClosed(false);
    await acme.admin.ok(`POST ${path}/archive`, { ...key, version: await versionOf() });
    await check();
    await acme.admin.ok(`POST ${path}/restore`, { ...key, version: await versionOf() });
    await check();
    expect(mailsTo(acme.manager)).toEqual([[]]);
  });

  test('are one, however many worklogs are logged and decided at the same time', async () => {
    const project = await plan('At once', { hours: 10 });
    const worklogs = await Promise.all(Array.from({ length: 10 }, () => log(project, 1)));
    await Promise.all(worklogs.map((worklog) => decide('approve', [worklog])));
    await Promise.all([check(), check()]);
    await check();
    expect(mailsTo(acme.manager)).toEqual([['1 budget is used up']]);
  });

  test('reach nobody who may not see the budget any more, or does not want them', async () => {
    const project = await plan('Rights', { hours: 10 }, [acme.manager, secondManager]);
    await secondManager.ok('PATCH /account/emails', { kind: 'budget', isWanted: false });
    await log(project, 8);
    await check();
    expect(mailsTo(acme.manager, secondManager)).toEqual([['1 budget is at least 80% used'], []]);
    await secondManager.ok('PATCH /account/emails', { kind: 'budget', isWanted: true });
    await change(project.id, { managerIds: [secondManager.userId] });
    await log(project, 2);
    await check();
    expect(mailsTo(acme.manager, secondManager)).toEqual([[], ['1 budget is used up']]);
  });

  test('reach nobody who ceased to manage the project while the mail waited', async () => {
    const project = await plan('Waiting', { hours: 10 }, [secondManager]);
    await log(project, 10);
    await check();
    mailsTo(secondManager);
    const alerts = [{ projectId: project.id, taskId: null, measure: 'minutes', threshold: 100 }];
    for (const { userId } of [acme.manager, secondManager]) {
      const notice = JSON.stringify({ kind: 'budget', companyId: acme.id, userId, alerts });
      await fixture.test.database.ownerPool.query(`select graphile_worker.add_job('send-notice', $1)`, [notice]);
    }
    await fixture.settle();
    expect(mailsTo(acme.manager, secondManager)).toEqual([[], ['1 budget is used up']]);
  });
});

describe('the worst budget', () => {
  test('is in the row of a project: of the project or an open task, in hours or money', async () => {
    const project = await plan('Worst', { hours: 100, taskHours: 10, money: 1_000 });
    await log(project, 5);
    await spend(project, 600);
    const worst = async () => {
      const { projects } = await acme.manager.ok(projectsOf, { companyId: acme.id, search: 'Worst' });
      return projects.map(({ minutes, worstBudget }) => [
        minutes,
        worstBudget?.task?.name,
        worstBudget?.measure,
        worstBudget?.used,
      ]);
    };
    expect(await worst()).toEqual([[300, 'Travel', 'money', 60_000]]);
    await log(project, 2);
    expect(await worst()).toEqual([[420, 'Work', 'minutes', 420]]);
    await fixture.run('fold-sums');
    expect(await worst()).toEqual([[420, 'Work', 'minutes', 420]]);
  });

  test('is on the dashboard at 80 %, at once and of all projects that the caller may see, for nobody else (A14)', async () => {
    const before = await atRisk(acme.admin);
    const project = await plan('Dashboard', { hours: 2 }, [secondManager]);
    const worklog = await log(project, 10);
    const seen = (await atRisk(secondManager))?.worst.find(({ projectId }) => projectId === project.id);
    expect(seen).toMatchObject({ projectName: 'Dashboard', task: null, measure: 'minutes', budget: 120, used: 600 });
    expect((await atRisk(acme.admin))?.count).toBe((before?.count ?? 0) + 1);
    expect((await atRisk(acme.admin))?.worst[0]).toEqual(seen);
    const ofManager = await atRisk(acme.manager);
    expect(ofManager?.worst.map(({ projectName }) => projectName)).not.toContain('Dashboard');
    expect(ofManager?.worst.every((line) => reachedThreshold(line) !== null)).toBe(true);
    for (const actor of [acme.approver, acme.reviewer, acme.worker]) expect(await atRisk(actor)).toBeNull();
    await check();
    expect((await atRisk(secondManager))?.worst).toContainEqual(seen);
    await decide('reject', [worklog]);
    expect(await atRisk(acme.admin)).toEqual(before);
  });
});

describe('the overview of a project', () => {
  const overviewOf = 'GET /companies/{companyId}/projects/{projectId}/overview';

  test('has the use of each budget, the weeks, the people and the latest worklogs', async () => {
    const project = await plan('Overview', { hours: 10, money: 1_000 });
    const today = dayOf(new Date(), timeZone);
    await decide('approve', [await log(project, 6)]);
    const rejected = await log(project, 2);
    await decide('reject', [rejected]);
    await spend(project, 250);
    const recent = await acme.worker.ok('POST /companies/{companyId}/worklogs', {
      companyId: acme.id,
      taskId: project.expense,
      day: today,
      amount: '50',
    });
    const overview = await acme.manager.ok(overviewOf, { companyId: acme.id, projectId: project.id });
    expect(overview.budget.minutes).toMatchObject({ budget: 600, approved: 360, pending: 0, left: 240 });
    expect(overview.tasks.map(({ name, budget }) => [name, budget.minutes.approved, budget.money])).toEqual([
      ['Work', 360, expect.objectContaining({ budget: null, pending: 0 })],
      ['Travel', 0, expect.objectContaining({ budget: 100_000, pending: 30_000, left: 70_000, lastFourWeeks: 5_000 })],
    ]);
    expect(overview.weeks).toHaveLength(12);
    expect(overview.weeks.at(-1)).toMatchObject({ to: today, items: 1, pendingItems: 1 });
    expect(overview.people.map(({ name, isManager }) => [name, isManager])).toEqual([
      ['Acme Manager', true],
      ['Acme Worker', false],
    ]);
    expect(overview.pending).toEqual({ count: 2, oldestOn: '2026-02-01' });
    expect(overview.latest.map(({ id, status }) => [id, status]).slice(0, 1)).toEqual([[recent.id, 'pending']]);
    expect(overview.latest.map(({ id, status }) => [id, status])).toContainEqual([rejected.id, 'rejected']);
  });

  test('exists for those who may see the budgets of the project (A14)', async () => {
    const { id: projectId } = await plan('Hidden', { hours: 10 });
    const path = { companyId: acme.id, projectId };
    await acme.admin.ok(overviewOf, path);
    expect(await secondManager.codeOf(overviewOf, path)).toBe('project.missing');
    for (const actor of [acme.approver, acme.reviewer, acme.worker])
      expect(await actor.codeOf(overviewOf, path)).toBe('role.not-allowed');
  });
});
