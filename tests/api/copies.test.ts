// Copying a day to other days: each copy is checked like a typed worklog and has its own result; repeating creates nothing twice.

import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maxCopies } from '#domain/copies.ts';
import { type Actor, type Input, startTestApp, type TestApp } from '../support/app.ts';
import { foundTestCompany, hire, setPolicies, submitDay, type TestCompany } from '../support/company.ts';
import { fingerprint } from '../support/principals.ts';

const route = 'POST /companies/{companyId}/worklog-copies';
type CopyInput = Omit<Input<typeof route>, 'companyId'>;

let app: TestApp;
let jakarta: TestCompany;
let berlin: TestCompany;
beforeAll(async () => {
  app = await startTestApp();
  jakarta = await foundTestCompany(app, { canary: 'Jakarta' });
  await jakarta.admin.ok('PUT /companies/{companyId}/seats', { companyId: jakarta.id, seats: 40 });
  berlin = await foundTestCompany(app, { canary: 'Berlin', timeZone: 'Europe/Berlin' });
});
afterAll(() => app.close());

const newWorker = (company = jakarta) => hire(app, company.admin, company.id, 'worker', 'Copying Worker');

const copy = async (actor: Actor, input: CopyInput, company: Pick<TestCompany, 'id'> = jakarta) =>
  (await actor.ok(route, { companyId: company.id, ...input })).results;

const listed = async (actor: Actor, company = jakarta) => {
  const { worklogs } = await actor.ok('GET /companies/{companyId}/worklogs', {
    companyId: company.id,
    sort: 'oldest',
    pageSize: 100,
  });
  return worklogs;
};

