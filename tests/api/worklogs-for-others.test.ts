// Entering worklogs for others: who may, for whom, what is refused and how, that the person who entered one never decides it.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiPrefix } from '#contract/index.ts';
import { personalData } from '#contract/personal-data.ts';
import { type Actor, type Input, startTestApp, type TestApp } from '../support/app.ts';
import { foundTestCompany, hire, setPolicies, submitDay, type TestCompany } from '../support/company.ts';
import { untilWaiting, withOpenTransaction } from '../support/concurrent-transaction.ts';
import { fingerprint } from '../support/principals.ts';
import { differencesOfReplay } from '../support/replay-events.ts';

const route = 'POST /companies/{companyId}/worklogs-for-others';
type EntryInput = Partial<Input<typeof route>> & { workerIds: string[] };

let app: TestApp;
let company: TestCompany;
let other: TestCompany;
let colleague: Actor;

beforeAll(async () => {
  app = await startTestApp();
  company = await foundTestCompany(app, { canary: 'Crew' });
  await company.admin.ok('PUT /companies/{companyId}/seats', { companyId: company.id, seats: 30 });
  other = await foundTestCompany(app, { canary: 'Foreign' });
  colleague = await hire(app, company.admin, company.id, 'worker', 'Crew Colleague');
  await allow(true);
});
afterAll(() => app.close());

const allow = (logForOthers: boolean) => setPolicies(company.admin, company.id, { logForOthers });

const inputOf = (day: string, { workerIds, ...rest }: EntryInput): Input<typeof route> => ({
  companyId: company.id,
  taskId: company.project.timedTaskId,
  start: `${day}T09:00`,
  end: `${day}T17:00`,
  workerIds,
  ...rest,
});

const enter = async (actor: Actor, day: string, input: EntryInput) =>
  (await actor.ok(route, inputOf(day, input))).results.map(({ code, worklog }) => code ?? worklog?.id ?? '');

const one = async (actor: Actor, day: string): Promise<string> =>
  (await enter(actor, day, { workerIds: [company.worker.userId] }))[0] ?? '';

const decide = async (actor: Actor, id: string, version = 1, decision: 'approve' | 'reopen' = 'approve') => {
  const body = { companyId: company.id, decision, notes: 'Seen', worklogs: [{ id, version }] };
  return (await actor.ok('POST /companies/{companyId}/decisions', body)).results[0]?.code ?? 'done';
};

const read = (actor: Actor, worklogId: string) =>
  actor.ok('GET /companies/{companyId}/worklogs/{worklogId}', { companyId: company.id, worklogId });

test('only where the company allows it: managers in their projects, admins everywhere, nobody else', async () => {
  const { admin, manager, approver, reviewer, worker, otherProject } = company;
  const input = inputOf('2026-01-05', { workerIds: [colleague.userId] });
  await allow(false);
  for (const actor of [admin, manager, approver, reviewer, worker])
    expect([actor.name, await actor.codeOf(route, input)]).toEqual([actor.name, 'role.not-allowed']);
  await allow(true);
  for (const actor of [approver, reviewer, worker])
    expect([actor.name, await actor.codeOf(route, input)]).toEqual([actor.name, 'role.not-allowed']);
  const elsewhere = { ...input, taskId: otherProject.timedTaskId };
  expect(await manager.codeOf(route, elsewhere)).toBe('task.missing');
  expect(await manager.codeOf(route, { ...input, taskId: other.project.timedTaskId })).toBe('task.missing');
  expect((await manager.ok(route, input)).results[0]?.code).toBeNull();
  expect(
    (await admin.ok(route, { ...elsewhere, start: '2026-01-05T18:00', end: '2026-01-05T19:00' })).results[0]?.code,
  ).toBeNull();
});

test('a crew at once: each has an answer of their own, and a refused one does not stop the others', async () => {
  const { manager, worker } = company;
  await submitDay(company, colleague, '2026-01-06', '08:00', '10:00');
  const { results } = await manager.ok(route, inputOf('2026-01-06', { workerIds: [worker.userId, colleague.userId] }));
  expect(results).toMatchObject([
    { workerId: worker.userId, code: null, worklog: { status: 'pending', enteredByName: manager.name, version: 1 } },
    { workerId: colleague.userId, code: 'worklog.conflict', worklog: null, conflicts: [{ day: '2026-01-06' }] },
  ]);
});

