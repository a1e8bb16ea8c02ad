// Two paid companies with the same names, a free one, and every kind of caller: the data for tests of the isolation
// between companies and between roles.

import { randomUUID } from 'node:crypto';
import type { Role } from '#domain/permissions.ts';
import { Actor, freshEmail, startTestApp, type TestApp, testPassword } from './app.ts';
import { foundTestCompany, hire, submitDay, type TestCompany } from './company.ts';
import { png } from './receipts.ts';
import { signInFirstStep, turnOnFactor } from './second-factor.ts';

/** A company with data that not every member may see. */
export type FullCompany = TestCompany & {
  canary: string;
  colleague: Actor;
  worklogId: string;
  /** Attached to that worklog; and one that its worker has uploaded but not submitted. */
  receiptId: string;
  newReceiptId: string;
  expenseId: string;
  inviteId: string;
  invitedEmail: string;
  /** An access token of the admin. */
  tokenId: string;
  /** The worker's running timer. */
  timerId: string;
  /** Named by the admin; gives no right that the approver does not have. */
  standInId: string;
  /** A shared report of the admin. */
  savedReportId: string;
  fileId: string;
  importId: string;
  historyImportId: string;
  clientId: string;
  tagId: string;
  otherTagId: string;
  /** Only the colleague is assigned; it has no manager. */
  hidden: {
    projectId: string;
    clientId: string;
    timedTaskId: string;
    expenseTaskId: string;
    worklogId: string;
    receiptId: string;
    newReceiptId: string;
  };
};

export type Principal = {
  name: string;
  actor: Actor;
  /** Company id → role, of active memberships. */
  roles: Readonly<Record<string, Role>>;
  isSignedIn: boolean;
  isVerified: boolean;
  /** A program with an access token. */
  token?: { isReadOnly: boolean };
};

export type TenantsFixture = {
  test: TestApp;
  a: FullCompany;
  b: FullCompany;
  free: { id: string; admin: Actor };
  principals: Principal[];
  /** Company admin in A and worker in B. */
  cross: Actor;
  close(): Promise<void>;
};

export async function openTenantsFixture(): Promise<TenantsFixture> {
  const test = await startTestApp();
  const a = await fillCompany(test, 'Aurora');
  const b = await fillCompany(test, 'Borealis');
  const freeAdmin = await test.person('Free Admin');
  const freeCompany = await freeAdmin.ok('POST /companies', {
    name: 'Free Company',
    timeZone: 'Asia/Jakarta',
    currency: 'IDR',
  });
  const cross = await hire(test, a.admin, a.id, 'company admin', 'Aurora Cross');
  await joinAlso(b, cross, 'worker');
  const invited = await test.person('Invited');
  await a.admin.ok('POST /companies/{companyId}/invites', { companyId: a.id, email: invited.email, role: 'manager' });
  const gone = await hire(test, a.admin, a.id, 'company admin', 'Aurora Gone');
  await a.admin.ok('PATCH /companies/{companyId}/members/{userId}', {
    companyId: a.id,
    userId: gone.userId,
    isActive: false,
  });
  const person = (name: string, actor: Actor, roles: Principal['roles'] = {}): Principal => ({
    name,
    actor,
    roles,
    isSignedIn: true,
    isVerified: true,
  });
  const staff = (letter: string, { id, ...company }: FullCompany): Principal[] => [
    person(`admin ${letter}`, company.admin, { [id]: 'company admin' }),
    person(`manager ${letter}`, company.manager, { [id]: 'manager' }),
    person(`approver ${letter}`, company.approver, { [id]: 'timesheet approver' }),
    person(`reviewer ${letter}`, company.reviewer, { [id]: 'reviewer' }),
    person(`worker ${letter}`, company.worker, { [id]: 'worker' }),
  ];
  const principals: Principal[] = [
    { ...person('anonymous', test.visitor()), isSignedIn: false, isVerified: false },
    { ...person('half signed in', await halfSignedIn(test)), isSignedIn: false, isVerified: false },
    { ...person('unverified', await signUpOnly(test)), isVerified: false },
    person('stranger', await test.person('Stranger')),
    ...staff('A', a),
    ...staff('B', b),
    person('admin Free', freeAdmin, { [freeCompany.id]: 'company admin' }),
    person('cross', cross, { [a.id]: 'company admin', [b.id]: 'worker' }),
    person('invited', invited),
    person('deactivated', gone),
    ...(await programs({ test, a, b, cross })),
  ];
  return { test, a, b, free: { id: freeCompany.id, admin: freeAdmin }, principals, cross, close: () => test.close() };
}

