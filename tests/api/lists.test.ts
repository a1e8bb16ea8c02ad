// Long lists: pages, order, search and filters of members, invites and projects, and the choices of pickers.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor, Input, TestApp } from '../support/app.ts';
import { freshEmail, startTestApp } from '../support/app.ts';
import { foundTestCompany, hire, submitDay, type TestCompany } from '../support/company.ts';

const members = 'GET /companies/{companyId}/members';
const invites = 'GET /companies/{companyId}/invites';
const projects = 'GET /companies/{companyId}/projects';

let app: TestApp;
let ours: TestCompany;

beforeAll(async () => {
  app = await startTestApp();
  ours = await foundTestCompany(app, { canary: 'Ours' });
});
afterAll(() => app.close());

async function roomyCompany(canary: string): Promise<TestCompany> {
  const company = await foundTestCompany(app, { canary });
  await company.admin.ok('PUT /companies/{companyId}/seats', { companyId: company.id, seats: 100 });
  return company;
}

/** Inserts members directly into the database; `n` becomes part of name and address. */
const crowd = (companyId: string, from: number, to: number) =>
  app.superuser.query(
    `with people as (
       insert into users (id, name, email, email_verified)
       select gen_random_uuid(), 'Crowd ' || lpad(n::text, 6, '0'), 'crowd' || n || '@' || $1 || '.example.test', true
       from generate_series($2::int, $3::int) n returning id)
     insert into members (company_id, user_id, role, deactivated_at)
     select $1::uuid, id, 'worker', case when row_number() over () % 10 = 0 then now() end from people`,
    [companyId, from, to],
  );

const memberPage = (input: Partial<Input<typeof members>>, companyId = ours.id, actor: Actor = ours.admin) =>
  actor.ok(members, { companyId, ...input });

describe('A list of members', () => {
  test('sorts names regardless of case and accents, on every PostgreSQL', async () => {
    const { id, admin } = await roomyCompany('Zz');
    for (const name of ['Émile', 'eva', 'Östen', 'olga', 'ÅSA', 'Aston', 'Łukasz', 'Luise'])
      await hire(app, admin, id, 'worker', name);
    const { members: rows } = await memberPage({ roles: ['worker'] }, id, admin);
    const names = rows.map(({ name }) => name);
    expect(names).toEqual(['ÅSA', 'Aston', 'Émile', 'eva', 'Luise', 'Łukasz', 'olga', 'Östen', 'Zz Worker']);
    const turned = await memberPage({ roles: ['worker'], order: 'descending' }, id, admin);
    expect(turned.members.map(({ name }) => name)).toEqual(names.toReversed());
  });

  test('is searched by words in name and address, without accents, and wildcards are escaped', async () => {
    const { id, admin } = await foundTestCompany(app, { canary: 'Search' });
    const person = await hire(app, admin, id, 'worker', 'Søren Ängström_100%');
    const found = async (search: string) =>
      (await memberPage({ search }, id, admin)).members.map(({ userId }) => userId).includes(person.userId);
    for (const search of ['soren', 'ANGSTROM', 'ängström sør', 'm_1', '100%', `soren ${person.email}`, '  '])
      expect([search, await found(search)]).toEqual([search, true]);
    for (const search of ['soren zq', 's_ren', '%soren', 'ø%r', '\\', '％x'])
      expect([search, await found(search)]).toEqual([search, false]);
  });

  test('is filtered by role and state, and its total matches the filter', async () => {
    const { id, admin, worker } = await foundTestCompany(app, { canary: 'Narrow' });
    await admin.ok('PATCH /companies/{companyId}/members/{userId}', {
      companyId: id,
      userId: worker.userId,
      isActive: false,
    });
    const roles = async (input: Partial<Input<typeof members>>) => {
      const page = await memberPage(input, id, admin);
      expect(page.total).toBe(page.members.length);
      return page.members.map(({ role }) => role);
    };
    expect(await roles({})).toHaveLength(5);
    expect(await roles({ state: 'deactivated' })).toEqual(['worker']);
    expect(await roles({ state: 'active' })).not.toContain('worker');
    expect(await roles({ roles: ['manager', 'worker'], sort: 'role' })).toEqual(['manager', 'worker']);
    expect(await roles({ roles: ['manager', 'worker'], sort: 'role', order: 'descending' })).toEqual([
      'worker',
      'manager',
    ]);
    expect(await roles({ roles: ['manager'], state: 'deactivated' })).toEqual([]);
  });

  test('returns an empty page beyond the end, with the correct total', async () => {
    const { members: rows, total, page } = await memberPage({ page: 900_000, pageSize: 100 });
    expect([rows.length, page]).toEqual([0, 900_000]);
    expect(total).toBe((await memberPage({})).members.length);
    expect(await ours.admin.codeOf(members, { companyId: ours.id, page: 1_000_001 })).toBe('field.too-large');
  });

  test('when a member is added before the second page, nobody is skipped', async () => {
    const { id, admin } = await roomyCompany('Moving');
    await crowd(id, 1, 20);
    const ask = (page: number) => memberPage({ page, pageSize: 10, roles: ['worker'] }, id, admin);
    const before = await ask(1);
    await hire(app, admin, id, 'worker', 'Aaron First');
    const after = [await ask(2), await ask(3)];
    const seen = new Set([before, ...after].flatMap(({ members: rows }) => rows.map(({ name }) => name)));
    const all = await memberPage({ pageSize: 100, roles: ['worker'] }, id, admin);
    expect(all.members.map(({ name }) => name).filter((name) => !seen.has(name))).toEqual(['Aaron First']);
    expect(after[0]?.total).toBe(before.total + 1);
  });
});

