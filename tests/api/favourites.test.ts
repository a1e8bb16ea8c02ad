// Favourite tasks: stored per worker and company, first in every picker, and deleted with the account.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maxFavourites } from '#domain/favourites.ts';
import { type Actor, startTestApp, type TestApp, testPassword } from '../support/app.ts';
import { foundTestCompany, hire, submitDay, type TestCompany } from '../support/company.ts';

let app: TestApp;
let ours: TestCompany;
let theirs: TestCompany;
beforeAll(async () => {
  app = await startTestApp();
  ours = await foundTestCompany(app, { canary: 'Ours' });
  await ours.admin.ok('PUT /companies/{companyId}/seats', { companyId: ours.id, seats: 40 });
  theirs = await foundTestCompany(app, { canary: 'Theirs' });
});
afterAll(() => app.close());

const path = '/companies/{companyId}/favourite-tasks/{taskId}';
const add = (actor: Actor, taskId: string, companyId = ours.id) => actor.codeOf(`PUT ${path}`, { companyId, taskId });
const remove = (actor: Actor, taskId: string) => actor.codeOf(`DELETE ${path}`, { companyId: ours.id, taskId });

const offered = async (actor: Actor, search?: string) => {
  const input = { companyId: ours.id, ...(search ? { search } : {}) };
  const { found } = await actor.ok('GET /companies/{companyId}/loggable-tasks', input);
  return found;
};
const first = async (actor: Actor) => (await offered(actor))[0];

const openTasks = async (names: string[], forEveryone = true) => {
  const tasks = names.map((name) => ({ name, kind: 'timed' as const }));
  const project = { companyId: ours.id, name: `Lot ${names[0]}`, forEveryone, tasks };
  const { tasks: made } = await ours.admin.ok('POST /companies/{companyId}/projects', project);
  return made.map(({ id }) => id);
};