/** Access tokens of people with rights, of one whose rights were revoked, and one limited to a company. */
async function programs({
  test,
  a,
  b,
  cross,
}: Pick<TenantsFixture, 'test' | 'a' | 'b' | 'cross'>): Promise<Principal[]> {
  const demoted = await hire(test, a.admin, a.id, 'company admin', 'Aurora Demoted');
  const program = async (
    name: string,
    owner: Actor,
    roles: Principal['roles'],
    limits: { companyId?: string; isReadOnly?: boolean } = {},
  ): Promise<Principal> => ({
    name,
    actor: (await accessTokenActor(owner, limits)).actor,
    roles,
    isSignedIn: true,
    isVerified: true,
    token: { isReadOnly: limits.isReadOnly ?? false },
  });
  const listed = [
    await program('token of admin A', a.admin, { [a.id]: 'company admin' }),
    await program('token to read of admin A', a.admin, { [a.id]: 'company admin' }, { isReadOnly: true }),
    await program('token of worker A', a.worker, { [a.id]: 'worker' }),
    await program('token of cross, limited to B', cross, { [b.id]: 'worker' }, { companyId: b.id }),
    await program('token of a demoted admin', demoted, { [a.id]: 'worker' }),
  ];
  const { id: companyId } = a;
  await a.admin.ok('PATCH /companies/{companyId}/members/{userId}', {
    companyId,
    userId: demoted.userId,
    role: 'worker',
  });
  return listed;
}

/** Creates an access token, and a program that uses it. */
export async function accessTokenActor(
  owner: Actor,
  limits: { name?: string; companyId?: string; isReadOnly?: boolean } = {},
): Promise<{ actor: Actor; tokenId: string }> {
  const { token, accessToken } = await owner.ok('POST /account/tokens', {
    name: 'Program',
    lifetimeDays: 30,
    currentPassword: testPassword,
    ...limits,
  });
  const actor = new Actor(owner.app);
  actor.bearer = token;
  actor.name = owner.name;
  actor.email = owner.email;
  actor.userId = owner.userId;
  return { actor, tokenId: accessToken.id };
}

/** The same data in every company, so that A and B differ only in the canary in every text. */
async function fillCompany(test: TestApp, canary: string): Promise<FullCompany> {
  const company = await foundTestCompany(test, { canary });
  const { admin, id, worker, approver } = company;
  await admin.ok('PUT /companies/{companyId}/seats', { companyId: id, seats: 30 });
  const colleague = await hire(test, admin, id, 'worker', `${canary} Colleague`);
  const hidden = await admin.ok('POST /companies/{companyId}/projects', {
    companyId: id,
    name: `${canary} Hidden project`,
    clientName: `${canary} Hidden client`,
    code: `${canary} code`,
    notes: `${canary} notes of the project`,
    forEveryone: false,
    workerIds: [colleague.userId],
    budgetMinutes: 6_000,
    tasks: [
      { name: `${canary} Hidden work`, kind: 'timed' },
      { name: `${canary} Hidden travel`, kind: 'expense' },
    ],
  });
  const [timed, expense] = hidden.tasks;
  const upload = async (actor: Actor) => (await actor.upload(id, png(8, 6), `${canary} ${actor.name}.png`)).body.id;
  const [hiddenReceiptId, receiptId] = [await upload(colleague), await upload(worker)];
  const secret = await colleague.ok('POST /companies/{companyId}/worklogs', {
    companyId: id,
    taskId: timed?.id ?? '',
    start: '2026-11-02T08:00',
    end: '2026-11-02T12:00',
    notes: `${canary} notes of the colleague`,
    receiptIds: [hiddenReceiptId],
  });
  const worklog = await worker.ok('POST /companies/{companyId}/worklogs', {
    companyId: id,
    taskId: company.project.timedTaskId,
    start: '2026-11-02T08:00',
    end: '2026-11-02T12:00',
    notes: `${canary} notes of the worker`,
    tags: [`${canary} tag`, `${canary} other tag`],
    receiptIds: [receiptId],
  });
  const travel = await worker.ok('POST /companies/{companyId}/worklogs', {
    companyId: id,
    taskId: company.project.expenseTaskId,
    day: '2026-11-02',
    amount: '125000',
    notes: `${canary} receipt`,
  });
  const rejected = await submitDay(company, worker, '2026-11-03', '08:00', '12:00', `${canary} to be rejected`);
  await approver.ok('POST /companies/{companyId}/decisions', {
    companyId: id,
    decision: 'reject',
    notes: `${canary} notes of the reviewer`,
    worklogs: [{ id: rejected.id, version: 1 }],
  });
  const invitedEmail = `${canary.toLowerCase()}.${freshEmail()}`;
  const invite = await admin.ok('POST /companies/{companyId}/invites', {
    companyId: id,
    email: invitedEmail,
    role: 'worker',
    projectIds: [company.project.id],
  });
  const imported = await admin.ok('POST /companies/{companyId}/imports', {
    companyId: id,
    fileName: `${canary} people.csv`,
    text: `${canary.toLowerCase()}.${freshEmail()}, ${canary} Imported, worker\nno address, ${canary} Wrong, worker`,
  });
  const { timer } = await worker.ok('POST /companies/{companyId}/timer', {
    companyId: id,
    taskId: company.project.timedTaskId,
    notes: `${canary} notes of the timer`,
  });
  const standIn = await admin.ok('POST /companies/{companyId}/stand-ins', {
    companyId: id,
    userId: approver.userId,
    fromDay: '2190-01-01',
    toDay: '2190-01-05',
  });
  const report = await admin.ok('POST /companies/{companyId}/saved-reports', {
    companyId: id,
    name: `${canary} report`,
    view: 'breakdown',
    range: 'last-month',
    filter: { projectIds: [company.project.id] },
    isShared: true,
    isPinned: true,
  });
  const file = await admin.ok('POST /companies/{companyId}/reports/files', {
    companyId: id,
    of: 'worklogs',
    format: 'csv',
  });
  return {
    ...company,
    canary,
    fileId: file.id,
    standInId: standIn.id,
    savedReportId: report.id,
    colleague,
    worklogId: worklog.id,
    receiptId,
    newReceiptId: await upload(worker),
    expenseId: travel.id,
    inviteId: invite.id,
    invitedEmail,
    tokenId: (await accessTokenActor(admin)).tokenId,
    importId: imported.id,
    historyImportId: await beginHistoryImport(test, id, admin),
    clientId: await nameClient(test, id, company.project.id, `${canary} Client`),
    tagId: await tagNamed(admin, id, `${canary} tag`),
    otherTagId: await tagNamed(admin, id, `${canary} other tag`),
    timerId: timer?.id ?? '',
    hidden: {
      projectId: hidden.id,
      clientId: hidden.clientId ?? '',
      timedTaskId: timed?.id ?? '',
      expenseTaskId: expense?.id ?? '',
      worklogId: secret.id,
      receiptId: hiddenReceiptId,
      newReceiptId: await upload(colleague),
    },
  };
}

