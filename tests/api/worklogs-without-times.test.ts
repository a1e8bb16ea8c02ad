// Worklogs of a day and a length, without times (policy `times`): entering and amending them, what they count for, that they
// overlap nothing, where they stand in lists and files, and what stays of them once a company requires times again.

import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/universal';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { apiPrefix } from '#contract/index.ts';
import { personalData } from '#contract/personal-data.ts';
import type { Worklog } from '#contract/worklogs.ts';
import type { Policies } from '#domain/policies.ts';
import { examineCompany } from '#server/doctor/examine.ts';
import { type Actor, type Input, startTestApp, type TestApp } from '../support/app.ts';
import { foundTestCompany, hire, setPolicies, submitDay, type TestCompany } from '../support/company.ts';
import { fingerprint } from '../support/principals.ts';
import { differencesOfReplay } from '../support/replay-events.ts';

type Entry = Partial<Input<'POST /companies/{companyId}/worklogs'>>;
type Change = Omit<Input<'PATCH /companies/{companyId}/worklogs/{worklogId}'>, 'companyId' | 'worklogId' | 'version'>;

let app: TestApp;
let company: TestCompany;
let worker: Actor;
let days = 0;
let day = '';

beforeAll(async () => {
  app = await startTestApp();
  company = await foundTestCompany(app);
  await company.admin.ok('PUT /companies/{companyId}/seats', { companyId: company.id, seats: 40 });
});
afterAll(() => app.close());

/** A separate worker and day for each test. */
beforeEach(async () => {
  days += 3;
  day = new Date(Date.UTC(2026, 0, days)).toISOString().slice(0, 10);
  worker = await hire(app, company.admin, company.id, 'worker', 'Worker Without Times');
  await policy({ times: 'optional', overlaps: 'refuse', longestDayMinutes: null });
});

const policy = (fields: Partial<Policies>) => setPolicies(company.admin, company.id, fields);

const entry = (rest: Entry) => ({ companyId: company.id, taskId: company.project.timedTaskId, ...rest });
const submit = (rest: Entry) => worker.call('POST /companies/{companyId}/worklogs', entry(rest));
const log = (minutes: number, rest: Entry = {}) =>
  worker.ok('POST /companies/{companyId}/worklogs', entry({ day, minutes, ...rest }));

const key = (worklogId: string) => ({ companyId: company.id, worklogId });
const amend = ({ id, version }: Pick<Worklog, 'id' | 'version'>, change: Change) =>
  worker.call('PATCH /companies/{companyId}/worklogs/{worklogId}', { ...key(id), version, ...change });
const read = (id: string, actor = worker) =>
  actor.ok('GET /companies/{companyId}/worklogs/{worklogId}', key(id)).then(({ worklog }) => worklog);

const list = (query: Partial<Input<'GET /companies/{companyId}/worklogs'>> = {}, actor = worker) =>
  actor.ok('GET /companies/{companyId}/worklogs', { companyId: company.id, workerIds: [worker.userId], ...query });

async function decide(decision: 'approve' | 'reject' | 'reopen', id: string) {
  const { version } = await read(id);
  const body = { companyId: company.id, decision, notes: 'Seen', worklogs: [{ id, version }] };
  const { results } = await company.approver.ok('POST /companies/{companyId}/decisions', body);
  return results[0]?.code ?? 'done';
}

type Reply = { problem: { code: string; errors?: { path: string; code: string }[] | undefined } | null };
const errorsOf = ({ problem }: Reply) =>
  (problem?.errors ?? [{ path: '', code: problem?.code ?? 'allowed' }]).map(({ path, code }) => `${path} ${code}`);

