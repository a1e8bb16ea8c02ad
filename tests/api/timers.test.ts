// The running timer: one per worker, stored on the server. Stopping turns it into a worklog atomically.

import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Actor, Output } from '../support/app.ts';
import { setPolicies } from '../support/company.ts';
import { openTimers } from '../support/timers.ts';

const { app, company, at, newWorker, timerOf, wall, awayFromMinuteEdge } = await openTimers();
let worker: Actor;
beforeEach(async () => {
  worker = await newWorker();
});
afterAll(() => app.close());

type Settled = Output<'POST /companies/{companyId}/timer/{timerId}/stop'>;

type Seen = { timerId: string; version: number };

const start = (rest: { taskId?: string; notes?: string; zone?: string; switchFrom?: Seen } = {}, actor = worker) =>
  actor.call('POST /companies/{companyId}/timer', at({ taskId: company.project.timedTaskId, ...rest }));
const stop = (timerId: string, actor = worker, headers = {}, version = 1) =>
  actor.call('POST /companies/{companyId}/timer/{timerId}/stop', at({ timerId, version }), headers);
/** The version after the first stop, which was stored as a change. */
const stopAgain = (timerId: string) => stop(timerId, worker, {}, 2);
const running = () => timerOf(worker);
const worklogsOf = async (actor = worker) =>
  (await actor.ok('GET /companies/{companyId}/worklogs', at({ sort: 'oldest' as const }))).worklogs;

/** A timer that has run for that long. */
async function runFor(minutes: number, rest: Parameters<typeof start>[0] = {}, actor = worker): Promise<string> {
  await awayFromMinuteEdge();
  const { body } = await start(rest, actor);
  const timerId = body.timer?.id ?? '';
  await app.superuser.query(`update timers set started_at = now() - make_interval(mins => $2) where id = $1`, [
    timerId,
    minutes,
  ]);
  return timerId;
}

const startOf = async (timerId: string): Promise<string> => {
  const { rows } = await app.superuser.query<{ at: Date }>('select started_at as at from timers where id = $1', [
    timerId,
  ]);
  return `${rows[0]?.at.toISOString().slice(0, 16)}:00.000Z`;
};

describe('a timer', () => {
  test('runs on the server, for every browser of the worker, and becomes a worklog when it is stopped', async () => {
    const timerId = await runFor(90, { notes: 'cables' });
    expect(await running()).toMatchObject({
      id: timerId,
      stoppedAt: null,
      notes: 'cables',
      task: { taskName: 'Acme Work' },
    });
    const startedAt = await startOf(timerId);
    const { body } = await stop(timerId);
    expect(body).toMatchObject({ timer: null, isDiscarded: false, refusal: null });
    expect(body.worklog).toMatchObject({ status: 'pending', startsAt: startedAt, minutes: 90, notes: 'cables' });
    expect(await worklogsOf()).toEqual([body.worklog]);
    expect(await running()).toBeNull();
    const { history } = await worker.ok(
      'GET /companies/{companyId}/worklogs/{worklogId}',
      at({ worklogId: body.worklog?.id ?? '' }),
    );
    expect(history.map(({ move }) => move)).toEqual(['submit']);
  });

  test('of less than a minute is discarded, and the response says so', async () => {
    const { body } = await start();
    expect((await stop(body.timer?.id ?? '')).body).toMatchObject({ timer: null, worklog: null, isDiscarded: true });
    expect(await worklogsOf()).toEqual([]);
  });

  test('is inaccessible to others: a colleague cannot find, stop, change or discard it', async () => {
    const timerId = await runFor(10);
    const colleague = company.worker;
    expect(await timerOf(colleague)).toBeNull();
    expect((await stop(timerId, colleague)).problem?.code).toBe('timer.missing');
    expect(
      await colleague.codeOf('PATCH /companies/{companyId}/timer/{timerId}', at({ timerId, version: 1, notes: 'x' })),
    ).toBe('timer.missing');
    expect(await colleague.codeOf('DELETE /companies/{companyId}/timer/{timerId}', at({ timerId, version: 1 }))).toBe(
      'timer.missing',
    );
    expect((await stop(timerId)).body.worklog?.minutes).toBe(10);
  });

  test('requires an open task for time, of the worker’s own projects', async () => {
    expect((await start({ taskId: company.project.expenseTaskId })).problem?.code).toBe('timer.expense-task');
    expect((await start({ taskId: crypto.randomUUID() })).problem?.code).toBe('task.missing');
    expect(await running()).toBeNull();
  });

  test('uses the elapsed minutes, also in a zone with another clock time', async () => {
    const timerId = await runFor(61, { zone: 'America/New_York' });
    const startedAt = await startOf(timerId);
    expect((await stop(timerId)).body.worklog).toMatchObject({
      minutes: 61,
      zone: 'America/New_York',
      startsAt: startedAt,
    });
  });
});

