// The policy that lets everyone log: every role logs its own work, on the projects it works on, and nobody decides on it alone.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Role, roles } from '#domain/permissions.ts';
import { type Actor, startTestApp, type TestApp } from '../support/app.ts';
import { foundTestCompany, setPolicies, submitDay, type TestCompany } from '../support/company.ts';
import { withOpenTransaction } from '../support/concurrent-transaction.ts';

let app: TestApp;
let company: TestCompany;
let people: Record<Role, Actor>;

beforeAll(async () => {
  app = await startTestApp();
  company = await foundTestCompany(app, { canary: 'Logging' });
  const { admin, manager, approver, reviewer, worker } = company;
  people = { 'company admin': admin, manager, 'timesheet approver': approver, reviewer, worker };
});
afterAll(() => app.close());

const others = roles.filter((role) => role !== 'worker');
const letLog = (loggers: 'workers' | 'everyone') => setPolicies(company.admin, company.id, { loggers });

const submit = 'POST /companies/{companyId}/worklogs';
const entryOn = (day: string, taskId = company.project.timedTaskId) => ({
  companyId: company.id,
  taskId,
  start: `${day}T09:00`,
  end: `${day}T10:00`,
});

const listed = async (actor: Actor, filter: { access?: 'decide'; workerIds?: string[] } = {}) => {
  const input = { companyId: company.id, pageSize: 100, ...filter };
  return (await actor.ok('GET /companies/{companyId}/worklogs', input)).worklogs.map(({ id }) => id);
};

const decide = async (actor: Actor, id: string) => {
  const worklogs = [{ id, version: 1 }];
  const body = { companyId: company.id, decision: 'approve', worklogs } as const;
  return (await actor.ok('POST /companies/{companyId}/decisions', body)).results[0]?.code;
};

const runningTimer = async (actor: Actor) => {
  const { timer } = await actor.ok('GET /companies/{companyId}/timer', { companyId: company.id });
  return timer?.stoppedAt === null;
};
const startTimer = (actor: Actor) =>
  actor.call('POST /companies/{companyId}/timer', { companyId: company.id, taskId: company.project.timedTaskId });

test('only workers log by default; where everyone does, each role has the whole of it', async () => {
  for (const role of others) {
    expect([role, await people[role].codeOf(submit, entryOn('2026-01-05'))]).toEqual([role, 'role.not-allowed']);
    expect((await startTimer(people[role])).problem?.code).toBe('role.not-allowed');
  }
  await letLog('everyone');
  for (const role of roles) {
    const { id } = await people[role].ok(submit, entryOn('2026-01-05'));
    expect(await listed(people[role], { workerIds: [people[role].userId] })).toEqual([id]);
    const { companies } = await people[role].ok('GET /session', {});
    const scopes = companies.find((one) => one.id === company.id)?.scopes;
    expect([role, scopes?.['worklogs.submit']]).toEqual([role, 'own']);
    expect((await startTimer(people[role])).status).toBeLessThan(300);
  }
});

