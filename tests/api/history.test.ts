// The whole history of a worklog is visible to everybody who may see the worklog, and to nobody else. Case A15 of
// docs/attack-cases.md.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiPrefix } from '#contract/index.ts';
import { personalData } from '#contract/personal-data.ts';
import { dayOf } from '#domain/calendar.ts';
import { readMigrations, statementsOf } from '#server/db/migration-files.ts';
import { type Actor, startTestApp, type TestApp } from '../support/app.ts';
import { foundTestCompany, hire, submitDay, type TestCompany } from '../support/company.ts';
import { png } from '../support/receipts.ts';
import { differencesOfReplay } from '../support/replay-events.ts';

let app: TestApp;
let company: TestCompany;
let colleague: Actor;
/** Manages the other project only. */
let neighbour: Actor;
beforeAll(async () => {
  app = await startTestApp();
  company = await foundTestCompany(app);
  colleague = await hire(app, company.admin, company.id, 'worker', 'Acme Colleague');
  neighbour = await hire(app, company.admin, company.id, 'manager', 'Acme Neighbour');
  const { id: companyId, otherProject } = company;
  const other = await company.admin.ok('GET /companies/{companyId}/projects/{projectId}', {
    companyId,
    projectId: otherProject.id,
  });
  await company.admin.ok('PATCH /companies/{companyId}/projects/{projectId}', {
    companyId,
    projectId: otherProject.id,
    version: other.version,
    managerIds: [neighbour.userId],
  });
});
afterAll(() => app.close());

test('of a worklog with thousands of moves contains the latest ones only', async () => {
  const { id } = await submitDay(company, company.worker, '2026-01-05', '08:00', '10:00');
  await app.superuser.query(
    `insert into worklog_events (company_id, id, worklog_id, move, actor_id, version)
     select $1, ('ffffffff-ffff-7fff-8fff-' || lpad(n::text, 12, '0'))::uuid, $2, 'amend', $3, n from generate_series(2, 600) n`,
    [company.id, id, company.worker.userId],
  );
  const { history } = (await read(company.worker, id)).body;
  expect(history.map(({ version }) => version)).toEqual(Array.from({ length: 500 }, (_, index) => index + 101));
});

const read = (actor: Actor, worklogId: string) =>
  actor.call('GET /companies/{companyId}/worklogs/{worklogId}', { companyId: company.id, worklogId });

const statusOf = async (actor: Actor, worklogId: string) => (await read(actor, worklogId)).status;

async function decide(
  actor: Actor,
  decision: 'approve' | 'reject' | 'reopen',
  id: string,
  version: number,
  notes = '',
) {
  const body = { companyId: company.id, decision, notes, worklogs: [{ id, version }] };
  const { results } = await actor.ok('POST /companies/{companyId}/decisions', body);
  expect(results.map(({ code }) => code)).toEqual([null]);
}

async function amend(worklogId: string, version: number, end: string, notes: string, receiptIds?: string[]) {
  await company.worker.ok('PATCH /companies/{companyId}/worklogs/{worklogId}', {
    companyId: company.id,
    worklogId,
    version,
    taskId: company.project.timedTaskId,
    start: '2026-03-02T09:00',
    end: `2026-03-02T${end}`,
    notes,
    ...(receiptIds ? { receiptIds } : {}),
  });
}

/** The manager's stand-in for today. */
async function standIn(): Promise<() => Promise<unknown>> {
  const today = dayOf(new Date(), 'Asia/Jakarta');
  const { id: companyId, manager } = company;
  const named = { companyId, userId: neighbour.userId, fromDay: today, toDay: today };
  const { id } = await manager.ok('POST /companies/{companyId}/stand-ins', named);
  return () => manager.ok('DELETE /companies/{companyId}/stand-ins/{standInId}', { companyId, standInId: id });
}

/** Takes one worklog through every move except the withdrawal. */
async function longStory(): Promise<string> {
  const { worker, manager, approver, admin } = company;
  const receipt = (await worker.upload(company.id, png(), 'plan.png')).body.id;
  const { id } = await submitDay(company, worker, '2026-03-02', '09:00', '12:00', 'Formwork');
  await amend(id, 1, '13:00', 'Formwork', [receipt]);
  await decide(manager, 'reject', id, 2, 'Whose plan is this?');
  await amend(id, 3, '13:00', 'Formwork of the pier', []);
  const endStandIn = await standIn();
  expect(await statusOf(neighbour, id), 'while standing in').toBe(200);
  await decide(neighbour, 'approve', id, 4);
  await endStandIn();
  await decide(approver, 'reopen', id, 5, 'The pier was another day.');
  await decide(admin, 'approve', id, 6, 'It was not.');
  return id;
}