describe('A company of 10,000 people', () => {
  let huge: TestCompany;

  beforeAll(async () => {
    huge = await foundTestCompany(app, { canary: 'Huge' });
    await crowd(huge.id, 1, 10_000);
    await app.superuser.query('analyze users, members');
  }, 120_000);

  test.each(['name', 'email', 'role', 'joinedAt'] as const)(
    'is listed by %s: nobody is on two pages despite equal values, and the last is the first in descending order',
    async (sort) => {
      const page = (number: number, order: 'ascending' | 'descending') =>
        memberPage({ sort, order, page: number, pageSize: 100 }, huge.id, huge.admin);
      const seen: string[] = [];
      for (const number of [1, 2, 51, 101]) {
        const { members: rows, total } = await page(number, 'ascending');
        expect([total, rows.length]).toEqual([10_005, number === 101 ? 5 : 100]);
        seen.push(...rows.map(({ userId }) => userId));
      }
      expect(new Set(seen).size).toBe(305);
      const first = (await page(1, 'descending')).members[0];
      expect(first?.userId).toBe(seen.at(-1));
    },
    60_000,
  );

  test('is searched, filtered and offered in pickers', async () => {
    const { id, admin } = huge;
    expect((await memberPage({ search: 'crowd 009999' }, id, admin)).total).toBe(1);
    expect((await memberPage({ state: 'deactivated' }, id, admin)).total).toBe(1_000);
    const [first] = (await memberPage({ sort: 'role', pageSize: 10 }, id, admin)).members;
    expect(first).toMatchObject({ role: 'company admin', isLastAdmin: true });
    const { found, hasMore } = await admin.ok('GET /companies/{companyId}/workers', { companyId: id });
    expect([found.length, hasMore]).toEqual([50, true]);
  }, 60_000);
});

