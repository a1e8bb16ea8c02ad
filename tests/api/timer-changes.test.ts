// Changing a running timer, timers of workers who may no longer log, notifications, and the counts in the navigation.

import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type Actor, testPassword } from '../support/app.ts';
import { submitDay } from '../support/company.ts';
import { listen, openStream } from '../support/http-listener.ts';
import { openTimers } from '../support/timers.ts';

const { app, company, at, newWorker, timerOf, wall, awayFromMinuteEdge } = await openTimers();
let worker: Actor;
beforeEach(async () => {
  worker = await newWorker();
});
afterAll(() => app.close());

const start = async () => {
  const taskId = company.project.timedTaskId;
  const { timer } = await worker.ok('POST /companies/{companyId}/timer', at({ taskId, notes: 'at first' }));
  return timer ?? expect.fail('No timer runs.');
};
const change = (
  timerId: string,
  rest: { version: number; taskId?: string; notes?: string; start?: string; resume?: true },
) => worker.call('PATCH /companies/{companyId}/timer/{timerId}', at({ timerId, ...rest }));
const running = () => timerOf(worker);

describe('changing a running timer', () => {
  test('changes its task, its notes and its start, with optimistic locking', async () => {
    await awayFromMinuteEdge();
    const { id } = await start();
    const earlier = wall(90);
    const changes = { taskId: company.otherProject.timedTaskId, notes: 'then', start: earlier };
    const { body } = await change(id, { version: 1, ...changes });
    expect(body.timer).toMatchObject({ version: 2, notes: 'then', task: { projectName: 'Acme Other project' } });
    expect(new Date(body.timer?.startedAt ?? '')).toEqual(new Date(`${earlier}:00+07:00`));
    const stale = await change(id, { version: 1, notes: 'too late' });
    expect([stale.problem?.code, stale.problem?.timer]).toEqual(['timer.changed-since-seen', body.timer]);
    const { worklog } = await worker.ok(
      'POST /companies/{companyId}/timer/{timerId}/stop',
      at({ timerId: id, version: 2 }),
    );
    expect(worklog?.minutes).toBe(90);
  });

  test('a repeated change is answered with the timer; another one on the same version is refused', async () => {
    await awayFromMinuteEdge();
    const { id } = await start();
    const changes = { version: 1, taskId: company.otherProject.timedTaskId, notes: 'sent twice', start: wall(30) };
    const { body } = await change(id, changes);
    const repeated = await change(id, changes);
    expect([repeated.status, repeated.body.timer]).toEqual([200, body.timer]);
    for (const other of [{ notes: 'other' }, { start: wall(31) }, { taskId: company.project.timedTaskId }])
      expect((await change(id, { ...changes, ...other })).problem?.code).toBe('timer.changed-since-seen');
    await change(id, { version: 2, notes: 'a third' });
    expect((await change(id, changes)).problem?.code, 'changed since').toBe('timer.changed-since-seen');
  });

  test('accepts no start in the future or further back than the maximum, and no task for expenses', async () => {
    const { id } = await start();
    const codes = [];
    for (const wrong of [{ start: wall(-30) }, { start: wall(25 * 60) }, { taskId: company.project.expenseTaskId }])
      codes.push((await change(id, { version: 1, ...wrong })).problem?.code);
    expect(codes).toEqual(['timer.starts-too-late', 'worklog.too-long', 'timer.expense-task']);
    expect(await running()).toMatchObject({ version: 1, notes: 'at first' });
  });

  test('names every wrong field together', async () => {
    const { id } = await start();
    const { problem } = await change(id, { version: 1, taskId: crypto.randomUUID(), start: wall(-30) });
    expect(problem?.errors?.map(({ path }) => path)).toEqual(['taskId', 'start']);
  });

  test('resuming a stopped timer continues it from its start', async () => {
    await awayFromMinuteEdge();
    const { id } = await start();
    await app.superuser.query(
      `update timers set started_at = now() - interval '1 hour', stopped_at = now() - interval '30 minutes' where id = $1`,
      [id],
    );
    const { body } = await change(id, { version: 1, resume: true });
    expect(body.timer).toMatchObject({ stoppedAt: null, version: 2 });
    const { worklog } = await worker.ok(
      'POST /companies/{companyId}/timer/{timerId}/stop',
      at({ timerId: id, version: 2 }),
    );
    expect(worklog?.minutes).toBe(60);
  });

  test('discarding it leaves nothing', async () => {
    const { id } = await start();
    await worker.ok('DELETE /companies/{companyId}/timer/{timerId}', at({ timerId: id, version: 1 }));
    expect(await running()).toBeNull();
    const { worklogs } = await worker.ok('GET /companies/{companyId}/worklogs', at({}));
    expect(worklogs).toEqual([]);
  });

  test('continues without its task when that is deleted', async () => {
    const project = await company.admin.ok(
      'POST /companies/{companyId}/projects',
      at({
        name: `Short ${worker.name}`,
        tasks: [
          { name: 'Kept', kind: 'timed' as const },
          { name: 'Deleted', kind: 'timed' as const },
        ],
      }),
    );
    const [kept, deleted] = project.tasks;
    const { timer } = await worker.ok('POST /companies/{companyId}/timer', at({ taskId: deleted?.id ?? '' }));
    const tasks = [{ id: kept?.id ?? '', name: 'Kept', kind: 'timed' as const }];
    await company.admin.ok(
      'PATCH /companies/{companyId}/projects/{projectId}',
      at({ projectId: project.id, version: project.version, tasks }),
    );
    expect(await running()).toMatchObject({ id: timer?.id, task: null, stoppedAt: null });
  });
});