describe('copying a day', () => {
  test('creates pending worklogs with the same task, notes and clock times, without expenses and rejected ones', async () => {
    const worker = await newWorker();
    await submitDay(jakarta, worker, '2026-03-02', '08:00', '12:00', 'north wall');
    const { id: rejected } = await submitDay(jakarta, worker, '2026-03-02', '13:00', '15:00');
    await jakarta.approver.ok('POST /companies/{companyId}/decisions', {
      companyId: jakarta.id,
      decision: 'reject',
      notes: 'no',
      worklogs: [{ id: rejected, version: 1 }],
    });
    const expense = await worker.ok('POST /companies/{companyId}/worklogs', {
      companyId: jakarta.id,
      taskId: jakarta.project.expenseTaskId,
      day: '2026-03-02',
      amount: '50000',
    });
    const results = await copy(worker, { fromDay: '2026-03-02', toDays: ['2026-03-04', '2026-03-03', '2026-03-03'] });
    expect(results).toMatchObject([
      { day: '2026-03-03', code: null, copy: { startsAt: '2026-03-03T01:00:00.000Z', notes: 'north wall' } },
      { day: '2026-03-04', code: null, copy: { status: 'pending', version: 1, minutes: 240, expense: null } },
    ]);
    const chosen = { fromDay: '2026-03-02', toDays: ['2026-03-05'], worklogIds: [expense.id, rejected] };
    expect(await copy(worker, chosen)).toMatchObject([
      { worklogId: rejected, copy: { status: 'pending', minutes: 120 } },
      { worklogId: expense.id, copy: { day: '2026-03-05', expense: { amountMinor: 5_000_000 } } },
    ]);
    const { history } = await worker.ok('GET /companies/{companyId}/worklogs/{worklogId}', {
      companyId: jakarta.id,
      worklogId: results[0]?.copy?.id ?? '',
    });
    expect(history).toMatchObject([{ move: 'submit', version: 1 }]);
  });

  test('keeps night shifts, and the zone of the entry', async () => {
    const worker = await newWorker();
    await worker.ok('POST /companies/{companyId}/worklogs', {
      companyId: jakarta.id,
      taskId: jakarta.project.timedTaskId,
      start: '2026-03-02T22:00',
      end: '2026-03-03T06:00',
      zone: 'Asia/Makassar',
    });
    expect(await copy(worker, { fromDay: '2026-03-02', toDays: ['2026-03-09'] })).toMatchObject([
      { copy: { day: '2026-03-09', zone: 'Asia/Makassar', startsAt: '2026-03-09T14:00:00.000Z', minutes: 480 } },
    ]);
  });

  test('reports why a copy is refused, with the conflicts, and still creates the others', async () => {
    const worker = await newWorker();
    await submitDay(jakarta, worker, '2026-03-02', '08:00', '12:00');
    await submitDay(jakarta, worker, '2026-03-02', '13:00', '17:00');
    const inTheWay = await submitDay(jakarta, worker, '2026-03-03', '11:00', '11:30');
    const results = await copy(worker, { fromDay: '2026-03-02', toDays: ['2026-03-03', '2199-12-30'] });
    expect(results).toMatchObject([
      { code: 'worklog.conflict', copy: null, conflicts: [{ id: inTheWay.id }] },
      { day: '2026-03-03', code: null, copy: { minutes: 240 } },
      { code: 'worklog.in-future', message: expect.stringMatching(/./), conflicts: [] },
      { code: 'worklog.in-future' },
    ]);
    expect(await listed(worker)).toHaveLength(4);
  });

  test('onto occupied time is created after confirmation, where overlaps are flagged and nowhere else', async () => {
    const input = { fromDay: '2026-03-02', toDays: ['2026-03-03'] };
    const flagging = await foundTestCompany(app, { canary: 'Flagging' });
    await flagging.admin.ok('PATCH /companies/{companyId}', { companyId: flagging.id, version: 1, overlaps: 'flag' });
    for (const [company, code] of [
      [flagging, null],
      [jakarta, 'worklog.conflict'],
    ] as const) {
      const worker = await newWorker(company);
      await submitDay(company, worker, '2026-03-02', '08:00', '12:00');
      const { id } = await submitDay(company, worker, '2026-03-03', '11:00', '11:30');
      expect(await copy(worker, input, company)).toMatchObject([{ code: 'worklog.conflict', conflicts: [{ id }] }]);
      const [confirmed] = await copy(worker, { ...input, confirmOverlap: true }, company);
      expect(confirmed?.code).toBe(code);
      const flagged = (await listed(worker, company)).map((one) => one.overlapping.length);
      expect(flagged).toEqual(code === null ? [0, 1, 1] : [0, 0]);
    }
  });

  test('a time that the clocks skip or repeat on the other day is refused with its reason', async () => {
    const worker = await newWorker(berlin);
    await submitDay(berlin, worker, '2026-03-02', '02:30', '04:00');
    await submitDay(berlin, worker, '2026-03-02', '09:00', '10:00');
    const toDays = ['2026-03-29', '2025-10-26'];
    expect(await copy(worker, { fromDay: '2026-03-02', toDays }, berlin)).toMatchObject([
      { day: '2025-10-26', code: 'worklog.time-twice-in-zone' },
      { day: '2025-10-26', code: null },
      { day: '2026-03-29', code: 'worklog.time-missing-in-zone', message: expect.stringContaining('03:30') },
      { day: '2026-03-29', code: null },
    ]);
  });

  test('creates nothing in a locked period', async () => {
    const worker = await newWorker();
    await submitDay(jakarta, worker, '2026-02-10', '08:00', '09:00');
    const lock = (lockedUntil: string | null) => setPolicies(jakarta.admin, jakarta.id, { lockedUntil });
    await lock('2026-01-31');
    const results = await copy(worker, { fromDay: '2026-02-10', toDays: ['2026-01-31', '2026-02-01'] });
    await lock(null);
    expect(results).toMatchObject([{ code: 'worklog.period-locked' }, { code: null }]);
  });

  test('repeated with its idempotency key gets the same response and creates nothing twice', async () => {
    const worker = await newWorker();
    await submitDay(jakarta, worker, '2026-03-02', '08:00', '09:00');
    const send = () =>
      worker.call(
        route,
        { companyId: jakarta.id, fromDay: '2026-03-02', toDays: ['2026-03-03', '2026-03-04'] },
        { 'idempotency-key': 'copy-of-monday' },
      );
    const [one, two] = await Promise.all([send(), send()]);
    expect(two.body).toEqual(one.body);
    expect(await listed(worker)).toHaveLength(3);
  });

  test('repeated with its ids gets the copies as they are now and creates nothing twice, whatever became of them', async () => {
    const worker = await newWorker();
    const path = { companyId: jakarta.id };
    const { id: worklogId } = await worker.ok('POST /companies/{companyId}/worklogs', {
      ...path,
      taskId: jakarta.project.expenseTaskId,
      day: '2026-03-02',
      amount: '50000',
      notes: 'Nails',
      tags: ['Sea'],
    });
    const days = ['2026-03-03', '2026-03-04', '2026-03-05'];
    const copyIds = days.map((day) => ({ worklogId, day, id: v7() }));
    const request = { fromDay: '2026-03-02', toDays: days, worklogIds: [worklogId], copyIds };
    const first = await copy(worker, request);
    expect(first.map((one) => one.copy?.id)).toEqual(copyIds.map(({ id }) => id));
    expect(await copy(worker, request)).toEqual(first);
    await worker.ok('PATCH /companies/{companyId}/worklogs/{worklogId}', {
      ...path,
      worklogId,
      version: 1,
      notes: 'Nails, long ones',
    });
    expect(await copy(worker, request), 'although the original was changed since').toEqual(first);
    const [changed = '', withdrawn = ''] = copyIds.map(({ id }) => id);
    const change = { ...path, worklogId: changed, version: 1, notes: 'Screws' };
    await worker.ok('PATCH /companies/{companyId}/worklogs/{worklogId}', change);
    await worker.ok('DELETE /companies/{companyId}/worklogs/{worklogId}', {
      ...path,
      worklogId: withdrawn,
      version: 1,
    });
    expect(await copy(worker, request)).toMatchObject([
      { code: null, copy: { id: changed, version: 2, notes: 'Screws' } },
      { code: 'worklog.missing', copy: null },
      { code: null, copy: { version: 1, tags: ['Sea'] } },
    ]);
    expect(await listed(worker)).toHaveLength(3);

    const asTyped = { day: '2026-03-05', amount: '50000', notes: 'Nails', tags: ['sea'] };
    const sent = { ...path, taskId: jakarta.project.expenseTaskId, id: copyIds[2]?.id, isBillable: true, ...asTyped };
    expect(await worker.ok('POST /companies/{companyId}/worklogs', sent), 'as a device sends it later').toMatchObject({
      id: copyIds[2]?.id,
      version: 1,
    });
    const other = await newWorker();
    const { id: ofOther } = await submitDay(jakarta, other, '2026-03-02', '08:00', '09:00');
    const taken = { fromDay: '2026-03-02', toDays: ['2026-03-05'], worklogIds: [ofOther] };
    const ids = [{ worklogId: ofOther, day: '2026-03-05', id: copyIds[2]?.id ?? '' }];
    expect(await copy(other, { ...taken, copyIds: ids })).toMatchObject([{ code: 'worklog.id-taken', copy: null }]);
    expect(await listed(other)).toHaveLength(1);
  });

  test('does not keep an amount of an earlier currency of the company', async () => {
    const { admin, worker, id: companyId, project } = await foundTestCompany(app, { canary: 'Changing' });
    const { id: worklogId } = await worker.ok('POST /companies/{companyId}/worklogs', {
      companyId,
      taskId: project.expenseTaskId,
      day: '2026-03-02',
      amount: '150000',
    });
    const company = { id: companyId };
    const onto = (day: string, id = v7()) => ({
      fromDay: '2026-03-02',
      toDays: [day],
      worklogIds: [worklogId],
      copyIds: [{ worklogId, day, id }],
    });
    const before = onto('2026-03-03');
    const [first] = await copy(worker, before, company);
    expect(first).toMatchObject({ code: null, copy: { expense: { amountMinor: 15_000_000 } } });
    await setPolicies(admin, companyId, { currency: 'USD' });
    expect(await copy(worker, onto('2026-03-04'), company)).toMatchObject([
      { code: 'worklog.amount-required', copy: null },
    ]);
    expect(await copy(worker, before, company), 'repeated').toEqual([first]);
  });

  test('of two concurrent copies each worklog is created by one', async () => {
    const worker = await newWorker();
    await submitDay(jakarta, worker, '2026-03-02', '08:00', '09:00');
    const both = await Promise.all(
      [1, 2].map(() => copy(worker, { fromDay: '2026-03-02', toDays: ['2026-03-03', '2026-03-04'] })),
    );
    const codes = both.flat().map(({ code }) => code);
    expect(codes.filter((code) => code === null)).toHaveLength(2);
    expect(codes.filter((code) => code === 'worklog.conflict')).toHaveLength(2);
  });
});