test('A45: who is unknown, elsewhere, deactivated, not assigned, without the right or the caller is refused alike', async () => {
  const { admin, manager, reviewer } = company;
  const left = await hire(app, admin, company.id, 'worker', 'Crew Left');
  const member = { companyId: company.id, userId: left.userId, isActive: false };
  await admin.ok('PATCH /companies/{companyId}/members/{userId}', member);
  const closed = await admin.ok('POST /companies/{companyId}/projects', {
    companyId: company.id,
    name: 'Only the colleague',
    forEveryone: false,
    managerIds: [manager.userId],
    workerIds: [colleague.userId],
    tasks: [{ name: 'Inside', kind: 'timed' }],
  });
  const unknown = '01a1fc1d-a2af-7618-af09-e1a2d1d71324';
  const nobody = [unknown, other.worker.userId, left.userId, reviewer.userId, manager.userId];
  const onClosed = { taskId: closed.tasks[0]?.id ?? '', workerIds: [company.worker.userId, colleague.userId] };
  const { results: open } = await manager.ok(route, inputOf('2026-01-07', { workerIds: nobody }));
  const { results } = await manager.ok(route, inputOf('2026-01-07', onClosed));
  const answers = [...open, ...results].map(({ workerId: _, ...answer }) => JSON.stringify(answer));
  expect(new Set(answers.slice(0, -1)).size).toBe(1);
  expect([...open, ...results].map(({ code }) => code)).toEqual([
    ...nobody.map(() => 'member.not-on-task'),
    'member.not-on-task',
    null,
  ]);
});

test('A15: a day that becomes too long does not say how much of it is logged, nor what overlaps elsewhere', async () => {
  const { manager, worker, otherProject } = company;
  const hidden = { companyId: company.id, taskId: otherProject.timedTaskId, notes: 'hidden notes' };
  await worker.ok('POST /companies/{companyId}/worklogs', {
    ...hidden,
    start: '2026-01-08T00:13',
    end: '2026-01-08T07:00',
  });
  await setPolicies(company.admin, company.id, { longestDayMinutes: 600 });
  const workerIds = [worker.userId];
  const tooLong = await manager.ok(route, inputOf('2026-01-08', { workerIds }));
  await setPolicies(company.admin, company.id, { longestDayMinutes: null });
  expect(tooLong.results[0]?.code).toBe('worklog.day-too-long-for-worker');
  const withoutIds = JSON.stringify(tooLong).replaceAll(/[\da-f-]{36}/g, '');
  expect(withoutIds).not.toMatch(/407|6 h 47|3 h 13|193/);
  const overlapping = await manager.ok(route, inputOf('2026-01-08', { workerIds, start: '2026-01-08T06:00' }));
  expect(overlapping.results[0]).toMatchObject({ code: 'worklog.conflict', conflicts: [] });
  expect(JSON.stringify(overlapping)).not.toContain('hidden notes');
});

test('to choose from: tasks in projects where the caller enters, and people who log on them, without the caller', async () => {
  const { admin, manager, worker, project, otherProject, id: companyId } = company;
  const tasksOf = async (actor: Actor) => {
    const ids = [project.timedTaskId, otherProject.timedTaskId];
    const { chosen } = await actor.ok('GET /companies/{companyId}/enterable-tasks', { companyId, ids });
    return chosen.map(({ taskId }) => taskId);
  };
  expect(await tasksOf(manager)).toEqual([project.timedTaskId]);
  expect((await tasksOf(admin)).toSorted()).toEqual([project.timedTaskId, otherProject.timedTaskId].toSorted());
  const ofProject = await admin.ok('GET /companies/{companyId}/enterable-tasks', { companyId, projectId: project.id });
  expect(new Set(ofProject.found.map(({ projectId }) => projectId))).toEqual(new Set([project.id]));
  const people = 'GET /companies/{companyId}/enterable-tasks/{taskId}/people';
  const { found } = await manager.ok(people, { companyId, taskId: project.timedTaskId });
  expect(found.map(({ userId }) => userId).toSorted()).toEqual([worker.userId, colleague.userId].toSorted());
  const ids = [other.worker.userId, manager.userId, company.reviewer.userId, colleague.userId];
  const named = await manager.ok(people, { companyId, taskId: project.timedTaskId, ids, search: 'Crew Coll' });
  expect([named.found, named.chosen].map((list) => list.map(({ userId }) => userId))).toEqual([
    [colleague.userId],
    [colleague.userId],
  ]);
  for (const taskId of [otherProject.timedTaskId, other.project.timedTaskId])
    expect(await manager.codeOf(people, { companyId, taskId })).toBe('task.missing');
});

test('what is wrong with the entry itself refuses the request once, at its fields, and writes nothing', async () => {
  const { admin, manager, worker, project, id: companyId } = company;
  const workerIds = [worker.userId, colleague.userId];
  await setPolicies(admin, companyId, { receiptAboveMinor: 5_000_000, requireNotes: true });
  const input = inputOf('2026-01-21', { workerIds });
  const problem = async (input: Input<typeof route>) =>
    (await manager.call(route, input)).problem?.errors?.map(({ path, code }) => [path, code]);
  const before = await fingerprint(app);
  expect(await problem({ ...input, amount: '50000.01' })).toEqual([
    ['amount', 'worklog.receipt-by-worker'],
    ['notes', 'worklog.notes-required'],
  ]);
  expect(await problem({ ...input, notes: 'Poured', end: input.start })).toEqual([['end', 'worklog.end-before-start']]);
  expect(await fingerprint(app)).toBe(before);
  const { results } = await manager.ok(route, { ...input, amount: '50000', notes: 'Poured' });
  await setPolicies(admin, companyId, { receiptAboveMinor: null, requireNotes: false });
  expect(results.map(({ code, worklog }) => [code, worklog?.taskId])).toEqual(
    workerIds.map(() => [null, project.timedTaskId]),
  );
});

