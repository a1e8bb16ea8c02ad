// The details of a member for an admin, and two admins who change the same member one after the other.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor, TestApp } from '../support/app.ts';
import { startTestApp, testPassword } from '../support/app.ts';
import { foundTestCompany, hire, submitDay, type TestCompany } from '../support/company.ts';

const one = 'PATCH /companies/{companyId}/members/{userId}';

let app: TestApp;
let ours: TestCompany;
let theirs: TestCompany;

beforeAll(async () => {
  app = await startTestApp();
  ours = await roomyCompany('Ours');
  theirs = await roomyCompany('Theirs');
});
afterAll(() => app.close());

async function roomyCompany(canary: string): Promise<TestCompany> {
  const company = await foundTestCompany(app, { canary });
  await company.admin.ok('PUT /companies/{companyId}/seats', { companyId: company.id, seats: 60 });
  return company;
}

const look = ({ admin, id: companyId }: TestCompany, { userId }: Actor) =>
  admin.ok('GET /companies/{companyId}/members/{userId}', { companyId, userId });

const createProject = (name: string, people: { managerIds?: string[]; workerIds?: string[]; forEveryone?: boolean }) =>
  ours.admin.ok('POST /companies/{companyId}/projects', { companyId: ours.id, name, forEveryone: false, ...people });

const join = async (person: Actor, company: TestCompany) => {
  await company.admin.ok('POST /companies/{companyId}/invites', {
    companyId: company.id,
    email: person.email,
    role: 'worker',
  });
  const { invites } = await person.ok('GET /invites', {});
  await person.ok('POST /invites/{inviteId}/accept', { inviteId: invites[0]?.id ?? '' });
};

describe('The details of a member', () => {
  test('show what is pending and the last activity, of this company only', async () => {
    const worker = await hire(app, ours.admin, ours.id, 'worker', 'Busy');
    expect(await look(ours, worker)).toMatchObject({ pendingWorklogs: 0, oldestPendingOn: null, lastActiveOn: null });
    await join(worker, theirs);
    await submitDay(theirs, worker, '2026-03-02', '08:00', '10:00');
    expect(await look(ours, worker)).toMatchObject({ pendingWorklogs: 0, oldestPendingOn: null, lastActiveOn: null });
    expect(await look(theirs, worker)).toMatchObject({ pendingWorklogs: 1, oldestPendingOn: '2026-03-02' });

    const decided = await submitDay(ours, worker, '2026-03-04', '08:00', '10:00');
    await submitDay(ours, worker, '2026-03-06', '08:00', '10:00');
    const today = (await look(ours, worker)).lastActiveOn;
    expect(today).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(await look(ours, worker)).toMatchObject({ pendingWorklogs: 2, oldestPendingOn: '2026-03-04' });
    expect((await look(ours, ours.reviewer)).lastActiveOn).toBeNull();
    await ours.approver.ok('POST /companies/{companyId}/decisions', {
      companyId: ours.id,
      decision: 'approve',
      worklogs: [{ id: decided.id, version: decided.version }],
    });
    expect(await look(ours, worker)).toMatchObject({ pendingWorklogs: 1, oldestPendingOn: '2026-03-06' });
    expect((await look(ours, ours.approver)).lastActiveOn, 'deciding is an activity').toBe(today);
  });

  test('list the projects of the current role: managed, worked on, and how many are open to every worker', async () => {
    const person = await hire(app, ours.admin, ours.id, 'worker', 'Assigned');
    const other = await hire(app, ours.admin, ours.id, 'worker', 'Somebody Else');
    const before = await look(ours, person);
    await createProject('Only another', { workerIds: [other.userId] });
    const worked = await createProject('Worked on', { workerIds: [person.userId, other.userId] });
    await createProject('Open to all', { forEveryone: true });
    const seen = await look(ours, person);
    expect(seen.projects).toEqual([{ id: worked.id, name: 'Worked on', colour: worked.colour, isManaged: false }]);
    expect([seen.projectsTotal, seen.openProjects]).toEqual([1, before.openProjects + 1]);

    await ours.admin.ok(one, { companyId: ours.id, userId: person.userId, role: 'manager' });
    expect(await look(ours, person)).toMatchObject({ projects: [], projectsTotal: 0, openProjects: 0 });
    const managed = await createProject('Managed', { managerIds: [person.userId] });
    expect((await look(ours, person)).projects).toMatchObject([{ id: managed.id, isManaged: true }]);
    await ours.admin.ok('POST /companies/{companyId}/projects/{projectId}/archive', {
      companyId: ours.id,
      projectId: managed.id,
      version: managed.version,
    });
    expect((await look(ours, person)).projects).toEqual([]);
  });

  test('list the first twelve projects and count the others', async () => {
    const person = await hire(app, ours.admin, ours.id, 'manager', 'Overworked');
    for (let n = 10; n < 24; n++) await createProject(`Many ${n}`, { managerIds: [person.userId] });
    const { projects, projectsTotal } = await look(ours, person);
    expect([projects[0]?.name, projects.length, projectsTotal]).toEqual(['Many 10', 12, 14]);
  });
});

