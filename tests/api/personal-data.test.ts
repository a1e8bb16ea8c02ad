// "Download my data": everything about one person, nothing about anybody else, whatever its size.

import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiPrefix } from '#contract/index.ts';
import { personalData } from '#contract/personal-data.ts';
import { ofNoPerson, tableDescriptions } from '#server/db/described-tables.ts';
import { type Actor, startTestApp, type TestApp, testPassword } from '../support/app.ts';
import { foundTestCompany, hire, submitDay, type TestCompany } from '../support/company.ts';
import { listen } from '../support/http-listener.ts';
import { accessTokenActor } from '../support/principals.ts';

let app: TestApp;
let ours: TestCompany;
let theirs: TestCompany;
let address: string;
beforeAll(async () => {
  app = await startTestApp();
  ours = await foundTestCompany(app, { canary: 'Aurora' });
  theirs = await foundTestCompany(app, { canary: 'Borealis' });
  address = await listen(app.app, 4900);
});
afterAll(() => app.close());

const path = `${apiPrefix}/account/download`;

const download = async (actor: Actor) => {
  const reply = await actor.send('GET', path);
  expect(reply.status).toBe(200);
  return { ...reply, file: personalData.parse(JSON.parse(reply.text)) };
};

const decide = (actor: Actor, decision: 'approve' | 'reject', id: string, notes = '') =>
  actor.ok('POST /companies/{companyId}/decisions', {
    companyId: ours.id,
    decision,
    notes,
    worklogs: [{ id, version: 1 }],
  });

