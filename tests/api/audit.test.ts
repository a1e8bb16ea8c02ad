// The audit log: each act exactly once and in the transaction of the act, for the admins of the company, and for as long as it wants.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiPrefix } from '#contract/index.ts';
import { personalData } from '#contract/personal-data.ts';
import { deleteOldAuditEvents } from '#server/jobs/audit.ts';
import { createLog } from '#server/log.ts';
import { type Actor, codeIn, type Input, startTestApp, type TestApp, testPassword } from '../support/app.ts';
import { addTestPasskey } from '../support/authenticator.ts';
import { foundTestCompany, hire, setPolicies, submitDay, type TestCompany } from '../support/company.ts';
import { accessTokenActor } from '../support/principals.ts';
import { clearLastStep, signInFirstStep, turnOnFactor } from '../support/second-factor.ts';

let app: TestApp;
let ours: TestCompany;
let theirs: TestCompany;
beforeAll(async () => {
  app = await startTestApp();
  ours = await foundTestCompany(app, { canary: 'Aurora' });
  theirs = await foundTestCompany(app, { canary: 'Borealis' });
  for (const { admin, id } of [ours, theirs])
    await admin.ok('PUT /companies/{companyId}/seats', { companyId: id, seats: 40 });
});
afterAll(() => app.close());

type Filter = Partial<Input<'GET /companies/{companyId}/audit-events'>>;
const events = async ({ admin, id }: TestCompany, filter: Filter = {}) =>
  (await admin.ok('GET /companies/{companyId}/audit-events', { companyId: id, pageSize: 100, ...filter })).events;

/** What an act adds to the log, oldest first. */
async function added(company: TestCompany, act: () => Promise<unknown>) {
  const before = new Set((await events(company)).map(({ id }) => id));
  await act();
  const rows = (await events(company)).filter(({ id }) => !before.has(id)).reverse();
  return rows.map(({ kind, actor, subject, about, from, to }) => [kind, actor?.name, subject?.name, about, from, to]);
}

const member = (company: TestCompany, { userId }: Actor) => ({ companyId: company.id, userId });
const update = 'PATCH /companies/{companyId}/members/{userId}';
const nobody = undefined;
const nothing = null;

