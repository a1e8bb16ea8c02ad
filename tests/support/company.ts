// A separate company for a test: every role, and a project with both kinds of task, created through the API.

import type { Role } from '#domain/permissions.ts';
import { type Actor, codeIn, freshEmail, type Input, startTestApp, type TestApp, testPassword } from './app.ts';

export type TestCompany = {
  id: string;
  admin: Actor;
  manager: Actor;
  approver: Actor;
  reviewer: Actor;
  worker: Actor;
  /** Managed by the manager, open to everyone. */
  project: { id: string; name: string; timedTaskId: string; expenseTaskId: string; version: number };
  /** Not managed by the manager, open to everyone. */
  otherProject: { id: string; name: string; timedTaskId: string };
};

export async function foundTestCompany(
  test: TestApp,
  { canary = 'Acme', timeZone = 'Asia/Jakarta' } = {},
): Promise<TestCompany> {
  const admin = await test.person(`${canary} Admin`);
  const company = await admin.ok('POST /companies', { name: `${canary} Company`, timeZone, currency: 'IDR' });
  await admin.ok('PUT /companies/{companyId}/seats', { companyId: company.id, seats: 12 });
  const manager = await hire(test, admin, company.id, 'manager', `${canary} Manager`);
  const approver = await hire(test, admin, company.id, 'timesheet approver', `${canary} Approver`);
  const reviewer = await hire(test, admin, company.id, 'reviewer', `${canary} Reviewer`);
  const worker = await hire(test, admin, company.id, 'worker', `${canary} Worker`);
  const create = (name: string, managerIds: string[]) =>
    admin.ok('POST /companies/{companyId}/projects', {
      companyId: company.id,
      name,
      managerIds,
      tasks: [
        { name: `${canary} Work`, kind: 'timed' },
        { name: `${canary} Travel`, kind: 'expense' },
      ],
    });
  const project = await create(`${canary} Project`, [manager.userId]);
  const other = await create(`${canary} Other project`, []);
  const taskOf = (tasks: typeof project.tasks, kind: string) => tasks.find((task) => task.kind === kind)?.id ?? '';
  return {
    id: company.id,
    admin,
    manager,
    approver,
    reviewer,
    worker,
    project: {
      id: project.id,
      name: project.name,
      timedTaskId: taskOf(project.tasks, 'timed'),
      expenseTaskId: taskOf(project.tasks, 'expense'),
      version: project.version,
    },
    otherProject: { id: other.id, name: other.name, timedTaskId: taskOf(other.tasks, 'timed') },
  };
}

/** The application with a company, for the tests of a file. */
export async function startOneCompany(): Promise<{ app: TestApp; company: TestCompany }> {
  const app = await startTestApp();
  return { app, company: await foundTestCompany(app) };
}

/** The application with two companies, for tests of their isolation. */
export async function startTwoCompanies(): Promise<{ app: TestApp; ours: TestCompany; theirs: TestCompany }> {
  const app = await startTestApp();
  const ours = await foundTestCompany(app, { canary: 'Ours' });
  return { app, ours, theirs: await foundTestCompany(app, { canary: 'Theirs' }) };
}

/** A company with only its founder. */
export async function companyWithSeats(test: TestApp, seats: number): Promise<{ id: string; admin: Actor }> {
  const admin = await test.person('Founder');
  const { id } = await admin.ok('POST /companies', { name: 'Small', timeZone: 'Asia/Jakarta', currency: 'IDR' });
  await admin.ok('PUT /companies/{companyId}/seats', { companyId: id, seats });
  return { id, admin };
}

/** Invites a new person, who joins by the link in the email. */
export async function hire(test: TestApp, admin: Actor, companyId: string, role: Role, name: string): Promise<Actor> {
  const actor = test.visitor();
  actor.name = name;
  actor.email = freshEmail();
  await admin.ok('POST /companies/{companyId}/invites', { companyId, email: actor.email, role });
  const mails = await test.mailsTo(actor.email);
  const code = codeIn(mails.find((mail) => mail.template === 'invite'));
  const joined = await actor.ok('POST /link-actions/accept-invite', { code, name, password: testPassword });
  actor.userId = joined.session.user?.uid ?? '';
  return actor;
}

/** Changes the settings with their current version, and confirms unlocking a period. */
export async function setPolicies(
  admin: Actor,
  companyId: string,
  fields: Omit<Input<'PATCH /companies/{companyId}'>, 'companyId' | 'version'>,
) {
  const { version, lockedUntil } = await admin.ok('GET /companies/{companyId}', { companyId });
  const confirmed = lockedUntil === null ? {} : { unlockFrom: lockedUntil };
  return admin.ok('PATCH /companies/{companyId}', { companyId, version, ...confirmed, ...fields });
}

/** Submits an interval of a past day, given as wall times in the company's zone. */
export const submitDay = (company: TestCompany, actor: Actor, day: string, from: string, to: string, notes = '') =>
  actor.ok('POST /companies/{companyId}/worklogs', {
    companyId: company.id,
    taskId: company.project.timedTaskId,
    start: `${day}T${from}`,
    end: `${day}T${to}`,
    notes,
  });