describe('a conflict that only the database detects', () => {
  test('keeps the timer as it was stopped, with the reason, and writes nothing else', async () => {
    const inTheWay = await worker.ok(
      'POST /companies/{companyId}/worklogs',
      at({ taskId: company.project.timedTaskId, start: wall(40), end: wall(20) }),
    );
    // The query searches the neighbouring days; the constraint does not depend on days.
    await app.superuser.query('update worklogs set day = day - 30 where id = $1', [inTheWay.id]);
    const timerId = await runFor(60);
    const { status, body } = await stop(timerId);
    expect([status, body.worklog, body.refusal?.code]).toEqual([200, null, 'worklog.conflict']);
    expect(await running()).toMatchObject({ id: timerId, stoppedAt: expect.any(String) });
    expect((await worklogsOf()).map(({ id }) => id)).toEqual([inTheWay.id]);
    const switched = await start({ switchFrom: { timerId, version: 2 } });
    expect([switched.status, switched.body.refusal?.code, switched.body.timer?.id]).toEqual([
      200,
      'worklog.conflict',
      timerId,
    ]);
  });
});

describe('one at a time', () => {
  test('of fifty concurrent starts one succeeds, and the others get the running timer', async () => {
    const replies = await Promise.all(Array.from({ length: 50 }, () => start()));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = replies.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ status, problem }) => `${status} ${problem?.code}`))).toEqual(
      new Set(['409 timer.running']),
    );
    expect(refused[0]?.problem).toMatchObject({ timer: { id: (await running())?.id } });
  });

  test('the database enforces it as well', async () => {
    const insert = () =>
      app.superuser.query(
        `insert into timers (company_id, user_id, id, zone) values ($1, $2, gen_random_uuid(), 'UTC')`,
        [company.id, worker.userId],
      );
    const results = await Promise.allSettled([insert(), insert(), insert(), insert()]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('of twenty concurrent stops from different devices one creates the worklog', async () => {
    const timerId = await runFor(30);
    const replies = await Promise.all(Array.from({ length: 20 }, () => stop(timerId)));
    expect(replies.filter(({ body }) => body.worklog)).toHaveLength(1);
    expect(replies.filter(({ problem }) => problem?.code === 'timer.missing')).toHaveLength(19);
    expect(await worklogsOf()).toHaveLength(1);
  });

  test('a repeated stop gets the first response', async () => {
    const timerId = await runFor(30);
    const key = { 'idempotency-key': crypto.randomUUID() };
    const [first, again] = [await stop(timerId, worker, key), await stop(timerId, worker, key)];
    expect(again.body).toEqual(first.body);
    expect(await worklogsOf()).toHaveLength(1);
  });

  test('a delayed stop applies to the timer that the caller saw, not to the one running now', async () => {
    const timerId = await runFor(30);
    await stop(timerId);
    const next = await runFor(5);
    expect((await stop(timerId)).problem?.code).toBe('timer.missing');
    expect((await running())?.id).toBe(next);
  });

  test('switching creates a worklog and starts the next timer at its end', async () => {
    const timerId = await runFor(45);
    const { body } = await start({ taskId: company.otherProject.timedTaskId, switchFrom: { timerId, version: 1 } });
    expect(body.worklog).toMatchObject({ minutes: 45, projectName: 'Acme Project' });
    expect(body.timer).toMatchObject({ task: { projectName: 'Acme Other project' }, stoppedAt: null });
    expect(body.timer?.startedAt.slice(0, 16)).toBe(body.worklog?.endsAt?.slice(0, 16));
  });

  test('a request without a version stops and switches any running timer, as in the last release', async () => {
    const timerId = await runFor(45);
    const switched = await worker.ok(
      'POST /companies/{companyId}/timer',
      at({ taskId: company.project.timedTaskId, switch: true }),
    );
    expect(switched).toMatchObject({ worklog: { minutes: 45 }, timer: { stoppedAt: null } });
    expect(switched.timer?.id).not.toBe(timerId);
    await worker.ok('POST /companies/{companyId}/timer/{timerId}/stop', at({ timerId: switched.timer?.id ?? '' }));
    expect(await running()).toBeNull();
  });

  test('switching starts nothing while the previous timer cannot be saved', async () => {
    const timerId = await runFor(45);
    await app.superuser.query('update timers set task_id = null where id = $1', [timerId]);
    const { body } = await start({ switchFrom: { timerId, version: 1 } });
    expect(body).toMatchObject({ worklog: null, refusal: { code: 'field.required' }, timer: { id: timerId } });
    expect(body.timer?.stoppedAt).not.toBeNull();
  });
});

describe('a timer is settled only by a request with its current version', () => {
  const path = 'POST /companies/{companyId}/timer/{timerId}/worklog';
  const entry = (from: number, to: number) =>
    at({ taskId: company.project.timedTaskId, start: wall(from), end: wall(to) });
  /** Every request that writes a worklog, or that names another timer or version. */
  const others: Record<string, (seen: Seen) => Promise<unknown>> = {
    'a new worklog': () => worker.ok('POST /companies/{companyId}/worklogs', entry(300, 280)),
    'a worklog at the times that were measured': () =>
      worker.call('POST /companies/{companyId}/worklogs', entry(55, 5)),
    'a copy of the day': async () => {
      const { worklogs } = await worker.ok('GET /companies/{companyId}/worklogs', at({}));
      const fromDay = worklogs[0]?.day ?? '';
      const toDay = new Date(Date.parse(fromDay) - 86_400_000).toISOString().slice(0, 10);
      return worker.ok('POST /companies/{companyId}/worklog-copies', at({ fromDay, toDays: [toDay] }));
    },
    'a start that names none': () => start(),
    'a start that names another': ({ version }) => start({ switchFrom: { timerId: crypto.randomUUID(), version } }),
    'a start after another change': ({ timerId, version }) => start({ switchFrom: { timerId, version: version + 1 } }),
    'a stop after another change': ({ timerId, version }) => stop(timerId, worker, {}, version + 1),
    'a worklog after another change': ({ timerId, version }) =>
      worker.call(path, { ...entry(4, 1), timerId, version: version + 1 }),
    'a worklog of another': ({ version }) =>
      worker.call(path, { ...entry(4, 1), timerId: crypto.randomUUID(), version }),
    'a removal after another change': ({ timerId, version }) =>
      worker.call('DELETE /companies/{companyId}/timer/{timerId}', at({ timerId, version: version + 1 })),
  };

  test.each(['running', 'stopped'])('%s, it is ignored by every other request', async (state) => {
    const timerId = await runFor(60);
    if (state === 'stopped')
      await app.superuser.query('update timers set stopped_at = now(), version = 2 where id = $1', [timerId]);
    const before = (await running()) ?? expect.fail('No timer runs.');
    for (const [name, act] of Object.entries(others)) {
      await act({ timerId, version: before.version });
      expect([name, await running()]).toEqual([name, before]);
    }
    const named = { ...entry(4, 1), timerId, version: before.version };
    expect((await worker.call(path, named)).body).toMatchObject({ minutes: 3 });
    expect(await running(), 'with the current version it is saved').toBeNull();
  });
});

describe('a process that is killed meanwhile', () => {
  test('leaves the timer and no worklog: never both, never neither', async () => {
    const timerId = await runFor(30);
    const other = await app.superuser.connect();
    await other.query('begin');
    await other.query('select from timers where id = $1 for update', [timerId]);
    const stopped = stop(timerId);
    // The worklog is written and the timer cannot be deleted yet: the connection is cut at this point.
    await vi.waitUntil(async () => {
      const { rowCount } = await app.superuser.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like 'delete from "timers"%'`,
      );
      return rowCount === 1;
    }, 30_000);
    expect((await stopped).status).toBeGreaterThanOrEqual(500);
    await other.query('rollback');
    other.release();
    expect(await worklogsOf()).toEqual([]);
    expect((await running())?.id).toBe(timerId);
    expect((await stop(timerId)).body.worklog?.minutes).toBe(30);
  });
});

describe('a timer that cannot be saved yet', () => {
  const expectKept = async (settled: Settled, timerId: string, code: string, path?: string) => {
    expect(settled).toMatchObject({ worklog: null, isDiscarded: false, refusal: { code }, timer: { id: timerId } });
    if (path) expect(settled.refusal?.errors?.map((error) => error.path)).toContain(path);
    expect(settled.timer?.stoppedAt).not.toBeNull();
    expect(await running()).toEqual(settled.timer);
  };

  test('shows the conflicting worklog; the stop is kept, and is saved once the conflict is resolved', async () => {
    const inTheWay = await worker.ok(
      'POST /companies/{companyId}/worklogs',
      at({ taskId: company.project.timedTaskId, start: wall(50), end: wall(40) }),
    );
    const timerId = await runFor(60);
    const { body } = await stop(timerId);
    await expectKept(body, timerId, 'worklog.conflict');
    expect(body.refusal).toMatchObject({ status: 409, conflicts: [{ id: inTheWay.id }] });
    expect(JSON.stringify(body.refusal)).not.toContain('requestId');
    await app.superuser.query(`update timers set stopped_at = stopped_at - interval '5 minutes' where id = $1`, [
      timerId,
    ]);
    await worker.ok('DELETE /companies/{companyId}/worklogs/{worklogId}', at({ worklogId: inTheWay.id, version: 1 }));
    expect((await stopAgain(timerId)).body.worklog?.minutes).toBe(55);
  });

  test('is submitted by the form with corrections, and deleted only with the new worklog', async () => {
    const taken = at({ taskId: company.project.timedTaskId, start: wall(50), end: wall(40) });
    await worker.ok('POST /companies/{companyId}/worklogs', taken);
    const timerId = await runFor(60);
    const { body } = await stop(timerId);
    const submit = (fields: { start: string; end: string }) =>
      worker.call(
        'POST /companies/{companyId}/timer/{timerId}/worklog',
        at({ timerId, version: 2, taskId: taken.taskId, ...fields }),
      );
    const refused = await submit({ start: wall(60), end: wall(45) });
    expect([refused.status, refused.problem?.code]).toEqual([409, 'worklog.conflict']);
    expect(await running()).toEqual(body.timer);
    expect((await submit({ start: wall(40), end: wall(1) })).body).toMatchObject({ minutes: 39, status: 'pending' });
    expect(await running()).toBeNull();
    expect((await submit({ start: wall(30), end: wall(20) })).problem?.code).toBe('timer.missing');
  });

  test.each([
    ['no task', { taskId: null }, {}, 'field.required', 'taskId'],
    ['notes that are required', {}, { requireNotes: true }, 'worklog.notes-required', 'notes'],
    ['a locked period', {}, { lockedUntil: '2030-01-01' }, 'worklog.period-locked', 'start'],
  ] as const)('%s keeps the timer, with the reason', async (_, row, policies, code, path) => {
    const timerId = await runFor(30);
    if ('taskId' in row) await app.superuser.query('update timers set task_id = null where id = $1', [timerId]);
    const before = await company.admin.ok('GET /companies/{companyId}', at({}));
    if (Object.keys(policies).length > 0) await setPolicies(company.admin, company.id, policies);
    try {
      await expectKept((await stop(timerId)).body, timerId, code, path);
    } finally {
      const { requireNotes, lockedUntil } = before;
      await setPolicies(company.admin, company.id, { requireNotes, lockedUntil });
    }
    if ('taskId' in row)
      await app.superuser.query('update timers set task_id = $2 where id = $1', [timerId, company.project.timedTaskId]);
    expect((await stopAgain(timerId)).body.worklog?.minutes).toBe(30);
  });

  test('keeps the timer if the task was closed meanwhile', async () => {
    const path = 'PATCH /companies/{companyId}/projects/{projectId}';
    const made = await company.admin.ok(
      'POST /companies/{companyId}/projects',
      at({ name: `Closing ${worker.name}`, tasks: [{ name: 'Soon closed', kind: 'timed' }] }),
    );
    const [task] = made.tasks;
    const timerId = await runFor(30, { taskId: task?.id ?? '' });
    await company.admin.ok(
      path,
      at({
        projectId: made.id,
        version: made.version,
        tasks: [{ id: task?.id ?? '', name: 'Soon closed', kind: 'timed', isClosed: true }],
      }),
    );
    await expectKept((await stop(timerId)).body, timerId, 'task.closed', 'taskId');
  });

  test('of more than a day requires confirmation', async () => {
    const timerId = await runFor(25 * 60);
    await expectKept((await stop(timerId)).body, timerId, 'worklog.too-long', 'end');
  });
});