describe('the file', () => {
  test('includes every table that refers to a person, or says why not', async () => {
    const { rows } = await app.superuser.query<{ table: string }>(
      `select distinct c.conrelid::regclass::text as table from pg_constraint c
       where c.contype = 'f' and (c.confrelid = 'users'::regclass
         or c.confrelid = 'members'::regclass and c.conrelid <> 'members'::regclass)
       union select a.attrelid::regclass::text from pg_attribute a join pg_class r on r.oid = a.attrelid
       where r.relkind in ('r', 'p') and r.relnamespace = 'public'::regnamespace and not a.attisdropped
         and a.attname in ('user_id', 'worker_id', 'person_id', 'actor_id', 'owner_id', 'approver_id', 'reviewer_id')
       order by 1`,
    );
    const ofPeople = tableDescriptions.filter(({ personalData }) => personalData !== ofNoPerson);
    for (const { table } of rows) expect(ofPeople.map(({ name }) => name)).toContain(table);
    const { file } = await download(ours.worker);
    for (const { name: table, personalData: place } of ofPeople) {
      if (place.startsWith('not in it')) continue;
      const [part = '', field] = place.split('.');
      const rest: unknown = Reflect.get(file, part);
      expect([table, rest !== undefined]).toEqual([table, true]);
      const one: unknown = Array.isArray(rest) ? rest[0] : rest;
      const fields = Object.keys(Object(one ?? {}));
      if (field !== undefined && one !== undefined)
        expect([table, fields]).toEqual([table, expect.arrayContaining([field])]);
    }
  });

  test('has the documented shape, is an attachment with a plain name and is not cached', async () => {
    const { headers } = await download(ours.worker);
    expect(headers['content-disposition']).toMatch(/^attachment; filename="daybook-my-data-\d{4}-\d{2}-\d{2}\.json"$/);
    expect([headers['content-type'], headers['cache-control']]).toEqual([
      'application/json; charset=utf-8',
      'no-store',
    ]);
  });

  test('contains account, sessions, memberships, invites, worklogs with their history, and decisions', async () => {
    const person = await hire(app, ours.admin, ours.id, 'worker', 'Paula Person');
    const approved = await submitDay(ours, person, '2026-03-02', '08:00', '10:00', 'my notes');
    const withdrawn = await submitDay(ours, person, '2026-03-03', '08:00', '10:00');
    await decide(ours.approver, 'approve', approved.id, 'well done');
    await person.ok('DELETE /companies/{companyId}/worklogs/{worklogId}', {
      companyId: ours.id,
      worklogId: withdrawn.id,
      version: 1,
    });
    await person.ok('PATCH /settings', { theme: 'dark' });
    await person.ok('PATCH /account/emails', { kind: 'empty-week', isWanted: false });
    await ours.worker.ok('PATCH /account/emails', { kind: 'decisions', isWanted: false });
    const { file } = await download(person);
    expect(file.account.declinedEmails).toEqual(['empty-week']);
    expect(file.account).toMatchObject({
      name: 'Paula Person',
      email: person.email,
      hasPassword: true,
      settings: { theme: 'dark' },
    });
    expect(file.sessions).toMatchObject([{ address: person.address }]);
    expect(file.knownBrowsers.length).toBeGreaterThan(0);
    expect(file.memberships).toMatchObject([{ companyName: 'Aurora Company', role: 'worker', deactivatedAt: null }]);
    expect(file.invites).toMatchObject([{ companyName: 'Aurora Company', state: 'accepted' }]);
    expect(file.worklogs).toMatchObject([
      {
        status: 'approved',
        notes: 'my notes',
        reviewerName: 'Aurora Approver',
        reviewNotes: 'well done',
        history: [{ move: 'submit' }, { move: 'approve', actorName: 'Aurora Approver', notes: 'well done' }],
      },
      { status: 'deleted', history: [{ move: 'submit' }, { move: 'withdraw' }] },
    ]);
    expect(file.decisions).toEqual([]);
  });

  test('of a decider contains their decisions without the worker', async () => {
    const decider = await hire(app, ours.admin, ours.id, 'timesheet approver', 'Dora Decider');
    const worklog = await submitDay(ours, ours.worker, '2026-03-05', '08:00', '10:00', 'notes of a colleague');
    await decide(decider, 'reject', worklog.id, 'my reason');
    const { file, text } = await download(decider);
    expect(file.decisions).toMatchObject([{ worklogId: worklog.id, move: 'reject', notes: 'my reason' }]);
    expect(file.worklogs).toEqual([]);
    expect(text).not.toContain('Aurora Worker');
    expect(text).not.toContain('notes of a colleague');
  });

  test('covers all companies, also those that were left, and no data of others', async () => {
    const person = await hire(app, ours.admin, ours.id, 'worker', 'Petra Person');
    await submitDay(ours, person, '2026-03-02', '08:00', '10:00');
    await submitDay(ours, ours.worker, '2026-03-06', '08:00', '10:00', 'a colleague wrote this');
    await submitDay(theirs, theirs.worker, '2026-03-02', '08:00', '10:00', 'Borealis notes');
    expect((await download(person)).text).not.toContain('Borealis');
    await theirs.admin.ok('POST /companies/{companyId}/invites', {
      companyId: theirs.id,
      email: person.email,
      role: 'worker',
    });
    const { invites } = await person.ok('GET /invites', {});
    await person.ok('POST /invites/{inviteId}/accept', { inviteId: invites[0]?.id ?? '' });
    await submitDay(theirs, person, '2026-03-02', '08:00', '10:00', 'mine at the other');
    const deactivation = { companyId: ours.id, userId: person.userId, isActive: false };
    await ours.admin.ok('PATCH /companies/{companyId}/members/{userId}', deactivation);
    const { file, text } = await download(person);
    expect(file.worklogs.map(({ companyId }) => companyId).toSorted()).toEqual([ours.id, theirs.id].toSorted());
    expect(file.memberships.map(({ deactivatedAt }) => deactivatedAt === null).toSorted()).toEqual([false, true]);
    for (const secret of [
      'a colleague wrote this',
      'Borealis notes',
      'Aurora Worker',
      'Borealis Worker',
      ours.admin.email,
    ])
      expect(text).not.toContain(secret);
  });

  test('contains no secret', async () => {
    const person = await app.person();
    const { rows } = await app.superuser.query<{ token: string; password: string }>(
      'select s.token, a.password from sessions s join accounts a on a.user_id = s.user_id where s.user_id = $1',
      [person.userId],
    );
    const { text } = await download(person);
    const secrets = [rows[0]?.token ?? '', rows[0]?.password ?? '', person.cookie.split('=')[1] ?? ''];
    expect(secrets.every((secret) => secret.length > 20)).toBe(true);
    for (const secret of secrets) expect(text).not.toContain(secret);
  });

  test('requires a session with a verified address', async () => {
    expect((await app.visitor().send('GET', path)).problem?.code).toBe('session.missing');
    // Programs never get it; a cookie sent beside a token is ignored, as everywhere.
    const person = await app.person();
    const { actor } = await accessTokenActor(person);
    for (const cookie of ['', person.cookie])
      expect((await actor.send('GET', path, undefined, { cookie })).problem?.code).toBe('token.not-allowed');
    const unverified = app.visitor();
    const email = 'unproven@example.test';
    await unverified.ok('POST /sign-up', { name: 'Unproven', email, password: testPassword });
    await unverified.ok('POST /sign-in', { email, password: testPassword });
    expect((await unverified.send('GET', path)).problem?.code).toBe('session.email-not-verified');
  });

  test('is generated ten times an hour for one session, then refused with Retry-After', async () => {
    const person = await app.person();
    for (let count = 0; count < 10; count++) await download(person);
    const refusal = await person.send('GET', path);
    expect([refusal.status, Number(refusal.headers['retry-after']) > 60]).toEqual([429, true]);
  });
});