describe('entering', () => {
  test('needs a day and minutes, where the company allows it', async () => {
    expect(await log(450, { notes: 'Painted' })).toMatchObject({
      startsAt: null,
      endsAt: null,
      minutes: 450,
      day,
      status: 'pending',
      isConflicting: false,
      zone: 'Asia/Jakarta',
      notes: 'Painted',
    });
    const before = await fingerprint(app);
    expect(errorsOf(await submit({ minutes: 60 }))).toEqual(['day field.required']);
    expect(errorsOf(await submit({ day }))).toEqual([
      'start field.required',
      'end field.required',
      'day field.unknown',
    ]);
    for (const minutes of [0, -5, 1441, 7.5])
      expect(errorsOf(await submit({ day, minutes }))).toEqual([expect.stringMatching(/^minutes field\./)]);
    const times = { start: `${day}T08:00`, end: `${day}T09:00` };
    expect(errorsOf(await submit({ day, minutes: 60, ...times }))).toEqual(['minutes worklog.times-or-minutes']);
    const expense = { taskId: company.project.expenseTaskId, amount: '5', day };
    expect(errorsOf(await submit({ ...expense, minutes: 60 }))).toEqual(['minutes worklog.time-not-allowed']);
    expect(errorsOf(await submit({ day: '2100-01-01', minutes: 60 }))).toEqual(['day worklog.in-future']);
    await policy({ times: 'required' });
    const required = await fingerprint(app);
    expect(errorsOf(await submit({ day, minutes: 60 }))).toEqual(['minutes worklog.times-required']);
    expect(await fingerprint(app)).toBe(required);
    expect((await list()).totals.items).toBe(1);
    expect(required).not.toBe(before);
  });

  test('for others, and by copies', async () => {
    await policy({ logForOthers: true });
    const entered = await company.manager.ok('POST /companies/{companyId}/worklogs-for-others', {
      ...entry({ day, minutes: 90 }),
      taskId: company.project.timedTaskId,
      workerIds: [worker.userId],
    });
    expect(entered.results).toMatchObject([{ code: null, worklog: { minutes: 90, day, startsAt: null } }]);
    const copies = await worker.ok('POST /companies/{companyId}/worklog-copies', {
      companyId: company.id,
      fromDay: day,
      toDays: ['2025-06-02'],
    });
    expect(copies.results).toMatchObject([{ code: null, copy: { minutes: 90, day: '2025-06-02', startsAt: null } }]);
    await policy({ times: 'required', logForOthers: false });
    const refused = await worker.ok('POST /companies/{companyId}/worklog-copies', {
      companyId: company.id,
      fromDay: day,
      toDays: ['2025-06-03'],
    });
    expect(refused.results).toMatchObject([{ code: 'worklog.times-required', copy: null }]);
  });

  test('instead of the times of a timer, which stays where the company requires times', async () => {
    const { timer } = await worker.ok('POST /companies/{companyId}/timer', entry({ notes: 'Walls' }));
    const { id = '', version } = timer ?? {};
    const submitted = (fields: Entry) => {
      const settled = { ...entry(fields), timerId: id, version };
      return worker.call('POST /companies/{companyId}/timer/{timerId}/worklog', settled);
    };
    const running = async () => (await worker.ok('GET /companies/{companyId}/timer', { companyId: company.id })).timer;
    await policy({ times: 'required' });
    expect(errorsOf(await submitted({ day, minutes: 45 }))).toEqual(['minutes worklog.times-required']);
    expect(await running()).toEqual(timer);
    await policy({ times: 'optional' });
    expect((await submitted({ day, minutes: 45, notes: 'Walls' })).body).toMatchObject({
      minutes: 45,
      day,
      startsAt: null,
      endsAt: null,
      status: 'pending',
      notes: 'Walls',
    });
    expect(await running()).toBeNull();
    expect((await list()).totals).toMatchObject({ items: 1, minutes: 45 });
  });
});

describe('amending', () => {
  test('changes what it names: minutes or day alone; minutes replace times, and times replace minutes', async () => {
    const first = await log(60, { amount: '5000' });
    const longer = (await amend(first, { minutes: 75 })).body;
    expect(longer).toMatchObject({ minutes: 75, day, expense: { amountMinor: 500_000 } });
    const moved = (await amend(longer, { day: '2025-07-01' })).body;
    expect(moved).toMatchObject({ minutes: 75, day: '2025-07-01', startsAt: null });
    expect(errorsOf(await amend(moved, { start: `${day}T08:00` }))).toEqual(['end field.required']);
    const timed = (await amend(moved, { start: `${day}T08:00`, end: `${day}T10:00` })).body;
    expect(timed).toMatchObject({ minutes: 120, day, startsAt: `${day}T01:00:00.000Z` });
    expect(errorsOf(await amend(timed, { day: '2025-07-01' }))).toEqual(['day field.unknown']);
    const again = (await amend(timed, { minutes: 120 })).body;
    expect(again).toMatchObject({ minutes: 120, day, startsAt: null, endsAt: null, expense: { amountMinor: 500_000 } });
    const { history } = await worker.ok('GET /companies/{companyId}/worklogs/{worklogId}', key(first.id));
    expect(history.map(({ changes }) => Object.keys(changes).sort())).toEqual([
      [],
      ['minutes'],
      ['day'],
      ['day', 'endsAt', 'minutes', 'startsAt'],
      ['endsAt', 'minutes', 'startsAt'],
    ]);
    expect(history.map(({ values }) => values?.minutes)).toEqual([60, 75, 75, null, 120]);
    const expense = { taskId: company.project.expenseTaskId, amount: '7' };
    expect((await amend(again, expense)).body).toMatchObject({ minutes: null, startsAt: null, day, kind: 'expense' });
  });

  test('where times are required again: everything but length and day; it stays decidable, and takes times', async () => {
    const { id } = await log(60);
    await policy({ times: 'required' });
    const noted = await amend({ id, version: 1 }, { notes: 'Walls', minutes: 60, day });
    expect(noted.body).toMatchObject({ minutes: 60, day, startsAt: null, notes: 'Walls' });
    for (const change of [{ minutes: 61 }, { day: '2025-07-02' }])
      expect(errorsOf(await amend(noted.body, change))).toEqual(['minutes worklog.times-required']);
    expect([await decide('reject', id), await decide('reopen', id), await decide('approve', id)]).toEqual([
      'done',
      'done',
      'done',
    ]);
    expect(await decide('reopen', id)).toBe('done');
    const timed = await amend(await read(id), { start: `${day}T08:00`, end: `${day}T09:00` });
    expect(timed.body).toMatchObject({ minutes: 60, startsAt: `${day}T01:00:00.000Z` });
    expect(errorsOf(await amend(timed.body, { minutes: 60 }))).toEqual(['minutes worklog.times-required']);
  });
});