describe('is written once for', () => {
  test('every way of signing in, in each company of the person', async () => {
    const person = await hire(app, ours.admin, ours.id, 'worker', 'Sinta');
    await theirs.admin.ok('POST /companies/{companyId}/invites', {
      companyId: theirs.id,
      email: person.email,
      role: 'reviewer',
    });
    const { invites } = await person.ok('GET /invites', {});
    const joins = () => person.ok('POST /invites/{inviteId}/accept', { inviteId: invites[0]?.id ?? '' });
    expect(await added(theirs, joins)).toEqual([['member-joined', 'Sinta', nobody, nothing, nothing, 'reviewer']]);
    const signsIn = (to: string) => [['sign-in', 'Sinta', nobody, nothing, nothing, to]];
    const byPassword = () => app.visitor().ok('POST /sign-in', { email: person.email, password: testPassword });
    expect(await added(ours, byPassword)).toEqual(signsIn('password'));
    expect(await added(theirs, byPassword)).toEqual(signsIn('password'));
    const byLink = async () => {
      const visitor = app.visitor();
      await visitor.ok('POST /sign-in-link', { email: person.email });
      const mails = await app.mailsTo(person.email);
      await visitor.ok('POST /link-actions/sign-in', {
        code: codeIn(mails.findLast((mail) => mail.template === 'sign-in-link')),
      });
    };
    expect(await added(ours, byLink)).toEqual(signsIn('link'));
    const { authenticator } = await addTestPasskey(person, app.config.baseUrl);
    const byPasskey = async () => {
      const visitor = app.visitor();
      const options = await visitor.ok('POST /sign-in/passkey/options', {});
      await visitor.ok('POST /sign-in/passkey', { credential: authenticator.sign(options) });
    };
    expect(await added(ours, byPasskey)).toEqual(signsIn('passkey'));
    const factor = await turnOnFactor(app, person);
    await clearLastStep(app, person);
    const byCode = async () =>
      (await signInFirstStep(app, person)).ok('POST /sign-in/second-factor', { code: await factor.codeAt(0) });
    expect(await added(ours, byCode)).toEqual(signsIn('app-code'));
    const [recoveryCode = ''] = factor.recoveryCodes;
    const byRecoveryCode = async () =>
      (await signInFirstStep(app, person)).ok('POST /sign-in/recovery-code', { code: recoveryCode });
    expect(await added(theirs, byRecoveryCode)).toEqual(signsIn('recovery-code'));
  });

  test('joining by an invite link, and nothing for a wrong password or the first of two steps', async () => {
    const joins = () => hire(app, ours.admin, ours.id, 'manager', 'Joko');
    expect(await added(ours, joins)).toEqual([
      ['member-joined', 'Joko', nobody, nothing, nothing, 'manager'],
      ['sign-in', 'Joko', nobody, nothing, nothing, 'invite'],
    ]);
    const { email } = ours.worker;
    const fails = () => app.visitor().codeOf('POST /sign-in', { email, password: 'something else entirely' });
    expect(await added(ours, fails)).toEqual([]);
    const person = await hire(app, ours.admin, ours.id, 'worker', 'Half');
    await turnOnFactor(app, person);
    expect(await added(ours, () => signInFirstStep(app, person))).toEqual([]);
    const changes = () =>
      ours.worker.ok('PUT /account/password', { currentPassword: testPassword, password: testPassword });
    expect(await added(ours, changes), 'a new password is no sign-in').toEqual([]);
  });

  test('a role, a deactivation and a reactivation, one by one or many at once', async () => {
    const { admin, id: companyId } = ours;
    const person = await hire(app, admin, companyId, 'worker', 'Raka');
    const by = [admin.name, 'Raka'] as const;
    expect(await added(ours, () => admin.ok(update, { ...member(ours, person), role: 'manager' }))).toEqual([
      ['role-changed', ...by, nothing, 'worker', 'manager'],
    ]);
    expect(await added(ours, () => admin.ok(update, { ...member(ours, person), role: 'manager' }))).toEqual([]);
    const many = () =>
      admin.ok('POST /companies/{companyId}/role-changes', {
        companyId,
        role: 'reviewer',
        members: [
          { userId: person.userId, seenRole: 'manager' },
          { userId: ours.approver.userId, seenRole: 'worker' },
        ],
      });
    expect(await added(ours, many), 'the refused one leaves no event').toEqual([
      ['role-changed', ...by, nothing, 'manager', 'reviewer'],
    ]);
    const { actor: program } = await accessTokenActor(person, { companyId, isReadOnly: true });
    expect(program.bearer).not.toBe('');
    expect(await added(ours, () => admin.ok(update, { ...member(ours, person), isActive: false }))).toEqual([
      ['member-deactivated', ...by, nothing, nothing, nothing],
      ['token-revoked', ...by, nothing, 'read-only', nothing],
    ]);
    expect(await added(ours, () => admin.ok(update, { ...member(ours, person), isActive: true }))).toEqual([
      ['member-activated', ...by, nothing, nothing, nothing],
    ]);
    const closes = () => person.ok('POST /account/closing', { currentPassword: testPassword });
    expect(await added(ours, closes)).toEqual([['member-deactivated', 'Raka', nobody, nothing, nothing, nothing]]);
  });

  test('policies, settings, the lock date and closed payroll', async () => {
    const { admin, id: companyId } = theirs;
    const by = [admin.name, nobody] as const;
    const changes = () =>
      setPolicies(admin, companyId, {
        name: 'Borealis Group',
        weekStartsOn: 7,
        requireNotes: true,
        longestDayMinutes: 720,
        auditDays: 90,
        logForOthers: true,
        overlaps: 'refuse',
      });
    const all = await added(theirs, changes);
    expect(all.sort()).toEqual(
      [
        ['policy', ...by, 'logForOthers', 'false', 'true'],
        ['company-setting', ...by, 'name', 'Borealis Company', 'Borealis Group'],
        ['company-setting', ...by, 'weekStartsOn', '1', '7'],
        ['policy', ...by, 'longestDayMinutes', '', '720'],
        ['policy', ...by, 'requireNotes', 'false', 'true'],
        ['policy', ...by, 'auditDays', '365', '90'],
      ].sort(),
    );
    expect(await added(theirs, () => setPolicies(admin, companyId, { lockedUntil: '2026-01-31' }))).toEqual([
      ['lock-date', ...by, nothing, nothing, '2026-01-31'],
    ]);
    const close = { companyId, from: '2026-02-01', until: '2026-02-28', pending: 0 };
    expect(await added(theirs, () => admin.ok('POST /companies/{companyId}/payroll/close', close))).toEqual([
      ['payroll-closed', ...by, nothing, '2026-01-31', '2026-02-28'],
    ]);
    const seats = () => admin.ok('PUT /companies/{companyId}/seats', { companyId, seats: 41 });
    expect(await added(theirs, seats)).toEqual([['seats', ...by, nothing, '40', '41']]);
    expect(await added(theirs, seats)).toEqual([]);
    await setPolicies(admin, companyId, { requireNotes: false });
  });

  test('access tokens, in the companies that they give access to', async () => {
    const { admin, id: companyId } = ours;
    const { userId } = theirs.admin;
    const email = theirs.admin.email;
    await admin.ok('POST /companies/{companyId}/invites', { companyId, email, role: 'reviewer' });
    const { invites } = await theirs.admin.ok('GET /invites', {});
    await theirs.admin.ok('POST /invites/{inviteId}/accept', { inviteId: invites[0]?.id ?? '' });
    const made: { tokenId: string }[] = [];
    const create = async (limits: { companyId?: string }) =>
      made.push(await accessTokenActor(theirs.admin, { ...limits, name: 'A very secret name' }));
    const created = [['token-created', theirs.admin.name, nobody, nothing, nothing, 'read-write']];
    expect(await added(ours, () => create({}))).toEqual(created);
    expect(await added(ours, () => create({ companyId: theirs.id }))).toEqual([]);
    expect(await added(theirs, () => create({ companyId: theirs.id }))).toEqual(created);
    const revoke = () => theirs.admin.ok('DELETE /account/tokens/{tokenId}', { tokenId: made[0]?.tokenId ?? '' });
    const revoked = ['token-revoked', theirs.admin.name, nobody, nothing, 'read-write', nothing];
    expect(await added(ours, revoke)).toEqual([revoked]);
    const password = 'another horse battery staple';
    const changes = () => theirs.admin.ok('PUT /account/password', { currentPassword: testPassword, password });
    expect(await added(theirs, changes)).toEqual([revoked, revoked]);
    expect(userId).not.toBe('');
    const { rows } = await app.superuser.query<{ text: string }>('select e::text as text from audit_events e');
    const text = rows.map((row) => row.text).join('\n');
    for (const secret of ['A very secret name', 'daybook_', theirs.admin.email, theirs.admin.address])
      expect(text).not.toContain(secret);
    expect(text).toContain(userId);
  });

  test('files, before their first byte, and the file of personal data', async () => {
    const { worker, reviewer, id } = ours;
    await submitDay(ours, worker, '2026-04-01', '08:00', '10:00');
    const file = (actor: Actor, query: string) => () =>
      actor.send('GET', `${apiPrefix}/companies/${id}/reports/file?format=csv&${query}`);
    const days = ['2026-04-01', '2026-04-30'] as const;
    const period = `from=${days[0]}&to=${days[1]}`;
    for (const of of ['payroll', 'breakdown', 'worklogs'])
      expect(await added(ours, file(reviewer, `of=${of}&${period}`))).toEqual([
        ['report-exported', reviewer.name, nobody, of, ...days],
      ]);
    expect(await added(ours, file(worker, `of=worklogs`))).toEqual([
      ['report-exported', worker.name, nobody, 'worklogs', nothing, nothing],
    ]);
    expect(await added(ours, file(worker, `of=audit`)), 'a refused file').toEqual([]);
    const prepared = async () => {
      const requested = { companyId: id, of: 'worklogs', format: 'xlsx' } as const;
      const { id: fileId } = await worker.ok('POST /companies/{companyId}/reports/files', requested);
      await worker.send('GET', `${apiPrefix}/companies/${id}/reports/files/${fileId}/content`);
    };
    expect(await added(ours, prepared)).toEqual([
      ['report-exported', worker.name, nobody, 'worklogs', nothing, nothing],
    ]);
    const downloads = () => worker.send('GET', `${apiPrefix}/account/download`);
    expect(await added(ours, downloads)).toEqual([
      ['personal-data-exported', worker.name, nobody, nothing, nothing, nothing],
    ]);
  });
});