const names = (event: { version: number; move: string; actorName: string; onBehalfOfName: string | null }) => [
  event.version,
  event.move,
  event.actorName,
  event.onBehalfOfName,
];

test('with who, when, why, for whom and what changed, in order, is the same for everyone who sees the worklog', async () => {
  const id = await longStory();
  const { worker, manager, approver, reviewer, admin } = company;
  const { history } = (await read(worker, id)).body;
  expect(history.map(names)).toEqual([
    [1, 'submit', 'Acme Worker', null],
    [2, 'amend', 'Acme Worker', null],
    [3, 'reject', 'Acme Manager', null],
    [4, 'amend', 'Acme Worker', null],
    [5, 'approve', 'Acme Neighbour', 'Acme Manager'],
    [6, 'reopen', 'Acme Approver', null],
    [7, 'approve', 'Acme Admin', null],
  ]);
  const reasons = [null, null, 'Whose plan is this?', null, null, 'The pier was another day.', 'It was not.'];
  expect(history.map(({ notes }) => notes)).toEqual(reasons);
  expect(history.map(({ changes }) => changes)).toEqual([
    {},
    {
      endsAt: { from: '2026-03-02T05:00:00.000Z', to: '2026-03-02T06:00:00.000Z' },
      receipts: { from: null, to: 'plan.png (1 kB)' },
    },
    {},
    {
      notes: { from: 'Formwork', to: 'Formwork of the pier' },
      receipts: { from: 'plan.png (1 kB)', to: null },
    },
    {},
    {},
    {},
  ]);
  for (const actor of [manager, approver, admin, reviewer])
    expect((await read(actor, id)).body.history, actor.name).toEqual(history);
});

test('a manager of another project and another worker cannot read it (A15)', async () => {
  const { id } = await submitDay(company, company.worker, '2026-03-03', '09:00', '12:00');
  const elsewhere = await company.worker.ok('POST /companies/{companyId}/worklogs', {
    companyId: company.id,
    taskId: company.otherProject.timedTaskId,
    start: '2026-03-04T09:00',
    end: '2026-03-04T12:00',
  });
  const theirs = await submitDay(company, colleague, '2026-03-03', '09:00', '12:00');
  expect([await statusOf(neighbour, id), await statusOf(neighbour, elsewhere.id)]).toEqual([404, 200]);
  expect([await statusOf(colleague, id), await statusOf(colleague, theirs.id)]).toEqual([404, 200]);
});

test('a withdrawn worklog is not found by anyone, and keeps its events in the table', async () => {
  const { worker, admin } = company;
  const { id } = await submitDay(company, worker, '2026-03-05', '09:00', '12:00');
  await decide(company.approver, 'reject', id, 1, 'Twice.');
  expect(await statusOf(worker, id)).toBe(200);
  const key = { companyId: company.id, worklogId: id, version: 2 };
  await worker.ok('DELETE /companies/{companyId}/worklogs/{worklogId}', key);
  expect([await statusOf(worker, id), await statusOf(admin, id)]).toEqual([404, 404]);
  const kept = 'select move, version, notes, actor_id from worklog_events where worklog_id = $1 order by id';
  const { rows } = await app.superuser.query(kept, [id]);
  expect(rows).toEqual([
    { move: 'submit', version: 1, notes: null, actor_id: worker.userId },
    { move: 'reject', version: 2, notes: 'Twice.', actor_id: company.approver.userId },
    { move: 'withdraw', version: 3, notes: null, actor_id: worker.userId },
  ]);
});