describe('overlaps', () => {
  test('are none, with worklogs with and without times, under either policy and by any move', async () => {
    const [whole, other] = [await log(1440), await log(60)];
    const timed = await submitDay(company, worker, day, '08:00', '12:00');
    for (const { id } of [whole, other, timed])
      expect(await read(id)).toMatchObject({ isConflicting: false, overlapping: [] });
    expect([await decide('reject', whole.id), await decide('reopen', whole.id)]).toEqual(['done', 'done']);
    expect([await decide('reject', timed.id), await decide('reopen', timed.id)]).toEqual(['done', 'done']);
    await policy({ overlaps: 'flag' });
    const second = await submit({ start: `${day}T09:00`, end: `${day}T10:00`, confirmOverlap: true });
    expect(second.body).toMatchObject({ isConflicting: true, overlapping: [{ id: timed.id }] });
    expect(await read(whole.id)).toMatchObject({ isConflicting: false, overlapping: [] });
  });

  test('are refused once it gets times, with the free time beside', async () => {
    await submitDay(company, worker, day, '08:00', '12:00');
    const length = await log(60);
    const { problem } = await amend(length, { start: `${day}T11:00`, end: `${day}T13:00` });
    expect(problem).toMatchObject({ code: 'worklog.conflict', conflicts: [{ startsAt: `${day}T01:00:00.000Z` }] });
    expect((await amend(length, { start: `${day}T12:00`, end: `${day}T13:00` })).status).toBe(200);
    expect(errorsOf(await submit({ start: `${day}T12:30`, end: `${day}T13:00` }))).toEqual([' worklog.conflict']);
  });
});

test('counts for the limits of a worklog and of a day, also when it is reopened', async () => {
  await policy({ longestDayMinutes: 480, longestWorklogMinutes: 300 });
  expect(errorsOf(await submit({ day, minutes: 301 }))).toEqual(['minutes worklog.too-long']);
  const first = await log(300);
  const { problem } = await submit({ day, minutes: 181 });
  expect(problem).toMatchObject({ code: 'worklog.day-too-long', leftMinutes: 180 });
  expect(errorsOf(await submit({ start: `${day}T08:00`, end: `${day}T11:01` }))).toEqual(['end worklog.day-too-long']);
  expect(await decide('reject', first.id)).toBe('done');
  await log(181);
  expect(await decide('reopen', first.id)).toBe('worklog.day-too-long-again');
  await policy({ longestWorklogMinutes: 1440 });
});