test('an act that is refused or fails after its event leaves none', async () => {
  const { admin, id: companyId } = ours;
  const lastAdmin = () => admin.codeOf(update, { ...member(ours, admin), role: 'worker' });
  expect(await added(ours, lastAdmin)).toEqual([]);
  expect(await lastAdmin()).toBe('member.last-admin');
  await app.superuser.query(`
    create function fail_late() returns trigger language plpgsql as $$ begin raise exception 'late'; end $$;
    create constraint trigger fail_late after update on members deferrable initially deferred
      for each row execute function fail_late()`);
  const role = () => admin.call(update, { ...member(ours, ours.reviewer), role: 'manager' });
  try {
    expect(await added(ours, async () => expect((await role()).status).toBe(500))).toEqual([]);
  } finally {
    await app.superuser.query('drop trigger fail_late on members; drop function fail_late()');
  }
  expect(await added(ours, role)).toHaveLength(1);
  await admin.ok(update, { companyId, userId: ours.reviewer.userId, role: 'reviewer' });
});

describe('is read', () => {
  test('by company admins only, of their company only', async () => {
    const { manager, approver, reviewer, worker, admin, id: companyId } = ours;
    for (const actor of [manager, approver, reviewer, worker])
      for (const route of [
        'GET /companies/{companyId}/audit-events',
        'GET /companies/{companyId}/audit-people',
      ] as const)
        expect(await actor.codeOf(route, { companyId })).toBe('role.not-allowed');
    const text = JSON.stringify(await events(ours));
    expect(text).toContain('Aurora Worker');
    expect(text).not.toContain('Borealis Worker');
    const people = await admin.ok('GET /companies/{companyId}/audit-people', { companyId, search: 'worker' });
    expect(people.found).toEqual([{ userId: worker.userId, name: worker.name }]);
    expect(
      (await admin.ok('GET /companies/{companyId}/audit-people', { companyId, ids: [theirs.worker.userId] })).chosen,
    ).toEqual([]);
    const { actor: program } = await accessTokenActor(admin, { isReadOnly: true });
    expect(await program.codeOf('GET /companies/{companyId}/audit-events', { companyId })).toBe('allowed');
  });

  test('by kind, person and company day', async () => {
    const { admin, worker, id: companyId } = ours;
    const kinds = ['role-changed', 'seats'] as const;
    const found = new Set((await events(ours, { kinds: [...kinds] })).map(({ kind }) => kind));
    expect([...found].sort()).toEqual(kinds);
    for (const { actor, subject } of await events(ours, { personIds: [worker.userId] }))
      expect([actor?.userId, subject?.userId]).toContain(worker.userId);
    expect(await events(ours, { personIds: [worker.userId] })).not.toEqual([]);
    const add = (at: string) =>
      app.superuser.query(
        `insert into audit_events (company_id, id, kind, at, actor_id) values ($1, gen_random_uuid(), 'sign-in', $2, $3)`,
        [companyId, at, admin.userId],
      );
    // In Jakarta, the day of the company, 1 May is from 17:00 to 17:00 in UTC.
    for (const at of ['2026-04-30T16:59:59Z', '2026-04-30T17:00:00Z', '2026-05-01T16:59:59Z', '2026-05-01T17:00:00Z'])
      await add(at);
    const day = await events(ours, { from: '2026-05-01', to: '2026-05-01' });
    expect(day.map(({ at }) => at)).toEqual(['2026-05-01T16:59:59.000Z', '2026-04-30T17:00:00.000Z']);
    expect(await events(ours, { to: '2026-04-30' })).toHaveLength(1);
  });

  test('as a file with the same rows, in which nothing is run as a formula', async () => {
    const { admin, id } = theirs;
    await setPolicies(admin, id, { name: '=HYPERLINK("http://evil.example")' });
    const path = `${apiPrefix}/companies/${id}/reports/file?of=audit&auditKinds=company-setting`;
    const plain = await admin.send('GET', `${path}&format=csv&style=plain`);
    expect(plain.status).toBe(200);
    const [head, first] = plain.text.replace('\uFEFF', '').split('\r\n');
    expect(head).toBe('id,at,event,person,person_id,member,member_id,about,from,to,reason');
    expect(first).toContain(`company-setting,${admin.name},${admin.userId},,,name,Borealis Group,`);
    expect(first).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
    const shown = await events(theirs, { kinds: ['company-setting'] });
    expect(plain.text.trim().split('\r\n').length - 1).toBe(shown.length);
    const local = await admin.send('GET', `${path}&format=csv&language=id`);
    expect(local.text).toContain('Pengaturan perusahaan diubah');
    expect((await admin.send('GET', `${path}&format=xlsx`)).status).toBe(200);
    const { events: exported } = await admin.ok('GET /companies/{companyId}/audit-events', {
      companyId: id,
      kinds: ['report-exported'],
    });
    expect(exported.map(({ about }) => about)).toEqual(['audit', 'audit', 'audit']);
    for (const actor of [theirs.manager, theirs.worker])
      expect((await actor.send('GET', `${path}&format=csv`)).problem?.code).toBe('role.not-allowed');
  });

  test('by each member what concerns them, in the file of their data, without the names of others', async () => {
    const { admin, id: companyId } = ours;
    const person = await hire(app, admin, companyId, 'worker', 'Paula');
    await admin.ok(update, { ...member(ours, person), role: 'reviewer' });
    const { text } = await person.send('GET', `${apiPrefix}/account/download`);
    const { auditEvents } = personalData.parse(JSON.parse(text));
    expect(auditEvents.map(({ kind, isOwn, to }) => [kind, isOwn, to])).toEqual([
      ['member-joined', true, 'worker'],
      ['sign-in', true, 'invite'],
      ['role-changed', false, 'reviewer'],
      ['personal-data-exported', true, null],
    ]);
    expect(text).not.toContain(admin.name);
  });
});