describe('what cannot be copied', () => {
  const codeOf = (actor: Actor, input: CopyInput, company = jakarta) =>
    actor.codeOf(route, { companyId: company.id, ...input });

  test('a worklog of another worker, company or day does not exist, and nothing is created', async () => {
    const [worker, colleague] = [await newWorker(), await newWorker()];
    const { id } = await submitDay(jakarta, worker, '2026-03-02', '08:00', '09:00');
    const foreign = await submitDay(berlin, berlin.worker, '2026-03-02', '08:00', '09:00');
    const onto = { fromDay: '2026-03-02', toDays: ['2026-03-03'] };
    const before = await fingerprint(app);
    expect(await codeOf(colleague, { ...onto, worklogIds: [id] })).toBe('worklog.missing');
    expect(await codeOf(worker, { ...onto, worklogIds: [id, foreign.id] })).toBe('worklog.missing');
    expect(await codeOf(worker, { ...onto, fromDay: '2026-03-04', worklogIds: [id] })).toBe('worklog.missing');
    expect(await codeOf(berlin.worker, { ...onto, worklogIds: [id] })).toBe('company.missing');
    for (const actor of [jakarta.admin, jakarta.manager, jakarta.approver, jakarta.reviewer])
      expect(await codeOf(actor, onto)).toBe('role.not-allowed');
    expect(await copy(colleague, onto), 'an empty day has nothing').toEqual([]);
    expect(await fingerprint(app)).toBe(before);
    expect(await codeOf(worker, { ...onto, worklogIds: [id] }), 'the positive control').toBe('allowed');
  });

  test('more than the maximum, or an invalid day', async () => {
    const worker = await newWorker();
    const perDay = Math.ceil(maxCopies / 31) + 1;
    for (let hour = 0; hour < perDay; hour++) {
      const from = String(hour).padStart(2, '0');
      await submitDay(jakarta, worker, '2026-03-02', `${from}:00`, `${from}:30`);
    }
    const days = Array.from({ length: 31 }, (_, index) => `2026-01-${String(index + 1).padStart(2, '0')}`);
    expect(await codeOf(worker, { fromDay: '2026-03-02', toDays: days })).toBe('worklog.too-many-copies');
    expect(await codeOf(worker, { fromDay: '2026-03-02', toDays: [...days, '2026-02-01'] })).toBe('field.too-many');
    expect(await codeOf(worker, { fromDay: '2026-03-02', toDays: [] })).toBe('field.select-at-least-one');
    expect(await listed(worker)).toHaveLength(perDay);
    expect(await copy(worker, { fromDay: '2026-03-02', toDays: days.slice(0, 3) })).toHaveLength(3 * perDay);
  });
});
