// A membership that ended and is granted again is a new one: rights of the old one beyond the role do not return.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayOf } from '#domain/calendar.ts';
import { type Actor, startTestApp, type TestApp } from '../support/app.ts';
import { foundTestCompany, hire, type TestCompany } from '../support/company.ts';
import { accessTokenActor } from '../support/principals.ts';

let app: TestApp;
let company: TestCompany;
beforeAll(async () => {
  app = await startTestApp();
  company = await foundTestCompany(app);
  await company.admin.ok('PUT /companies/{companyId}/seats', { companyId: company.id, seats: 40 });
});
afterAll(() => app.close());

const change = (userId: string, isActive: boolean) =>
  company.admin.ok('PATCH /companies/{companyId}/members/{userId}', { companyId: company.id, userId, isActive });

const inviteAgain = async (actor: Actor, role: 'worker' | 'manager') => {
  const { id: companyId, admin } = company;
  await admin.ok('POST /companies/{companyId}/invites', { companyId, email: actor.email, role });
  const { invites } = await actor.ok('GET /invites', {});
  await actor.ok('POST /invites/{inviteId}/accept', { inviteId: invites[0]?.id ?? '' });
};

const waysBack = {
  'reactivated by an admin': (actor: Actor) => change(actor.userId, true),
  'invited again': (actor: Actor) => inviteAgain(actor, 'manager'),
};

/** As an earlier release left an ended membership: only the end itself is recorded. */
const endAsBefore = (userId: string) =>
  app.superuser.query(`update members set deactivated_at = now() where company_id = $1 and user_id = $2`, [
    company.id,
    userId,
  ]);

const waysOut = { now: (userId: string) => change(userId, false), 'under an earlier release': endAsBefore };

const cases = Object.keys(waysBack).flatMap((back) => Object.keys(waysOut).map((out) => [back, out] as const));

test.each(cases)(
  'a member who is %s, having been deactivated %s, gets no previous project, permission or token',
  async (back, out) => {
    const { id: companyId, admin, approver } = company;
    const manager = await hire(app, admin, companyId, 'manager', 'Maya Manager');
    const project = await admin.ok('POST /companies/{companyId}/projects', {
      companyId,
      name: `Of Maya, ${back}, ${out}`,
      managerIds: [manager.userId],
      tasks: [{ name: 'Work', kind: 'timed' }],
    });
    const today = dayOf(new Date(), 'Asia/Jakarta');
    const days = { fromDay: today, toDay: today };
    for (const [one, other] of [
      [approver, manager],
      [manager, approver],
    ] as const)
      await one.ok('POST /companies/{companyId}/stand-ins', { companyId, userId: other.userId, ...days });
    const report = await manager.ok('POST /companies/{companyId}/saved-reports', {
      companyId,
      name: 'Mine',
      view: 'worklogs',
      range: 'last-month',
      filter: {},
    });
    const choices = { companyId, reportId: report.id, mail: 'weekly' } as const;
    await manager.ok('PATCH /companies/{companyId}/saved-reports/{reportId}/choices', choices);
    const { actor: program } = await accessTokenActor(manager);
    const { actor: limited } = await accessTokenActor(manager, { companyId });
    const reaches = (actor: Actor) => actor.codeOf('GET /companies/{companyId}', { companyId });
    const projectsOf = async (actor: Actor) =>
      (await actor.ok('GET /companies/{companyId}/projects', { companyId })).projects.map(({ id }) => id);
    expect([await reaches(program), await reaches(limited), await projectsOf(manager)]).toEqual([
      'allowed',
      'allowed',
      [project.id],
    ]);

    await Object.entries(waysOut).find(([name]) => name === out)?.[1](manager.userId);
    expect(await reaches(manager)).toBe('company.missing');
    await Object.entries(waysBack).find(([name]) => name === back)?.[1](manager);

    expect([await reaches(manager), await projectsOf(manager)]).toEqual(['allowed', []]);
    expect([await reaches(program), await reaches(limited)]).toEqual(['company.missing', 'token.not-usable']);
    expect((await app.mailsTo(manager.email)).map(({ template }) => template)).toContain('access-token-revoked');
    expect((await program.ok('GET /companies', {})).companies).toEqual([]);
    expect(await manager.ok('GET /companies/{companyId}/stand-ins', { companyId })).toEqual({
      delegates: [],
      delegators: [],
    });
    expect(await approver.ok('GET /companies/{companyId}/stand-ins', { companyId })).toEqual({
      delegates: [],
      delegators: [],
    });
    const { reports } = await manager.ok('GET /companies/{companyId}/saved-reports', { companyId });
    expect(reports).toMatchObject([{ id: report.id, mail: 'never' }]);
    const { actor: fresh } = await accessTokenActor(manager);
    expect(await reaches(fresh)).toBe('allowed');
    expect((await fresh.ok('GET /companies', {})).companies).toHaveLength(1);
  },
);

test('a worker who returns is only on projects open to everyone, and keeps the tokens of other companies', async () => {
  const { id: companyId, admin } = company;
  const worker = await hire(app, admin, companyId, 'worker', 'Wira Worker');
  const own = await worker.ok('POST /companies', { name: 'Own', timeZone: 'UTC', currency: 'EUR' });
  const { actor: program } = await accessTokenActor(worker);
  const project = await admin.ok('POST /companies/{companyId}/projects', {
    companyId,
    name: 'Few',
    forEveryone: false,
    workerIds: [worker.userId],
    tasks: [{ name: 'Work', kind: 'timed' }],
  });
  const entry = {
    companyId,
    taskId: project.tasks[0]?.id ?? '',
    start: '2026-03-02T09:00',
    end: '2026-03-02T10:00',
  };
  expect(await worker.codeOf('POST /companies/{companyId}/worklogs', entry)).toBe('allowed');
  await change(worker.userId, false);
  await change(worker.userId, true);
  const later = { ...entry, start: '2026-03-02T11:00', end: '2026-03-02T12:00' };
  expect(await worker.codeOf('POST /companies/{companyId}/worklogs', later)).not.toBe('allowed');
  expect((await program.ok('GET /companies', {})).companies.map(({ id }) => id)).toEqual([own.id]);
  expect(await program.codeOf('GET /companies/{companyId}', { companyId: own.id })).toBe('allowed');
});