describe('a worker who may no longer log', () => {
  const setMember = (rest: { role?: 'worker' | 'reviewer'; isActive?: boolean }) =>
    company.admin.ok('PATCH /companies/{companyId}/members/{userId}', at({ userId: worker.userId, ...rest }));
  const stopped = async (): Promise<boolean> => {
    const { rows } = await app.superuser.query<{ is: boolean }>(
      'select stopped_at is not null as is from timers where user_id = $1',
      [worker.userId],
    );
    return rows[0]?.is ?? false;
  };

  test('has no running timer, and finds the measured time after returning', async () => {
    const { id } = await start();
    await setMember({ isActive: false });
    expect(await stopped()).toBe(true);
    await setMember({ isActive: true });
    await worker.ok('POST /sign-in', { email: worker.email, password: testPassword });
    expect((await running())?.id).toBe(id);
  });

  test('also after a change of role', async () => {
    await start();
    await setMember({ role: 'worker' });
    expect(await stopped()).toBe(false);
    await setMember({ role: 'reviewer' });
    expect(await stopped()).toBe(true);
    expect(await worker.codeOf('GET /companies/{companyId}/timer', at({}))).toBe('role.not-allowed');
  });

  test('deletes it by closing the account; until then the personal data export contains it', async () => {
    await start();
    const { text } = await worker.send('GET', '/api/v1/account/download');
    expect(JSON.parse(text).memberships).toMatchObject([
      { timer: { taskName: 'Acme Work', notes: 'at first', stoppedAt: null } },
    ]);
    await worker.ok('POST /account/closing', { currentPassword: testPassword });
    const { rowCount } = await app.superuser.query('select from timers where user_id = $1', [worker.userId]);
    expect(rowCount).toBe(0);
  });
});

test('is published to the worker’s own browsers only', async () => {
  const address = await listen(app.app, 5000);
  const [own, other] = [
    await openStream(address, worker, company.id),
    await openStream(address, company.admin, company.id),
  ];
  await Promise.all([own.until('event: hello'), other.until('event: hello')]);
  await start();
  await own.until('{"nouns":["timer"]}');
  await submitDay(company, company.worker, '2026-05-04', '08:00', '10:00');
  await other.until('worklogs');
  expect(other.text()).not.toContain('timer');
  own.close();
  other.close();
});

describe('the counts in the navigation', () => {
  const counts = (actor: Actor) => actor.ok('GET /companies/{companyId}/counts', at({}));

  test('include decidable worklogs, and the caller’s own rejected ones', async () => {
    const before = { manager: await counts(company.manager), approver: await counts(company.approver) };
    const mine = await submitDay(company, worker, '2026-05-05', '08:00', '10:00');
    await submitDay(company, worker, '2026-05-05', '10:00', '12:00');
    const taskId = company.otherProject.timedTaskId;
    await worker.ok(
      'POST /companies/{companyId}/worklogs',
      at({ taskId, start: '2026-05-05T12:00', end: '2026-05-05T13:00' }),
    );
    expect((await counts(company.approver)).toDecide).toBe(before.approver.toDecide + 3);
    expect((await counts(company.manager)).toDecide).toBe(before.manager.toDecide + 2);
    expect(await counts(worker)).toEqual({ toDecide: 0, toCorrect: 0 });
    expect((await counts(company.reviewer)).toDecide).toBe(0);
    const worklogs = [{ id: mine.id, version: 1 }];
    await company.approver.ok(
      'POST /companies/{companyId}/decisions',
      at({ decision: 'reject' as const, notes: 'No.', worklogs }),
    );
    expect((await counts(company.approver)).toDecide).toBe(before.approver.toDecide + 2);
    expect(await counts(worker)).toEqual({ toDecide: 0, toCorrect: 1 });
    expect((await counts(company.worker)).toCorrect).toBe(0);
  });

  test('stop at a hundred', async () => {
    await app.superuser.query(
      `insert into worklogs (company_id, id, worker_id, project_id, task_id, kind, zone, day, amount_minor, currency)
       select $1, gen_random_uuid(), $2, $3, $4, 'expense', 'UTC', '2026-05-06', 100, 'IDR' from generate_series(1, 150)`,
      [company.id, worker.userId, company.project.id, company.project.expenseTaskId],
    );
    expect((await counts(company.approver)).toDecide).toBe(100);
  });
});