describe('the person who entered it', () => {
  test('A20: never decides it: not in bulk, after an amendment, or by a stand-in, and others do', async () => {
    const { admin, manager, approver, worker } = company;
    const id = await one(admin, '2026-01-12');
    expect(await decide(admin, id)).toBe('worklog.entered-by-you');
    const amend = 'PATCH /companies/{companyId}/worklogs/{worklogId}';
    await worker.ok(amend, { companyId: company.id, worklogId: id, version: 1, notes: 'It was longer' });
    expect(await decide(admin, id, 2)).toBe('worklog.entered-by-you');
    const own = await one(manager, '2026-01-13');
    expect(await decide(manager, own)).toBe('worklog.entered-by-you');
    const counts = () => manager.ok('GET /companies/{companyId}/counts', { companyId: company.id });
    const { toDecide } = await counts();
    const decidable = await manager.ok('GET /companies/{companyId}/decidable-worklogs', { companyId: company.id });
    expect(decidable.worklogs.map((worklog) => worklog.id)).not.toContain(own);
    expect(await decide(approver, own)).toBe('done');
    expect((await counts()).toDecide).toBe(toDecide);
    expect(await decide(manager, own, 2, 'reopen')).toBe('worklog.entered-by-you');
    expect(await decide(approver, id, 2)).toBe('done');
  });

  test('the database refuses it as well', async () => {
    const id = await one(company.admin, '2026-01-14');
    const approve = `update worklogs set status = 'approved', reviewer_id = entered_by, reviewed_at = now() where id = $1`;
    await expect(app.superuser.query(approve, [id])).rejects.toThrow('worklogs_decided_by_who_did_not_enter');
  });
});

test('the worker sees who entered it, amends and withdraws it; the person who entered it does neither', async () => {
  const { manager, worker } = company;
  const id = await one(manager, '2026-01-15');
  const { worklog, history } = await read(worker, id);
  expect(worklog).toMatchObject({ enteredByName: manager.name, actions: { amend: true, withdraw: true } });
  expect(history.map(({ move, actorName }) => [move, actorName])).toEqual([['enter', manager.name]]);
  const path = { companyId: company.id, worklogId: id, version: 1 };
  const withdraw = 'DELETE /companies/{companyId}/worklogs/{worklogId}';
  expect(await manager.codeOf(withdraw, path)).toBe('role.not-allowed');
  await worker.ok(withdraw, path);
  expect((await differencesOfReplay(app.superuser)).differing).toEqual([]);
});

test('the export and the personal data of both name who entered it', async () => {
  const { admin, manager, worker } = company;
  const id = await one(manager, '2026-01-20');
  const query = 'of=worklogs&format=csv&style=plain&from=2026-01-20&to=2026-01-20';
  const { text } = await admin.send('GET', `${apiPrefix}/companies/${company.id}/reports/file?${query}`);
  const [heading = '', line = ''] = text.split('\r\n');
  expect(line.split(',')[heading.split(',').indexOf('entered_by')]).toBe(manager.name);
  const fileOf = async (actor: Actor) =>
    personalData.parse(JSON.parse((await actor.send('GET', `${apiPrefix}/account/download`)).text));
  expect((await fileOf(worker)).worklogs.find((one) => one.id === id)?.enteredByName).toBe(manager.name);
  expect((await fileOf(manager)).decisions).toContainEqual(expect.objectContaining({ worklogId: id, move: 'enter' }));
});

test('the people are locked in the order of their ids, so that two crews never wait for each other in a circle', async () => {
  const ordered = [company.worker.userId, colleague.userId].toSorted();
  const lock = 'select 1 from members where company_id = $1 and user_id = $2 for no key update';
  const isFree = async (userId: string | undefined) =>
    (await app.superuser.query(`${lock} skip locked`, [company.id, userId])).rowCount === 1;
  const other = await app.superuser.connect();
  await other.query('begin');
  await other.query(lock, [company.id, ordered[0]]);
  const answer = enter(company.manager, '2026-01-16', { workerIds: ordered.toReversed() });
  await untilWaiting(app.superuser, 1);
  const isLaterFree = await isFree(ordered[1]);
  await other.query('commit');
  other.release();
  expect((await answer).filter((code) => code.startsWith('worklog.'))).toEqual([]);
  expect(isLaterFree).toBe(true);
});

test('a policy switched off meanwhile refuses the whole request and leaves nothing', async () => {
  const off = [['update companies set log_for_others = false where id = $1', [company.id]]] as const;
  const input = inputOf('2026-01-19', { workerIds: [colleague.userId] });
  expect(await withOpenTransaction(app, off, () => company.manager.codeOf(route, input))).toBe('role.not-allowed');
  const before = await fingerprint(app);
  expect(await company.manager.codeOf(route, input)).toBe('role.not-allowed');
  expect(await fingerprint(app)).toBe(before);
  await allow(true);
  expect(await company.manager.codeOf(route, input)).toBe('allowed');
});
