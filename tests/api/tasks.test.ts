import { afterAll, describe, expect, test } from 'vitest';
import { foundTestCompany, startTwoCompanies, submitDay } from '../support/company.ts';

const { app, ours, theirs } = await startTwoCompanies();
afterAll(() => app.close());

const get = 'GET /companies/{companyId}/projects/{projectId}';
const create = 'POST /companies/{companyId}/projects';
const update = 'PATCH /companies/{companyId}/projects/{projectId}';
const loggable = 'GET /companies/{companyId}/loggable-tasks';

const newProject = (name: string, tasks = [{ name: 'Work', kind: 'timed' as const }]) =>
  ours.admin.ok(create, { companyId: ours.id, name, tasks });

const errorsOf = (problem: { errors?: { path: string; code: string }[] | undefined } | null) =>
  problem?.errors?.map(({ path, code }) => [path, code]);

describe('Tasks of a project', () => {
  const twoTasks = [
    { name: 'One', kind: 'timed' as const },
    { name: 'Two', kind: 'timed' as const },
  ];

  test('are added, changed, closed and deleted by one list', async () => {
    const project = await newProject('Listed', twoTasks);
    const [one] = project.tasks;
    const after = await ours.admin.ok(update, {
      companyId: ours.id,
      projectId: project.id,
      version: project.version,
      tasks: [
        { id: one?.id, name: 'First', kind: 'expense', budgetMinor: 500, isClosed: true },
        { name: 'Third', kind: 'timed' },
      ],
    });
    expect(after.tasks).toMatchObject([
      { id: one?.id, name: 'First', kind: 'expense', budgetMinor: 500, isClosed: true },
      { name: 'Third', kind: 'timed', isClosed: false },
    ]);
    expect(after.tasks).toHaveLength(2);
  });

  test('may swap their names', async () => {
    const project = await newProject('Swapped', twoTasks);
    const [one, two] = project.tasks;
    const after = await ours.admin.ok(update, {
      companyId: ours.id,
      projectId: project.id,
      version: project.version,
      tasks: [
        { id: one?.id, name: 'Two', kind: 'timed' },
        { id: two?.id, name: 'One', kind: 'timed' },
      ],
    });
    expect(after.tasks.map(({ id, name }) => [id, name])).toEqual([
      [one?.id, 'Two'],
      [two?.id, 'One'],
    ]);
  });

  test('with worklogs remain and keep their kind, but can be closed and renamed', async () => {
    const { id: projectId, tasks, version } = await newProject('Logged', twoTasks);
    const [used, unused] = tasks.map((task) => task.id);
    await ours.worker.ok('POST /companies/{companyId}/worklogs', {
      companyId: ours.id,
      taskId: used ?? '',
      start: '2026-04-01T09:00',
      end: '2026-04-01T10:00',
    });
    const input = { companyId: ours.id, projectId, version };
    const removed = await ours.admin.call(update, { ...input, tasks: [{ id: unused, name: 'Two', kind: 'timed' }] });
    expect(errorsOf(removed.problem)).toEqual([['tasks', 'task.in-use']]);
    const turned = await ours.admin.call(update, {
      ...input,
      tasks: [
        { id: unused, name: 'Two', kind: 'expense' },
        { id: used, name: 'One', kind: 'expense' },
      ],
    });
    expect(errorsOf(turned.problem)).toEqual([['tasks.1.kind', 'task.in-use']]);
    const after = await ours.admin.ok(update, {
      ...input,
      tasks: [{ id: used, name: 'Done', kind: 'timed', isClosed: true }],
    });
    expect(after).toMatchObject({ isUsed: true, tasks: [{ name: 'Done', isClosed: true, isUsed: true }] });
  });

  test('are deleted or logged on when both happen concurrently, never partially', async () => {
    for (let round = 0; round < 12; round++) {
      const project = await newProject(`Raced ${round}`);
      const taskId = project.tasks[0]?.id ?? '';
      const day = `2026-06-${String(round + 10)}`;
      const [removed, logged] = await Promise.all([
        ours.admin.call(update, { companyId: ours.id, projectId: project.id, version: 1, tasks: [] }),
        ours.worker.call('POST /companies/{companyId}/worklogs', {
          companyId: ours.id,
          taskId,
          start: `${day}T09:00`,
          end: `${day}T10:00`,
        }),
      ]);
      const codes = [removed.problem?.code ?? 'removed', logged.problem?.code ?? 'logged'];
      expect([
        ['removed', 'task.missing'],
        ['task.in-use', 'logged'],
      ]).toContainEqual(codes);
    }
  });

  test('of another project or company are refused (A06)', async () => {
    const project = await newProject('Own tasks');
    for (const id of [ours.project.timedTaskId, theirs.project.timedTaskId, crypto.randomUUID()]) {
      const reply = await ours.admin.call(update, {
        companyId: ours.id,
        projectId: project.id,
        version: project.version,
        tasks: [{ id, name: 'Stolen', kind: 'timed' }],
      });
      expect(errorsOf(reply.problem)).toEqual([['tasks.0.id', 'task.missing']]);
    }
    const foreign = await theirs.admin.ok(get, { companyId: theirs.id, projectId: theirs.project.id });
    expect(foreign.tasks.map(({ name }) => name)).toEqual(['Theirs Work', 'Theirs Travel']);
  });
});