describe('with many worklogs', () => {
  const collect = () => {
    setFlagsFromString('--expose_gc');
    const gc: () => void = runInNewContext('gc');
    gc();
    const { heapUsed, external } = process.memoryUsage();
    return (heapUsed + external) / 1_000_000;
  };

  /** Inserted directly, without foreign key checks: fifty thousand requests would take an hour. */
  const seedWorklogs = async ({ userId }: Actor, count: number) => {
    const client = await app.superuser.connect();
    await client.query("begin; set local session_replication_role = 'replica'");
    await client.query(
      `with rows as (
         insert into worklogs (company_id, id, worker_id, project_id, task_id, kind, zone, day, amount_minor, currency, notes)
         select $1, gen_random_uuid(), $2, $3, $4, 'expense', 'UTC',
           '2026-01-01', 100, 'IDR', repeat('n', 1000)
         from generate_series(1, $5::int) n returning company_id, id, worker_id)
       insert into worklog_events (company_id, id, worklog_id, move, actor_id, version)
       select company_id, gen_random_uuid(), id, 'submit', worker_id, 1 from rows`,
      [ours.id, userId, ours.project.id, ours.project.expenseTaskId, count],
    );
    await client.query('commit');
    await client.query('analyze worklogs, worklog_events');
    client.release();
  };

  test('more than one batch is complete, without duplicates', async () => {
    const person = await hire(app, ours.admin, ours.id, 'worker', 'Diligent');
    await seedWorklogs(person, 1_100);
    const { file } = await download(person);
    expect(file.worklogs.map(({ history }) => history.length)).toEqual(Array.from({ length: 1_100 }, () => 1));
    expect(new Set(file.worklogs.map(({ id }) => id)).size).toBe(1_100);
  });

  test('fifty thousand are streamed with backpressure: a client that stops reading uses no memory', async () => {
    const person = await hire(app, ours.admin, ours.id, 'worker', 'Busy');
    await seedWorklogs(person, 50_000);
    const before = collect();
    const control = new AbortController();
    const { body } = await fetch(address + path, { headers: { cookie: person.cookie }, signal: control.signal });
    const reader = body?.getReader();
    expect((await reader?.read())?.value?.byteLength).toBeGreaterThan(0);
    // The client stops reading. The server writes until its buffers are full, so its memory stops growing.
    let held = 0;
    for (let last = -1; held - last > 1; await sleep(1_000)) [last, held] = [held, collect() - before];
    control.abort();
    expect(held).toBeLessThan(30);
  }, 120_000);
});
