// An archive that a company admin imports: everything of it is in the company afterwards, and nobody got a membership by it.

import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '#domain/permissions.ts';
import { examineCompany } from '#server/doctor/examine.ts';
import { foldSums } from '#server/jobs/sums.ts';
import { createLog } from '#server/log.ts';
import { openReceipts } from '#server/ports/receipts/open.ts';
import { type Actor, startTestApp, type TestApp } from '../support/app.ts';
import { checkBy, importBy } from '../support/archive-requests.ts';
import { contentOf, exportFrom, startFilledCompany, tablesOf } from '../support/archives.ts';
import { companyWithSeats, hire, type TestCompany } from '../support/company.ts';
import { testFolder } from '../support/test-folder.ts';

const folder = testFolder('archive-import');
let source: TestApp;
let company: TestCompany;
let file: string;
let other: TestApp;

beforeAll(async () => {
  ({ app: source, company } = await startFilledCompany());
  await foldSums({ ownerPool: source.database.ownerPool, log: createLog('silent') });
  file = await exportFrom(source, company.id, folder);
  other = await startTestApp();
});
afterAll(async () => {
  await source.close();
  await other.close();
  rmSync(folder, { recursive: true });
});

type Target = { app: TestApp; id: string; admin: Actor };

const emptyCompany = async (app: TestApp): Promise<Target> => ({ app, ...(await companyWithSeats(app, 20)) });

/** A member of the target with the address and the name of somebody of the archive. */
async function memberLike({ app, id, admin }: Target, person: Actor, role: Role): Promise<string> {
  const { userId } = await hire(app, admin, id, role, person.name);
  await app.superuser.query('update users set email = $1 where id = $2', [person.email, userId]);
  return userId;
}

type PersonRow = { id: string; name: string; email: string | null; isClosed: boolean; isActive: boolean };

async function peopleOf(app: TestApp, companyId: string): Promise<PersonRow[]> {
  const { rows } = await app.superuser.query<PersonRow>(
    `select u.id, u.name, u.email, u.closed_at is not null as "isClosed", m.deactivated_at is null as "isActive"
     from users u join members m on m.user_id = u.id where m.company_id = $1 order by u.name`,
    [companyId],
  );
  return rows;
}

/** The ids of the archive → those of the target; every name of the source is there once. */
async function idsIn({ app, id }: Target): Promise<Map<string, string>> {
  const [before, after] = [await peopleOf(source, company.id), await peopleOf(app, id)];
  const ids = new Map([[company.id, id]]);
  for (const person of before) {
    const same = after.filter(({ name }) => name === person.name);
    expect([person.name, same.length]).toEqual([person.name, 1]);
    ids.set(person.id, same[0]?.id ?? '');
  }
  return ids;
}

const ofTarget = ['users', 'companies', 'members', 'invites', 'invite_projects'];

/** The tables whose rows differ, without those that belong to the target. */
async function differencesIn(target: Target): Promise<string[]> {
  const { rows: events } = await source.superuser.query('select id from audit_events where company_id = $1', [
    company.id,
  ]);
  await target.app.superuser.query('delete from audit_events where company_id = $1 and id <> all($2)', [
    target.id,
    events.map(({ id }) => id),
  ]);
  const expected = await tablesOf(source, company.id, await idsIn(target));
  const found = await tablesOf(target.app, target.id);
  return Object.keys(expected).filter((table) => !ofTarget.includes(table) && found[table] !== expected[table]);
}

async function columnsOf({ superuser }: TestApp, companyId: string): Promise<Record<string, unknown>> {
  const { rows } = await superuser.query('select * from companies where id = $1', [companyId]);
  return rows[0];
}

async function findingsIn({ app, id }: Target): Promise<string[]> {
  const found = await examineCompany(app.database.ownerPool, id, await openReceipts(app.config));
  return found.filter(({ count }) => count > 0).map(({ name }) => name);
}

const auditIn = async ({ app, id }: Target) => {
  const { rows } = await app.superuser.query(
    `select actor_id, about, to_value from audit_events where company_id = $1 and kind = 'company-imported'`,
    [id],
  );
  return rows;
};

async function jobsOf({ superuser }: TestApp): Promise<number> {
  const { rows } = await superuser.query('select count(*)::int as jobs from graphile_worker._private_jobs');
  return rows[0].jobs;
}

test('a company whose people are all members is equal, table by table', async () => {
  const target = await emptyCompany(other);
  const { admin, manager, approver, reviewer, worker } = company;
  const roles = [
    [admin, 'company admin'],
    [manager, 'manager'],
    [approver, 'timesheet approver'],
    [reviewer, 'reviewer'],
    [worker, 'worker'],
  ] as const;
  for (const [person, role] of roles) await memberLike(target, person, role);
  const before = await columnsOf(other, target.id);

  const contents = await checkBy(target.admin, target.id, file);
  expect(contents).toMatchObject({ companyName: 'Acme Company', projects: 4, worklogs: 5, receipts: 2 });
  expect(contents.people).toHaveLength(7);
  expect(
    contents.people
      .filter(({ isMember }) => isMember)
      .map(({ email }) => email)
      .sort(),
  ).toEqual(roles.map(([{ email }]) => email).sort());
  expect(contents.people.filter(({ isActive }) => isActive)).toHaveLength(5);
  expect(await target.admin.ok('GET /companies/{companyId}/archive-import', { companyId: target.id })).toEqual({
    state: 'empty',
  });

  expect(await importBy(target.admin, target.id, file)).toEqual({
    companyName: 'Acme Company',
    projects: 4,
    worklogs: 5,
    receipts: 2,
    members: 5,
    formerMembers: 2,
  });
  expect(await auditIn(target)).toEqual([
    { actor_id: target.admin.userId, about: 'Acme Company', to_value: contents.takenAt },
  ]);
  expect(await differencesIn(target)).toEqual([]);
  const imported = await columnsOf(source, company.id);
  expect(await columnsOf(other, target.id)).toEqual({
    ...imported,
    id: target.id,
    seats: 20,
    created_at: before.created_at,
    version: Math.max(Number(imported.version), Number(before.version)) + 1,
  });
  expect(await findingsIn(target)).toEqual([]);
  expect(await target.admin.ok('GET /companies/{companyId}/archive-import', { companyId: target.id })).toEqual({
    state: 'filled',
  });
});