describe('a favourite', () => {
  test('is listed before recently used tasks, in order of creation if equally used, also in a search', async () => {
    const worker = await hire(app, ours.admin, ours.id, 'worker', 'Fia');
    const [one = '', two = ''] = await openTasks(['Zinc roof', 'Zebra crossing']);
    await submitDay(ours, worker, '2026-03-02', '08:00', '10:00');
    expect(await first(worker)).toMatchObject({ taskName: 'Ours Work', isFavourite: false });
    expect([await add(worker, one), await add(worker, two)]).toEqual(['allowed', 'allowed']);
    expect((await offered(worker)).slice(0, 3)).toMatchObject([
      { taskId: one, isFavourite: true, lastUsedAt: null },
      { taskId: two, isFavourite: true },
      { taskName: 'Ours Work', isFavourite: false, lastUsedAt: expect.any(String) },
    ]);
    expect((await offered(worker, 'z')).map(({ taskId }) => taskId)).toEqual([one, two]);
    expect([await remove(worker, one), await remove(worker, one)], 'adding twice has no effect').toEqual([
      'allowed',
      'allowed',
    ]);
    expect((await first(worker))?.taskId).toBe(two);
  });

  test('that is used most is listed first', async () => {
    const worker = await hire(app, ours.admin, ours.id, 'worker', 'Often');
    const tasks = await openTasks(['Never', 'Once', 'Twice']);
    for (const taskId of tasks) await add(worker, taskId);
    const favourites = async () => (await offered(worker)).slice(0, 3).map(({ taskId }) => taskId);
    expect(await favourites(), 'in the order of adding').toEqual(tasks);
    const [never = '', once = '', twice = ''] = tasks;
    const days = [
      [twice, '2026-03-02'],
      [twice, '2026-03-03'],
      [once, '2026-03-04'],
    ] as const;
    for (const [taskId, day] of days)
      await worker.ok('POST /companies/{companyId}/worklogs', {
        companyId: ours.id,
        taskId,
        start: `${day}T08:00`,
        end: `${day}T10:00`,
      });
    expect(await favourites()).toEqual([twice, once, never]);
  });

  test('is not visible to others', async () => {
    const [mine, other] = [
      await hire(app, ours.admin, ours.id, 'worker', 'Mine'),
      await hire(app, ours.admin, ours.id, 'worker', 'Other'),
    ];
    const [taskId = ''] = await openTasks(['Yard']);
    await add(mine, taskId);
    expect((await first(mine))?.taskId).toBe(taskId);
    expect((await offered(other)).some(({ isFavourite }) => isFavourite)).toBe(false);
  });

  test('requires access to the task: one of others, of another company or unknown does not exist', async () => {
    const worker = await hire(app, ours.admin, ours.id, 'worker', 'Reach');
    const [hidden = ''] = await openTasks(['Hidden'], false);
    expect(await add(worker, hidden)).toBe('task.missing');
    expect(await add(worker, theirs.project.timedTaskId)).toBe('task.missing');
    expect(await add(worker, theirs.project.timedTaskId, theirs.id)).toBe('company.missing');
    expect(await remove(worker, hidden)).toBe('task.missing');
    expect(await add(worker, ours.project.timedTaskId), 'the positive control').toBe('allowed');
    for (const actor of [ours.admin, ours.manager, ours.approver, ours.reviewer])
      expect(await add(actor, ours.project.timedTaskId)).toBe('role.not-allowed');
  });

  test('is hidden while its task is closed, and listed again afterwards', async () => {
    const worker = await hire(app, ours.admin, ours.id, 'worker', 'Shut');
    const project = await ours.admin.ok('POST /companies/{companyId}/projects', {
      companyId: ours.id,
      name: 'Shutters',
      tasks: [{ name: 'Shutter', kind: 'timed' }],
    });
    await add(worker, project.tasks[0]?.id ?? '');
    const path = '/companies/{companyId}/projects/{projectId}' as const;
    const key = { companyId: ours.id, projectId: project.id };
    await ours.admin.ok(`POST ${path}/archive`, { ...key, version: project.version });
    expect((await offered(worker)).some(({ taskName }) => taskName === 'Shutter')).toBe(false);
    await ours.admin.ok(`POST ${path}/restore`, { ...key, version: project.version + 1 });
    expect(await first(worker)).toMatchObject({ taskName: 'Shutter', isFavourite: true });
  });

  test('is one of a maximum number, also when they are added concurrently', async () => {
    const worker = await hire(app, ours.admin, ours.id, 'worker', 'Many');
    const tasks = await openTasks(Array.from({ length: maxFavourites + 3 }, (_, n) => `Many ${n}`));
    const answers = await Promise.all(tasks.map((taskId) => add(worker, taskId)));
    expect(answers.filter((code) => code === 'allowed')).toHaveLength(maxFavourites);
    expect(answers.filter((code) => code === 'task.too-many-favourites')).toHaveLength(3);
    const kept = tasks.find((_, index) => answers[index] === 'allowed') ?? '';
    expect(await add(worker, kept), 'an existing one does not count again').toBe('allowed');
  });

  test('of a task that can no longer be chosen gives its place to a new one, and can be removed', async () => {
    const worker = await hire(app, ours.admin, ours.id, 'worker', 'Moved');
    const project = await ours.admin.ok('POST /companies/{companyId}/projects', {
      companyId: ours.id,
      name: 'Past site',
      tasks: Array.from({ length: maxFavourites }, (_, n) => ({ name: `Past ${n}`, kind: 'timed' })),
    });
    const past = project.tasks.map(({ id }) => id);
    for (const taskId of past) expect(await add(worker, taskId)).toBe('allowed');
    const [next = '', another = ''] = await openTasks(['Next', 'Another']);
    expect(await add(worker, next), 'all can be chosen').toBe('task.too-many-favourites');
    await ours.admin.ok('PATCH /companies/{companyId}/projects/{projectId}', {
      companyId: ours.id,
      projectId: project.id,
      version: project.version,
      forEveryone: false,
    });
    const [removed = '', ...others] = past;
    expect(await remove(worker, removed)).toBe('allowed');
    expect(await add(worker, next)).toBe('allowed');
    expect(await add(worker, another)).toBe('allowed');
    expect((await offered(worker)).filter(({ isFavourite }) => isFavourite).map(({ taskId }) => taskId)).toEqual([
      next,
      another,
    ]);
    expect(await remove(worker, others[0] ?? '')).toBe('task.missing');
  });

  test('is in the personal data export and is deleted with the account', async () => {
    const worker = await hire(app, ours.admin, ours.id, 'worker', 'Leaver');
    await add(worker, ours.project.timedTaskId);
    const { text } = await worker.send('GET', '/api/v1/account/download');
    expect(JSON.parse(text).memberships[0].favouriteTasks).toEqual(['Ours Project / Ours Work']);
    const left = async () => {
      const query = 'select count(*)::int as n from favourite_tasks where user_id = $1';
      return (await app.superuser.query<{ n: number }>(query, [worker.userId])).rows[0]?.n;
    };
    expect(await left()).toBe(1);
    await worker.ok('POST /account/closing', { currentPassword: testPassword });
    expect(await left()).toBe(0);
  });
});

test('the last used tasks are found among thousands of worklogs and tasks', async () => {
  const worker = await hire(app, ours.admin, ours.id, 'worker', 'Old Hand');
  const tasks = await openTasks(Array.from({ length: 60 }, (_, n) => `Old ${n}`));
  await app.superuser.query(
    `insert into worklogs (company_id, id, worker_id, project_id, task_id, kind, starts_at, ends_at, zone, day, currency, submitted_at)
     select t.company_id, gen_random_uuid(), $2, t.project_id, t.id, 'timed', at, at + interval '10 minutes', 'UTC', at::date, 'IDR', at
     from generate_series(0, 2999) n cross join lateral (select timestamptz '2020-01-01' + n * interval '1 hour' as at) times
     join tasks t on t.company_id = $1 and t.id = ($3::uuid[])[case when n >= 2995 then 60 else n % 50 + 1 end]`,
    [ours.id, worker.userId, tasks],
  );
  const found = await offered(worker);
  expect(found[0]).toMatchObject({ taskId: tasks[59], lastUsedAt: '2020-05-04T23:00:00.000Z' });
  expect(found).toHaveLength(50);
});