describe('Tasks for logging', () => {
  test('are the open ones of the worker’s projects, last used first', async () => {
    const { id, admin, worker } = await foundTestCompany(app, { canary: 'Fresh' });
    const hidden = await admin.ok(create, {
      companyId: id,
      name: 'Hidden',
      forEveryone: false,
      tasks: [{ name: 'Secret', kind: 'timed' }],
    });
    const names = async () => (await worker.ok(loggable, { companyId: id })).found.map(({ taskName }) => taskName);
    const own = await admin.ok(create, {
      companyId: id,
      name: 'Own',
      tasks: [
        { name: 'Open', kind: 'timed' },
        { name: 'Shut', kind: 'timed' },
      ],
    });
    const [open, shut] = own.tasks;
    await admin.ok(update, {
      companyId: id,
      projectId: own.id,
      version: own.version,
      tasks: [
        { id: open?.id, name: 'Open', kind: 'timed' },
        { id: shut?.id, name: 'Shut', kind: 'timed', isClosed: true },
      ],
    });
    expect(await names()).toEqual(['Fresh Travel', 'Fresh Work', 'Fresh Travel', 'Fresh Work', 'Open']);
    await worker.ok('POST /companies/{companyId}/worklogs', {
      companyId: id,
      taskId: open?.id ?? '',
      start: '2026-04-01T09:00',
      end: '2026-04-01T10:00',
    });
    expect((await names())[0]).toBe('Open');
    await admin.ok(update, {
      companyId: id,
      projectId: hidden.id,
      version: hidden.version,
      workerIds: [worker.userId],
    });
    expect(await names()).toContain('Secret');
  });

  test('are for workers only', async () => {
    for (const actor of [ours.admin, ours.manager, ours.approver, ours.reviewer]) {
      expect(await actor.codeOf(loggable, { companyId: ours.id })).toBe('role.not-allowed');
    }
  });

  test('logging and changing a project concurrently do not block each other', async () => {
    const days = Array.from({ length: 10 }, (_, index) => `2026-05-${String(index + 10)}`);
    let { version } = await ours.admin.ok(get, { companyId: ours.id, projectId: ours.project.id });
    const changing = async () => {
      for (const day of days) {
        const changed = await ours.admin.ok(update, {
          companyId: ours.id,
          projectId: ours.project.id,
          version,
          notes: day,
          tasks: (await ours.admin.ok(get, { companyId: ours.id, projectId: ours.project.id })).tasks.map(
            ({ isUsed: _, ...task }) => task,
          ),
        });
        version = changed.version;
      }
    };
    const logging = async () => {
      for (const day of days) await submitDay(ours, ours.worker, day, '09:00', '10:00');
    };
    await expect(Promise.all([changing(), logging()])).resolves.toHaveLength(2);
  });
});