describe('A list of invites', () => {
  test('is sorted newest first, and filtered by state, role and address', async () => {
    const { id, admin, manager } = await foundTestCompany(app, { canary: 'Inviting' });
    const invite = async (role: 'worker' | 'reviewer', email = freshEmail()) =>
      (await admin.ok('POST /companies/{companyId}/invites', { companyId: id, email, role })).id;
    const [open, revoked] = [await invite('worker'), await invite('reviewer')];
    const expired = await invite('worker', `odd_${freshEmail()}`);
    await admin.ok('DELETE /companies/{companyId}/invites/{inviteId}', { companyId: id, inviteId: revoked });
    await app.superuser.query(`update invites set expires_at = now() - interval '1 hour' where id = $1`, [expired]);
    const ids = async (input: Partial<Input<typeof invites>>) => {
      const page = await manager.ok(invites, { companyId: id, ...input });
      expect(page.total).toBe(page.invites.length);
      return page.invites.map((one) => one.id);
    };
    expect((await ids({})).slice(0, 3)).toEqual([expired, revoked, open]);
    expect(await ids({ states: ['pending'] })).toEqual([open]);
    expect(await ids({ states: ['pending', 'expired'], order: 'ascending' })).toEqual([open, expired]);
    expect(await ids({ states: ['revoked'] })).toEqual([revoked]);
    expect(await ids({ states: ['accepted'] })).toHaveLength(4);
    expect(await ids({ states: ['pending', 'revoked'], roles: ['reviewer'] })).toEqual([revoked]);
    expect(await ids({ search: 'ODD_' })).toEqual([expired]);
    expect(await ids({ search: 'odd%' })).toEqual([]);
    const states = await manager.ok(invites, { companyId: id, sort: 'state', order: 'ascending' });
    expect(states.invites.map(({ state }) => state)).toEqual([
      'pending',
      'expired',
      ...Array(4).fill('accepted'),
      'revoked',
    ]);
    const second = await manager.ok(invites, { companyId: id, page: 2, pageSize: 10 });
    expect([second.invites, second.total]).toEqual([[], 7]);
  });
});

describe('A list of projects', () => {
  test('is sorted by hours, open tasks and end day; projects without an end day come last in both directions', async () => {
    const company = await foundTestCompany(app, { canary: 'Sorting' });
    const { id, admin, worker } = company;
    await submitDay(company, worker, '2026-11-02', '08:00', '12:00');
    await admin.ok('POST /companies/{companyId}/projects', { companyId: id, name: 'Early', endsOn: '2026-12-01' });
    await admin.ok('POST /companies/{companyId}/projects', { companyId: id, name: 'Late', endsOn: '2027-12-01' });
    const names = async (sort: 'hours' | 'openTasks' | 'endsOn', order: 'ascending' | 'descending') =>
      (await admin.ok(projects, { companyId: id, sort, order })).projects.map(({ name }) => name);
    expect((await names('hours', 'descending'))[0]).toBe('Sorting Project');
    expect((await names('hours', 'ascending')).at(-1)).toBe('Sorting Project');
    expect((await names('openTasks', 'ascending')).slice(0, 2)).toEqual(['Early', 'Late']);
    expect((await names('endsOn', 'ascending')).slice(0, 2)).toEqual(['Early', 'Late']);
    expect((await names('endsOn', 'descending')).slice(0, 2)).toEqual(['Late', 'Early']);
    const rows = await admin.ok(projects, { companyId: id });
    expect(rows.projects.map(({ name, minutes }) => [name, minutes])).toContainEqual(['Sorting Project', 240]);
  });

  test('filtered by “managed by me” shows an admin’s own; a manager sees no others anyway', async () => {
    const { id, admin, manager, project } = await foundTestCompany(app, { canary: 'Mine' });
    const mine = await admin.ok('POST /companies/{companyId}/projects', {
      companyId: id,
      name: 'Of the admin',
      managerIds: [admin.userId],
    });
    const ids = async (actor: Actor, managedBy: 'anyone' | 'me') =>
      (await actor.ok(projects, { companyId: id, managedBy })).projects.map((one) => one.id);
    expect(await ids(admin, 'anyone')).toHaveLength(3);
    expect(await ids(admin, 'me')).toEqual([mine.id]);
    expect(await ids(manager, 'me')).toEqual([project.id]);
    expect(await ids(manager, 'anyone')).toEqual([project.id]);
  });
});