/** An import of history that nothing was uploaded to. */
async function beginHistoryImport(test: TestApp, companyId: string, { userId }: Actor): Promise<string> {
  const importId = randomUUID();
  await test.superuser.query(
    `insert into history_imports (company_id, id, started_by, created_at, zone) values ($1, $2, $3, now(), 'UTC')`,
    [companyId, importId, userId],
  );
  return importId;
}

/** Names the client of a project, whose version stays 1: the requests of the tests name it. */
async function nameClient(test: TestApp, companyId: string, projectId: string, name: string): Promise<string> {
  const clientId = randomUUID();
  await test.superuser.query('insert into clients (company_id, id, name) values ($1, $2, $3)', [
    companyId,
    clientId,
    name,
  ]);
  await test.superuser.query('update projects set client_id = $3 where company_id = $1 and id = $2', [
    companyId,
    projectId,
    clientId,
  ]);
  return clientId;
}

async function tagNamed(actor: Actor, companyId: string, name: string): Promise<string> {
  const { found } = await actor.ok('GET /companies/{companyId}/tags', { companyId });
  return found.find((tag) => tag.name === name)?.id ?? '';
}

/** An existing person accepts another invite. */
async function joinAlso({ admin, id }: FullCompany, actor: Actor, role: Role): Promise<void> {
  await admin.ok('POST /companies/{companyId}/invites', { companyId: id, email: actor.email, role });
  const { invites } = await actor.ok('GET /invites', {});
  await actor.ok('POST /invites/{inviteId}/accept', { inviteId: invites[0]?.id ?? '' });
}

/** A browser after the first step of signing in: the password was correct, the code is missing. */
async function halfSignedIn(test: TestApp): Promise<Actor> {
  const owner = await test.person('Half');
  await turnOnFactor(test, owner);
  return signInFirstStep(test, owner);
}

async function signUpOnly(test: TestApp): Promise<Actor> {
  const actor = test.visitor();
  actor.email = freshEmail();
  await actor.ok('POST /sign-up', { name: 'Unverified', email: actor.email, password: testPassword });
  await actor.ok('POST /sign-in', { email: actor.email, password: testPassword });
  return actor;
}

/** A hash of all rows, except rate limits, which refused attempts also change. Equal hashes mean that nothing was changed. */
export async function fingerprint({ superuser }: TestApp, companyId?: string): Promise<string> {
  const { rows: tables } = await superuser.query<{ name: string; column: string | null }>(
    `select c.oid::regclass::text as name, case when relname = 'companies' then 'id' else
       (select attname::text from pg_attribute a where a.attrelid = c.oid and attname = 'company_id') end as column
     from pg_class c where relkind = 'r' and (relnamespace = 'public'::regnamespace and relname <> 'throttles'
       or c.oid = 'graphile_worker._private_jobs'::regclass) order by 1`,
  );
  const wanted = tables.filter(({ column }) => companyId === undefined || column !== null);
  const hashes = wanted.map(({ name, column }) => {
    const where = companyId === undefined ? '' : ` where ${column} = '${companyId}'`;
    return `select '${name}' as name, md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as hash from ${name} t${where}`;
  });
  const { rows } = await superuser.query<{ name: string; hash: string }>(hashes.join(' union all '));
  // Sorted here: PostgreSQL may read the tables in parallel.
  return rows
    .map(({ name, hash }) => `${name} ${hash}`)
    .sort()
    .join('\n');
}

export const unknownId = (): string => randomUUID();