test('is kept as long as the company wants, with its permanent history forever', async () => {
  const { admin, id: companyId } = ours;
  const { version } = await admin.ok('GET /companies/{companyId}', { companyId });
  for (const auditDays of [29, 3651])
    expect((await admin.call('PATCH /companies/{companyId}', { companyId, version, auditDays })).status).toBe(422);
  await setPolicies(admin, companyId, { auditDays: 30, lockedUntil: '2025-01-31' });
  await app.superuser.query(`update company_events set at = now() - interval '9 years' where company_id = $1`, [
    companyId,
  ]);
  const add = (company: TestCompany, age: string) =>
    app.superuser.query(
      `insert into audit_events (company_id, id, kind, at, actor_id, about)
       values ($1, gen_random_uuid(), 'report-mailed', now() - $2::interval, $3, $2)`,
      [company.id, age, company.admin.userId],
    );
  for (const company of [ours, theirs]) for (const age of ['29 days', '31 days', '91 days']) await add(company, age);
  const { ownerPool } = app.database;
  await deleteOldAuditEvents({ ownerPool, log: createLog('silent') });
  const left = async (company: TestCompany) =>
    (await events(company, { kinds: ['report-mailed'] })).map(({ about }) => about);
  expect(await left(ours)).toEqual(['29 days']);
  expect(await left(theirs), 'whose setting is 90 days').toEqual(['29 days', '31 days']);
  expect(await events(ours, { kinds: ['lock-date'] })).toHaveLength(1);
});

test('cannot be changed or deleted by the application', async () => {
  const client = await app.database.pool.connect();
  try {
    await client.query('begin');
    await client.query(`select set_local('app.company_id', $1)`, [ours.id]);
    expect((await client.query('select from audit_events')).rowCount).toBeGreaterThan(0);
    for (const statement of ['delete from audit_events', `update audit_events set kind = 'seats'`]) {
      await client.query('savepoint before');
      await expect(client.query(statement)).rejects.toThrow('permission denied');
      await client.query('rollback to before');
    }
    await client.query(`select set_local('app.company_id', $1)`, [theirs.id]);
    expect((await client.query('select from audit_events where company_id = $1', [ours.id])).rowCount).toBe(0);
    await client.query('rollback');
  } finally {
    client.release();
  }
});
