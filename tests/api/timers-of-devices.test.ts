// Timers that were started and stopped on a device without a connection: a device that lost the response repeats its request, and the
// timer becomes one worklog, under its own id. Cases A11, A45 of docs/attack-cases.md.

import { v7 } from 'uuid';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Actor, Input } from '../support/app.ts';
import { setPolicies } from '../support/company.ts';
import { openTimers } from '../support/timers.ts';

const { app, company, at, newWorker, timerOf, wall, awayFromMinuteEdge } = await openTimers();
let worker: Actor;
beforeEach(async () => {
  worker = await newWorker();
});
afterAll(() => app.close());

const { timedTaskId: taskId } = company.project;
const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

type Start = Omit<Input<'POST /companies/{companyId}/timer'>, 'companyId'>;

const start = (rest: Start, actor = worker, headers = {}) =>
  actor.call('POST /companies/{companyId}/timer', at({ taskId, ...rest }), headers);
const stop = (timerId: string) => worker.call('POST /companies/{companyId}/timer/{timerId}/stop', at({ timerId }));
const discard = (timerId: string) => worker.ok('DELETE /companies/{companyId}/timer/{timerId}', at({ timerId }));
const worklogsOf = async (actor = worker) =>
  (await actor.ok('GET /companies/{companyId}/worklogs', at({ sort: 'oldest' as const }))).worklogs;
const withdraw = (worklogId: string) =>
  worker.ok('DELETE /companies/{companyId}/worklogs/{worklogId}', at({ worklogId, version: 1 }));

type Times = { from: number; to: number; notes?: string; version?: number };
const submit = (timerId: string, { from, to, ...rest }: Times) =>
  worker.call(
    'POST /companies/{companyId}/timer/{timerId}/worklog',
    at({ timerId, taskId, start: wall(from), end: wall(to), ...rest }),
  );

describe('a start that a device has measured', () => {
  test('has its id and its time; a few seconds ahead of the server it begins now', async () => {
    const id = v7();
    const startedAt = ago(90);
    const { status, body } = await start({ id, startedAt, notes: 'In the shaft' });
    expect([status, body.worklog, body.refusal]).toEqual([200, null, null]);
    expect(body.timer).toMatchObject({ id, startedAt, notes: 'In the shaft', version: 1 });
    await discard(id);
    const ahead = await start({ id: v7(), startedAt: ago(-0.5) });
    expect(Date.parse(ahead.body.timer?.startedAt ?? '')).toBeLessThanOrEqual(Date.parse(ahead.body.now));
  });

  test.each([
    ['later than the server', { startedAt: ago(-2) }, 'timer.starts-too-late', 'startedAt'],
    ['longer ago than a worklog may be', { startedAt: ago(24 * 60 + 1) }, 'worklog.too-long', 'startedAt'],
    ['without being a time', { startedAt: 'yesterday' }, 'field.invalid', 'startedAt'],
    ['under an id that is none of ours', { id: crypto.randomUUID() }, 'field.invalid', 'id'],
  ])('%s is refused, and starts nothing', async (_, rest, code, path) => {
    const { problem } = await start({ id: v7(), ...rest });
    expect(problem?.errors?.map((error) => [error.code, error.path]) ?? problem?.code).toEqual([[code, path]]);
    expect(await timerOf(worker)).toBeNull();
  });

  test('in a locked period is refused, and so is one that ends another timer', async () => {
    await setPolicies(company.admin, company.id, { lockedUntil: ago(-24 * 60).slice(0, 10) });
    const locked = await start({ id: v7(), startedAt: ago(10) });
    await setPolicies(company.admin, company.id, { lockedUntil: null });
    expect(locked.problem?.errors).toMatchObject([{ code: 'worklog.period-locked', path: 'startedAt' }]);
    const { body } = await start({ id: v7(), startedAt: ago(10) });
    const switchFrom = { timerId: body.timer?.id ?? '', version: 1 };
    const both = await start({ id: v7(), startedAt: ago(5), switchFrom });
    expect(both.problem?.errors).toMatchObject([{ code: 'field.invalid', path: 'startedAt' }]);
    expect(await timerOf(worker)).toEqual(body.timer);
  });

  test('while a timer of another device runs is refused, and names that', async () => {
    const { body } = await start({ notes: 'On the other phone' });
    const second = await start({ id: v7(), startedAt: ago(30) });
    expect([second.status, second.problem?.code]).toEqual([409, 'timer.running']);
    expect(second.problem).toMatchObject({ timer: { id: body.timer?.id } });
  });
});