describe('where everyone logs', () => {
  beforeAll(() => letLog('everyone'));

  test('nobody decides on their own, whatever their role, and somebody else does', async () => {
    for (const role of ['company admin', 'manager', 'timesheet approver'] as const) {
      const { id } = await submitDay(company, people[role], '2026-01-06', '09:00', '10:00');
      expect([role, await decide(people[role], id)]).toEqual([role, 'worklog.own']);
      const decider = role === 'company admin' ? company.approver : company.admin;
      expect([role, await decide(decider, id)]).toEqual([role, null]);
    }
  });

  test('a project that is not open takes only those who are assigned to it, its manager included', async () => {
    const { admin, manager, approver } = company;
    const project = await admin.ok('POST /companies/{companyId}/projects', {
      companyId: company.id,
      name: 'By assignment',
      forEveryone: false,
      managerIds: [manager.userId],
      tasks: [{ name: 'Planning', kind: 'timed' }],
    });
    const entry = entryOn('2026-01-07', project.tasks[0]?.id);
    for (const actor of [admin, manager, approver]) expect(await actor.codeOf(submit, entry)).toBe('task.missing');
    const workerIds = [manager.userId, approver.userId];
    const path = { companyId: company.id, projectId: project.id, version: project.version };
    const after = await admin.ok('PATCH /companies/{companyId}/projects/{projectId}', { ...path, workerIds });
    expect(after.workerIds.toSorted()).toEqual(workerIds.toSorted());
    for (const actor of [manager, approver]) await actor.ok(submit, entry);
    expect(await admin.codeOf(submit, entry)).toBe('task.missing');
  });

  test('a manager reads their own work anywhere, of others only that of managed projects, and decides nowhere else', async () => {
    const { manager, worker, otherProject } = company;
    const own = await manager.ok(submit, entryOn('2026-01-08', otherProject.timedTaskId));
    const foreign = await worker.ok(submit, entryOn('2026-01-08', otherProject.timedTaskId));
    const managed = await worker.ok(submit, entryOn('2026-01-09'));
    expect(await listed(manager)).toEqual(expect.arrayContaining([own.id, managed.id]));
    expect(await listed(manager)).not.toContain(foreign.id);
    const toDecide = await listed(manager, { access: 'decide' });
    expect(toDecide).toContain(managed.id);
    expect(toDecide).not.toContain(own.id);
    expect(await listed(people.reviewer, { access: 'decide' })).toEqual([]);
    const path = { companyId: company.id, worklogId: foreign.id };
    expect(await manager.codeOf('GET /companies/{companyId}/worklogs/{worklogId}', path)).toBe('worklog.missing');
    expect(await decide(manager, foreign.id)).toBe('worklog.missing');
  });
});

describe('when it is for workers again', () => {
  test('timers of the others stop, and what they logged stays and is decided', async () => {
    await letLog('everyone');
    const { id } = await submitDay(company, company.admin, '2026-01-12', '09:00', '10:00');
    for (const role of roles) expect([role, await runningTimer(people[role])]).toEqual([role, true]);
    await letLog('workers');
    expect(await runningTimer(company.worker)).toBe(true);
    await letLog('everyone');
    for (const role of others) expect([role, await runningTimer(people[role])]).toEqual([role, false]);
    await letLog('workers');
    const path = { companyId: company.id, worklogId: id, version: 1 };
    const amend = 'PATCH /companies/{companyId}/worklogs/{worklogId}';
    expect(await company.admin.codeOf(amend, { ...path, notes: 'Later' })).toBe('role.not-allowed');
    expect(await decide(company.approver, id)).toBeNull();
  });

  test('a submission, an amendment and a withdrawal under way are refused', async () => {
    await letLog('everyone');
    const seen = await submitDay(company, company.admin, '2026-01-13', '09:00', '10:00');
    const path = { companyId: company.id, worklogId: seen.id, version: 1 };
    const narrow = [[`update companies set loggers = 'workers' where id = $1`, [company.id]]] as const;
    const during = async (act: () => Promise<string | null>) => {
      await letLog('everyone');
      return withOpenTransaction(app, narrow, act);
    };
    const { admin } = company;
    expect(await during(() => admin.codeOf(submit, entryOn('2026-01-14')))).toBe('role.not-allowed');
    const amend = 'PATCH /companies/{companyId}/worklogs/{worklogId}';
    expect(await during(() => admin.codeOf(amend, { ...path, notes: 'Late' }))).toBe('role.not-allowed');
    const withdraw = 'DELETE /companies/{companyId}/worklogs/{worklogId}';
    expect(await during(() => admin.codeOf(withdraw, path))).toBe('role.not-allowed');
    await letLog('everyone');
    await admin.ok(amend, { ...path, notes: 'In time' });
  });
});

test('the history of the company says who changed it, from what to what', async () => {
  await letLog('workers');
  await letLog('everyone');
  const { events } = await company.admin.ok('GET /companies/{companyId}/events', { companyId: company.id });
  expect(events[0]).toMatchObject({
    kind: 'policy',
    actorName: company.admin.name,
    policy: { name: 'loggers', from: 'workers', to: 'everyone' },
    from: null,
    to: null,
  });
  const { total } = await company.admin.ok('GET /companies/{companyId}/events', { companyId: company.id });
  await letLog('everyone');
  await setPolicies(company.admin, company.id, { requireNotes: false });
  const after = await company.admin.ok('GET /companies/{companyId}/events', { companyId: company.id });
  expect(after.total).toBe(total);
});