describe.each(['the same installation', 'another installation'])(
  'in %s, a company without the people of the archive',
  (where) => {
    let target: Target;
    let jobs: number;
    beforeAll(async () => {
      target = await emptyCompany(where === 'another installation' ? other : source);
      const contents = await checkBy(target.admin, target.id, file);
      expect(contents.people.map(({ isMember }) => isMember)).toEqual(Array(7).fill(false));
      jobs = await jobsOf(target.app);
      expect(await importBy(target.admin, target.id, file)).toMatchObject({ members: 0, formerMembers: 7 });
    });

    test('has them as former members without an address, and the founder alone is active', async () => {
      const people = await peopleOf(target.app, target.id);
      expect(people.filter(({ isActive }) => isActive).map(({ id }) => id)).toEqual([target.admin.userId]);
      const former = people.filter(({ id }) => id !== target.admin.userId);
      expect(former.map(({ email, isClosed }) => [email, isClosed])).toEqual(Array(7).fill([null, true]));
      const { rows } = await source.superuser.query('select id from users where id = any($1)', [
        former.map(({ id }) => id),
      ]);
      expect(rows).toHaveLength(where === 'another installation' ? 0 : 7);
    });

    test('is equal but for what ends with a membership', async () => {
      expect((await differencesIn(target)).sort()).toEqual(
        ['project_managers', 'project_workers', 'stand_ins', 'timers'].sort(),
      );
      const { rows } = await target.app.superuser.query(
        `select (select count(*) from project_managers where company_id = $1) + (select count(*) from project_workers where company_id = $1)
         + (select count(*) from timers where company_id = $1) + (select count(*) from invites where company_id = $1)
         + (select count(*) from stand_ins where company_id = $1 and ended_at is null) as rights`,
        [target.id],
      );
      expect(rows).toEqual([{ rights: '0' }]);
      expect(await findingsIn(target)).toEqual([]);
    });

    test('sends nobody anything', async () => {
      expect(await jobsOf(target.app)).toBe(jobs);
    });
  },
);

describe('accounts of the installation', () => {
  test('who are no active members with a verified address get nothing, and are not distinguishable from nobody', async () => {
    const nobody = await emptyCompany(other);
    const expected = [await checkBy(nobody.admin, nobody.id, file), await importBy(nobody.admin, nobody.id, file)];

    const app = await startTestApp();
    try {
      const target = await emptyCompany(app);
      const address = (person: Actor, like: Actor) =>
        app.superuser.query('update users set email = $1 where id = $2', [like.email, person.userId]);
      const stranger = await app.person('Stranger');
      await address(stranger, company.worker);
      const unverified = app.visitor();
      await unverified.ok('POST /sign-up', {
        name: 'Unverified',
        email: company.manager.email,
        password: 'long enough 12',
      });
      const gone = await hire(app, target.admin, target.id, 'worker', 'Gone');
      await address(gone, company.approver);
      await target.admin.ok('PATCH /companies/{companyId}/members/{userId}', {
        companyId: target.id,
        userId: gone.userId,
        isActive: false,
      });
      const invited = await app.person('Invited');
      await address(invited, company.reviewer);
      await target.admin.ok('POST /companies/{companyId}/invites', {
        companyId: target.id,
        email: company.reviewer.email,
        role: 'worker',
      });
      const emails = [company.worker, company.manager, company.approver, company.reviewer].map(({ email }) => email);
      const accounts = async () =>
        (await app.superuser.query('select * from users where email = any($1) order by id', [emails])).rows;
      const before = await accounts();
      expect(before).toHaveLength(4);

      expect([await checkBy(target.admin, target.id, file), await importBy(target.admin, target.id, file)]).toEqual(
        expected,
      );
      expect(await accounts()).toEqual(before);
      const people = await peopleOf(app, target.id);
      expect(people.filter(({ isActive }) => isActive).map(({ id }) => id)).toEqual([target.admin.userId]);
      expect(people.map(({ id }) => id)).not.toContain(stranger.userId);
    } finally {
      await app.close();
    }
  });

  test('of members with another role keep that role', async () => {
    const app = await startTestApp();
    try {
      const target = await emptyCompany(app);
      const ids = [
        await memberLike(target, company.admin, 'worker'),
        await memberLike(target, company.worker, 'company admin'),
      ];
      const roles =
        'select user_id, role, joined_at from members where company_id = $1 and user_id = any($2) order by role';
      const before = (await app.superuser.query(roles, [target.id, ids])).rows;
      expect(await importBy(target.admin, target.id, file)).toMatchObject({ members: 2, formerMembers: 5 });
      expect((await app.superuser.query(roles, [target.id, ids])).rows).toEqual(before);
      expect(before.map(({ role }) => role)).toEqual(['company admin', 'worker']);
    } finally {
      await app.close();
    }
  });
});

test('a check changes nothing', async () => {
  const target = await emptyCompany(other);
  const before = await contentOf(other);
  await checkBy(target.admin, target.id, file);
  expect(await contentOf(other)).toEqual(before);
});