describe('Two admins and one member', () => {
  test('the second, with an old version, gets the current version and overwrites nothing', async () => {
    const person = await hire(app, ours.admin, ours.id, 'worker', 'Contested');
    const second = await hire(app, ours.admin, ours.id, 'company admin', 'Second Admin');
    const input = { companyId: ours.id, userId: person.userId, seenRole: 'worker' as const };
    expect((await ours.admin.ok(one, { ...input, role: 'manager' })).role).toBe('manager');
    const late = await second.call(one, { ...input, role: 'reviewer' });
    expect(late.problem).toMatchObject({
      status: 409,
      code: 'member.changed-since-seen',
      role: 'manager',
      detail:
        'Another admin changed this meanwhile: Contested is now Project Manager. Nothing was saved. Save again to change it after all.',
    });
    expect((await look(ours, person)).role).toBe('manager');
    expect((await second.ok(one, { ...input, seenRole: 'manager', role: 'reviewer' })).role).toBe('reviewer');
  });

  test('concurrently: one change is saved, the other is a conflict', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await hire(app, ours.admin, ours.id, 'worker', 'Raced');
      const change = (role: 'manager' | 'reviewer') =>
        ours.admin.codeOf(one, { companyId: ours.id, userId: person.userId, seenRole: 'worker', role });
      const codes = await Promise.all([change('manager'), change('reviewer')]);
      expect(codes.toSorted()).toEqual(['allowed', 'member.changed-since-seen']);
    }
  });

  test('a member is not reactivated with a role that changed since', async () => {
    const person = await hire(app, ours.admin, ours.id, 'worker', 'Returning');
    const input = { companyId: ours.id, userId: person.userId };
    await ours.admin.ok(one, { ...input, isActive: false });
    await ours.admin.ok(one, { ...input, role: 'company admin' });
    const comeBack = (seenRole: 'worker' | 'company admin') =>
      ours.admin.codeOf(one, { ...input, isActive: true, seenRole });
    expect(await comeBack('worker')).toBe('member.changed-since-seen');
    expect((await look(ours, person)).deactivatedAt).not.toBeNull();
    expect(await comeBack('company admin')).toBe('allowed');
  });

  test('a closed account can be given neither a role nor access', async () => {
    const person = await hire(app, ours.admin, ours.id, 'worker', 'Closed');
    const input = { companyId: ours.id, userId: person.userId };
    expect(await ours.admin.codeOf(one, { ...input, role: 'reviewer' })).toBe('allowed');
    await person.ok('POST /account/closing', { currentPassword: testPassword });
    for (const change of [{ role: 'worker' as const }, { isActive: true }, { isActive: false }])
      expect(await ours.admin.codeOf(one, { ...input, ...change })).toBe('account.closed');
    expect(await look(ours, person)).toMatchObject({ role: 'reviewer', email: null });
  });
});