describe('the same start again', () => {
  test('20 at once start one, and all are answered with it', async () => {
    const request = { id: v7(), startedAt: ago(20) };
    const answers = await Promise.all(Array.from({ length: 20 }, () => start(request)));
    expect(answers.map(({ status, body }) => [status, body.timer?.id])).toEqual(
      Array.from({ length: 20 }, () => [200, request.id]),
    );
  });

  test('is answered with the timer as it is now, and changes nothing', async () => {
    const request = { id: v7(), startedAt: ago(20) };
    await start(request);
    await worker.ok(
      'PATCH /companies/{companyId}/timer/{timerId}',
      at({ timerId: request.id, version: 1, notes: 'B' }),
    );
    expect((await start(request)).body.timer).toMatchObject({ notes: 'B', version: 2, startedAt: request.startedAt });
  });

  test('does not bring back a timer that has become a worklog, nor one whose worklog was withdrawn', async () => {
    await awayFromMinuteEdge();
    const request = { id: v7(), startedAt: ago(20) };
    await start(request);
    const { body } = await stop(request.id);
    expect(body.worklog).toMatchObject({ id: request.id, minutes: 20 });
    expect((await start(request)).body).toMatchObject({ timer: null, worklog: null, refusal: null });
    await withdraw(request.id);
    expect((await start(request)).body).toMatchObject({ timer: null, worklog: null, refusal: null });
    expect(await timerOf(worker)).toBeNull();
  });

  test('nor, with its key, one that was discarded', async () => {
    const request = { id: v7(), startedAt: ago(20) };
    const key = { 'idempotency-key': request.id };
    await start(request, worker, key);
    await discard(request.id);
    expect((await start(request, worker, key)).status).toBe(200);
    expect(await timerOf(worker)).toBeNull();
  });

  test('leaves alone the timer that was started since', async () => {
    const request = { id: v7(), startedAt: ago(20) };
    await start(request);
    await stop(request.id);
    const next = (await start({ notes: 'Next' })).body.timer;
    expect((await start(request)).body.timer).toEqual(next);
  });
});

describe('an id of somebody else', () => {
  test('is refused, whether their timer runs or has become a worklog, and touches nothing', async () => {
    const colleague = await newWorker();
    const request = { id: v7(), startedAt: ago(20) };
    await start(request, colleague);
    const running = await start(request);
    expect([running.status, running.problem?.code]).toEqual([409, 'timer.id-taken']);
    await colleague.ok('POST /companies/{companyId}/timer/{timerId}/stop', at({ timerId: request.id }));
    expect((await start(request)).problem?.code).toBe('timer.id-taken');
    expect((await submit(request.id, { from: 20, to: 1 })).problem?.code).toBe('timer.missing');
    expect(await timerOf(worker)).toBeNull();
    expect(await worklogsOf(colleague)).toHaveLength(1);
  });

  test('of two people at once, one gets it', async () => {
    const colleague = await newWorker();
    const request = { id: v7(), startedAt: ago(20) };
    const answers = await Promise.all([worker, colleague].map((actor) => start(request, actor)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('a worklog that took the id meanwhile does not keep the timer from becoming one', async () => {
    await awayFromMinuteEdge();
    const id = v7();
    await start({ id, startedAt: ago(20) });
    const other = at({ id, taskId, start: wall(300), end: wall(280) });
    await company.worker.ok('POST /companies/{companyId}/worklogs', other);
    const { body } = await stop(id);
    expect(body.worklog).toMatchObject({ minutes: 20 });
    expect(body.worklog?.id).not.toBe(id);
  });
});

describe('a stop that a device has measured', () => {
  test('20 at once, or repeated later, create one worklog, under the id of the timer', async () => {
    await awayFromMinuteEdge();
    const id = v7();
    await start({ id, startedAt: ago(60) });
    const times = { from: 60, to: 15, notes: 'Pumps', version: 1 };
    const answers = await Promise.all(Array.from({ length: 20 }, () => submit(id, times)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id} ${body.minutes}`))).toEqual(
      new Set([`200 ${id} 45`]),
    );
    expect((await worklogsOf()).map((worklog) => worklog.id)).toEqual([id]);
    expect(await timerOf(worker)).toBeNull();
    const next = (await start({ notes: 'Next' })).body.timer;
    expect((await submit(id, times)).body).toEqual(answers[0]?.body);
    expect(await timerOf(worker), 'no other timer is consumed').toEqual(next);
  });

  test('of a timer that another device has stopped otherwise is refused, and the worklog stays as it is', async () => {
    const id = v7();
    await start({ id, startedAt: ago(60) });
    const { body } = await stop(id);
    const late = await submit(id, { from: 60, to: 30, version: 1 });
    expect([late.status, late.problem?.code]).toEqual([404, 'timer.missing']);
    expect(await worklogsOf()).toEqual([body.worklog]);
  });

  test('of one that another device has changed names what it is now', async () => {
    const id = v7();
    await start({ id, startedAt: ago(60) });
    await worker.ok('PATCH /companies/{companyId}/timer/{timerId}', at({ timerId: id, version: 1, notes: 'B' }));
    const late = await submit(id, { from: 60, to: 30, version: 1 });
    expect(late.problem).toMatchObject({ code: 'timer.changed-since-seen', timer: { version: 2, notes: 'B' } });
    expect((await submit(id, { from: 60, to: 30, version: 2 })).body).toMatchObject({ id, minutes: 30 });
  });

  test('and one that the other device sends in the same moment: one of them becomes the worklog', async () => {
    for (let round = 0; round < 5; round++) {
      const id = v7();
      const from = 600 - round * 60;
      await start({ id, startedAt: ago(from) });
      const answers = await Promise.all([
        submit(id, { from, to: from - 40, version: 1 }),
        submit(id, { from, to: from - 30, version: 1 }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    }
    expect(await worklogsOf()).toHaveLength(5);
  });

  test('is not repeated after its worklog was withdrawn', async () => {
    await awayFromMinuteEdge();
    const id = v7();
    await start({ id, startedAt: ago(60) });
    const times = { from: 60, to: 15, version: 1 };
    await submit(id, times);
    await withdraw(id);
    expect((await submit(id, times)).problem?.code).toBe('worklog.missing');
    expect(await worklogsOf()).toEqual([]);
  });
});