describe('lists and sums', () => {
  test('list it after those with times of its day, on pages and by cursor', async () => {
    const untimed: string[] = [];
    for (const minutes of [10, 20, 30, 40, 50]) untimed.push((await log(minutes)).id);
    const timed: string[] = [];
    for (const hour of ['06', '07', '08', '09', '10', '11'])
      timed.push((await submitDay(company, worker, day, `${hour}:00`, `${hour}:30`)).id);
    const expected = {
      newest: [...timed.toReversed(), ...untimed.toReversed()],
      oldest: [...timed, ...untimed],
    };
    for (const sort of ['newest', 'oldest'] as const) {
      const [one, two] = [await list({ sort, pageSize: 10 }), await list({ sort, pageSize: 10, page: 2 })];
      expect([...one.worklogs, ...two.worklogs].map(({ id }) => id)).toEqual(expected[sort]);
      const further = await list({ sort, pageSize: 10, cursor: one.nextCursor ?? '' });
      expect([...one.worklogs, ...further.worklogs].map(({ id }) => id)).toEqual(expected[sort]);
    }
    expect((await list()).totals).toMatchObject({ items: 11, minutes: 150 + 6 * 30 });
  });

  test('count it in reports, the dashboard, the file of worklogs and the data of the person', async () => {
    const today = (await worker.ok('GET /companies/{companyId}/dashboard', { companyId: company.id })).own?.day ?? '';
    await log(125, { day: today, notes: 'Short' });
    const { own, weekMinutes } = await worker.ok('GET /companies/{companyId}/dashboard', { companyId: company.id });
    expect([own?.worklogs, weekMinutes]).toMatchObject([[{ startsAt: null, minutes: 125 }], 125]);
    const file = await fileOf('worklogs', 'csv', today);
    expect(parse(file.body, { bom: true, columns: true })).toMatchObject([
      { day: today, start: '', end: '', minutes: '125', notes: 'Short' },
    ]);
    const person = personalData.parse(JSON.parse((await worker.send('GET', `${apiPrefix}/account/download`)).text));
    expect(person.worklogs).toMatchObject([{ startsAt: null, minutes: 125, history: [{ values: { minutes: 125 } }] }]);
  });
});

/** Of one day, in plain style, as the worker may read it. */
const fileOf = (of: 'worklogs' | 'breakdown' | 'payroll', format: 'csv' | 'xlsx', on: string, actor = worker) => {
  const query = new URLSearchParams({ of, format, style: format === 'csv' ? 'plain' : 'local', from: on, to: on });
  const url = `${apiPrefix}/companies/${company.id}/reports/file?${query}`;
  return app.app.inject({ method: 'GET', url, headers: { cookie: actor.cookie } });
};

test('has empty times and its length in spreadsheets, and counts as approved hours in payroll', async () => {
  const { id } = await log(125, { notes: 'Short' });
  await submitDay(company, worker, day, '08:00', '10:00');
  expect(await decide('approve', id)).toBe('done');
  const sheetOf = async (of: 'worklogs' | 'payroll') => {
    const { rawPayload } = await fileOf(of, 'xlsx', day, company.admin);
    const [titles = [], ...rows] = await readSheet(new Uint8Array(rawPayload).buffer);
    return rows
      .filter((row) => row.includes(worker.name))
      .map((row) => Object.fromEntries(titles.map((title, index) => [title, row[index]])));
  };
  expect(await sheetOf('worklogs')).toMatchObject([
    { Start: null, End: null, Hours: expect.closeTo(125 / 60, 6), Minutes: 125, Status: 'Approved', Notes: 'Short' },
    { Start: expect.any(Date), End: expect.any(Date), Hours: 2, Minutes: 120, Status: 'Pending' },
  ]);
  const titles = { hours: 'Approved hours', approved: 'Approved minutes', pending: 'Pending minutes' };
  expect(await sheetOf('payroll')).toMatchObject([
    { [titles.hours]: expect.closeTo(125 / 60, 6), [titles.approved]: 125, [titles.pending]: 120 },
  ]);
});

test('the database refuses other combinations, and measures times itself, as the previous release expects', async () => {
  const { id } = await log(60);
  const set = (columns: string) => app.superuser.query(`update worklogs set ${columns} where id = $1`, [id]);
  const times = `starts_at = '${day}T01:00Z', ends_at = '${day}T03:30Z'`;
  for (const wrong of [
    'minutes = null',
    'minutes = 0',
    'minutes = 1441',
    `starts_at = '${day}T01:00Z'`,
    `ends_at = now()`,
  ])
    await expect(set(wrong)).rejects.toThrow('worklogs_kind_fits');
  await set(`${times}, allows_overlap = false`);
  expect(await read(id)).toMatchObject({ minutes: 150 });
  await set('starts_at = null, ends_at = null, minutes = 60, allows_overlap = false');
  expect(await read(id)).toMatchObject({ minutes: 60, startsAt: null });
});

test('the doctor finds nothing, and the events of each give its row', async () => {
  const found = await examineCompany(app.database.ownerPool, company.id, null);
  expect(found.filter(({ count }) => count > 0)).toEqual([]);
  expect((await differencesOfReplay(app.superuser)).differing).toEqual([]);
});