test('an event contains the values it set, and replaying the events of every worklog gives its row', async () => {
  const { worker, project, otherProject, id: companyId } = company;
  const receipts = [
    (await worker.upload(companyId, png(9, 9), 'first.png')).body.id,
    (await worker.upload(companyId, png(9, 8), 'second.png')).body.id,
  ];
  const expense = { companyId, taskId: project.expenseTaskId, day: '2026-03-09', amount: '12', notes: 'Nails' };
  const { id } = await worker.ok('POST /companies/{companyId}/worklogs', { ...expense, receiptIds: receipts });
  const change = 'PATCH /companies/{companyId}/worklogs/{worklogId}';
  await worker.ok(change, { ...expense, worklogId: id, version: 1, amount: '15', receiptIds: receipts.toReversed() });
  const times = { start: '2026-03-09T20:00', end: '2026-03-10T01:30', zone: 'Asia/Makassar' };
  await worker.ok(change, { companyId, worklogId: id, version: 2, taskId: otherProject.timedTaskId, ...times });
  const { history } = (await read(worker, id)).body;
  expect(history.map(({ values }) => values?.receiptIds)).toEqual([
    receipts,
    receipts.toReversed(),
    receipts.toReversed(),
  ]);
  expect(
    history.map(({ values }) => [values?.taskId, values?.amountMinor, values?.zone, values?.day, values?.notes]),
  ).toEqual([
    [project.expenseTaskId, 1_200, 'Asia/Jakarta', '2026-03-09', 'Nails'],
    [project.expenseTaskId, 1_500, 'Asia/Jakarta', '2026-03-09', 'Nails'],
    [otherProject.timedTaskId, null, 'Asia/Makassar', '2026-03-09', 'Nails'],
  ]);
  // Moved to a project that the reader may not see: its id is not returned either.
  expect((await read(neighbour, id)).body.history.map(({ values }) => values?.projectId)).toEqual([
    undefined,
    undefined,
    otherProject.id,
  ]);
  const withdrawn = { companyId, worklogId: id, version: 3 };
  await worker.ok('DELETE /companies/{companyId}/worklogs/{worklogId}', withdrawn);
  await app.superuser.query(`delete from worklog_events where move = 'amend' and id::text like 'ffffffff%'`);
  const { differing, worklogs } = await differencesOfReplay(app.superuser);
  expect(differing).toEqual([]);
  expect(worklogs).toBeGreaterThan(5);
});

test('events from before values were recorded are completed as far as possible', async () => {
  const known =
    'select version, row_values as values from worklog_events where row_values is not null order by worklog_id, version';
  const before = (await app.superuser.query(known)).rows;
  await app.superuser.query('update worklog_events set row_values = null');
  // As the migration found it; dropped since.
  await app.superuser.query(
    `create function worklog_values(worklogs) returns jsonb language sql as 'select worklog_values(to_jsonb($1))'`,
  );
  const completion = readMigrations().filter(({ name }) => name.endsWith('values-of-older-events.sql'));
  for (const { text } of completion.flatMap(statementsOf))
    await app.superuser.query(text.replaceAll('current_company()', `'${company.id}'`));
  const after = (await app.superuser.query(known)).rows;
  expect((await differencesOfReplay(app.superuser)).differing).toEqual([]);
  const withNotes = (rows: { values: Record<string, unknown> }[]) => rows.filter(({ values }) => 'notes' in values);
  expect(withNotes(after).length).toBe(withNotes(before).length);
  for (const [index, { values }] of withNotes(after).entries())
    expect(withNotes(before)[index]?.values).toMatchObject(values);
});

test('the order is by version, regardless of clocks and ids', async () => {
  const { worker, approver } = company;
  const { id } = await submitDay(company, worker, '2026-03-06', '09:00', '12:00');
  await decide(approver, 'reject', id, 1, 'Which floor?');
  await decide(approver, 'reopen', id, 2, 'The second one.');
  await decide(approver, 'approve', id, 3);
  // As if each server's clock was behind that of the previous one.
  await app.superuser.query(
    `update worklog_events set id = ('00000000-0000-7000-8000-' || lpad((100 - version)::text, 12, '0'))::uuid,
       at = at - version * interval '1 hour' where worklog_id = $1`,
    [id],
  );
  const moves = ['submit', 'reject', 'reopen', 'approve'];
  expect((await read(worker, id)).body.history.map(({ move }) => move)).toEqual(moves);
  const file = await worker.send('GET', `${apiPrefix}/account/download`);
  const own = personalData.parse(JSON.parse(file.text)).worklogs.find((one) => one.id === id);
  expect(own?.history.map(({ move }) => move)).toEqual(moves);
});