describe('A list of worklogs', () => {
  test('reports which of the given ids match the filter; hidden ones never match', async () => {
    const { id, admin, approver, worker } = ours;
    const colleague = await hire(app, admin, id, 'worker', 'Colleague');
    const [one, two] = [
      await submitDay(ours, worker, '2026-10-05', '08:00', '09:00'),
      await submitDay(ours, worker, '2026-10-06', '08:00', '09:00'),
    ];
    const ids = [one.id, two.id];
    const found = async (actor: Actor, to: string) => {
      const { worklogs, totals } = await actor.ok('GET /companies/{companyId}/worklogs', { companyId: id, to, ids });
      return [worklogs.map((worklog) => worklog.id), totals.items];
    };
    expect(await found(approver, '2026-10-31')).toEqual([[two.id, one.id], 2]);
    expect(await found(approver, '2026-10-05')).toEqual([[one.id], 1]);
    expect(await found(colleague, '2026-10-31')).toEqual([[], 0]);
  });
});

describe('The options of a picker', () => {
  test('are bounded, say whether there are more, and include the selected ones', async () => {
    const { id, admin, worker } = await foundTestCompany(app, { canary: 'Zulu' });
    await crowd(id, 1, 60);
    const ask = (input: { search?: string; ids?: string[] }) =>
      admin.ok('GET /companies/{companyId}/workers', { companyId: id, ...input });
    const first = await ask({ ids: [worker.userId] });
    expect([first.found.length, first.hasMore]).toEqual([50, true]);
    expect(first.found.map(({ userId }) => userId)).not.toContain(worker.userId);
    expect(first.chosen).toEqual([{ userId: worker.userId, name: 'Zulu Worker', isActive: true }]);
    expect(first.found.some(({ isActive }) => !isActive)).toBe(true);
    const few = await ask({ search: 'crowd 00004' });
    expect([few.found.length, few.hasMore, few.chosen]).toEqual([11, false, []]);
    expect((await ask({ search: 'nobody at all' })).found).toEqual([]);
  });

  test('for projects exclude archived ones by default, but always include a selected one', async () => {
    const { id, admin, manager, project, otherProject } = await foundTestCompany(app, { canary: 'Choosing' });
    await admin.ok('POST /companies/{companyId}/projects/{projectId}/archive', {
      companyId: id,
      projectId: otherProject.id,
      version: 1,
    });
    const ask = (actor: Actor, archived: 'no' | 'also', ids: string[] = []) =>
      actor.ok('GET /companies/{companyId}/project-choices', { companyId: id, archived, ids });
    const names = (rows: { name: string }[]) => rows.map(({ name }) => name);
    expect(names((await ask(admin, 'no')).found)).toEqual([project.name]);
    expect(names((await ask(admin, 'also')).found)).toEqual([project.name, otherProject.name]);
    expect((await ask(admin, 'no', [otherProject.id])).chosen).toMatchObject([
      { name: otherProject.name, isArchived: true },
    ]);
    // Without access to a project, a manager does not get its name.
    expect((await ask(manager, 'also', [otherProject.id])).chosen).toEqual([]);
    expect(names((await ask(manager, 'also', [project.id])).chosen)).toEqual([project.name]);
  });

  test('for tasks are found by project and task, and include a selected one', async () => {
    const { worker, project, id } = ours;
    const ask = (input: { search?: string; ids?: string[] }) =>
      worker.ok('GET /companies/{companyId}/loggable-tasks', { companyId: id, ...input });
    expect((await ask({ search: 'other travel' })).found.map(({ projectName }) => projectName)).toEqual([
      'Ours Other project',
    ]);
    const none = await ask({ search: 'no such task', ids: [project.timedTaskId] });
    expect([none.found, none.chosen.map(({ taskId }) => taskId)]).toEqual([[], [project.timedTaskId]]);
  });
});
