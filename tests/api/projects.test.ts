import { afterAll, describe, expect, test } from 'vitest';
import type { Actor } from '../support/app.ts';
import { hire, startTwoCompanies } from '../support/company.ts';

const { app, ours, theirs } = await startTwoCompanies();
afterAll(() => app.close());

const list = 'GET /companies/{companyId}/projects';
const get = 'GET /companies/{companyId}/projects/{projectId}';
const create = 'POST /companies/{companyId}/projects';
const choices = 'GET /companies/{companyId}/project-choices';
const taskChoices = 'GET /companies/{companyId}/projects/{projectId}/task-choices';
const update = 'PATCH /companies/{companyId}/projects/{projectId}';
const archive = 'POST /companies/{companyId}/projects/{projectId}/archive';
const restore = 'POST /companies/{companyId}/projects/{projectId}/restore';
const loggable = 'GET /companies/{companyId}/loggable-tasks';

const newProject = (name: string, tasks = [{ name: 'Work', kind: 'timed' as const }]) =>
  ours.admin.ok(create, { companyId: ours.id, name, tasks });

const withoutId = (text: string) => text.replace(/"requestId":"[^"]*"/, '');

const stored = async (projectId: string) => {
  const ask = async (table: string, column: string) =>
    (await app.superuser.query(`select * from ${table} where ${column} = $1 order by 1, 2, 3`, [projectId])).rows;
  return [
    await ask('projects', 'id'),
    await ask('tasks', 'project_id'),
    await ask('project_managers', 'project_id'),
    await ask('project_workers', 'project_id'),
  ];
};

const errorsOf = (problem: { errors?: { path: string; code: string }[] | undefined } | null) =>
  problem?.errors?.map(({ path, code }) => [path, code]);

describe('Creating a project', () => {
  test('requires a name and nothing else', async () => {
    const project = await ours.admin.ok(create, { companyId: ours.id, name: 'Bare' });
    expect(project).toMatchObject({
      name: 'Bare',
      code: '',
      colour: 'teal',
      notes: '',
      startsOn: null,
      endsOn: null,
      budgetMinutes: null,
      budgetMinor: null,
      forEveryone: true,
      managerIds: [],
      workerIds: [],
      tasks: [],
      isArchived: false,
      isUsed: false,
      canUpdate: true,
      version: 1,
    });
  });

  test('stores every given value, tasks in their order', async () => {
    const fields = {
      name: 'Full',
      code: 'F-1',
      colour: 'violet' as const,
      notes: 'For the harbour',
      startsOn: '2026-01-01',
      endsOn: '2026-12-31',
      budgetMinutes: 6_000,
      budgetMinor: 10_000_000_000_000,
      forEveryone: false,
      managerIds: [ours.manager.userId],
      workerIds: [ours.worker.userId],
    };
    const tasks = [
      { name: 'Zeta', kind: 'timed' as const, budgetMinutes: 60 },
      { name: 'Alpha', kind: 'expense' as const },
    ];
    const project = await ours.admin.ok(create, { companyId: ours.id, ...fields, tasks });
    expect(project).toMatchObject(fields);
    expect(project.tasks).toMatchObject([
      { name: 'Zeta', kind: 'timed', budgetMinutes: 60, budgetMinor: null, isClosed: false, isUsed: false },
      { name: 'Alpha', kind: 'expense', budgetMinutes: null },
    ]);
  });

  test('names every wrong field together and writes nothing (A11)', async () => {
    await newProject('Taken');
    const before = await app.superuser.query('select count(*) from projects');
    const reply = await ours.admin.call(create, {
      companyId: ours.id,
      name: 'TAKEN',
      startsOn: '2026-02-02',
      endsOn: '2026-02-01',
      managerIds: [ours.worker.userId],
      workerIds: [theirs.worker.userId],
      tasks: [
        { name: 'Same', kind: 'timed' },
        { name: 'same', kind: 'expense' },
      ],
    });
    expect(reply.status).toBe(409);
    expect(errorsOf(reply.problem)).toEqual([
      ['name', 'project.name-taken'],
      ['endsOn', 'project.ends-before-start'],
      ['tasks.1.name', 'task.name-taken'],
      ['managerIds', 'member.missing'],
      ['workerIds', 'member.missing'],
    ]);
    expect((await app.superuser.query('select count(*) from projects')).rows).toEqual(before.rows);
  });

  test('with the same name concurrently creates one', async () => {
    const input = { companyId: ours.id, name: 'Contested' };
    const codes = await Promise.all([ours.admin.codeOf(create, input), ours.admin.codeOf(create, input)]);
    expect(codes.sort()).toEqual(['allowed', 'project.name-taken']);
  });

  test('reveals no names of another company (A45)', async () => {
    expect(await ours.admin.codeOf(create, { companyId: ours.id, name: 'Theirs Project' })).toBe('allowed');
  });

  test('is for company admins only', async () => {
    for (const actor of [ours.manager, ours.approver, ours.reviewer, ours.worker]) {
      expect(await actor.codeOf(create, { companyId: ours.id, name: 'Sneaked in' })).toBe('role.not-allowed');
    }
    expect(await ours.admin.codeOf(create, { companyId: ours.id, name: 'Let in' })).toBe('allowed');
  });

  test('accepts only active members in a suitable role: others are like unknown ones (A06, A45)', async () => {
    const left = await hire(app, ours.admin, ours.id, 'worker', 'Ours Leaver');
    await ours.admin.ok('PATCH /companies/{companyId}/members/{userId}', {
      companyId: ours.id,
      userId: left.userId,
      isActive: false,
    });
    const ask = async (people: { managerIds?: string[]; workerIds?: string[] }) =>
      withoutId((await ours.admin.call(create, { companyId: ours.id, name: 'Peopled', ...people })).text);
    const unknown = await ask({ workerIds: [crypto.randomUUID()] });
    expect(unknown).toContain('member.missing');
    for (const userId of [theirs.worker.userId, left.userId, ours.manager.userId]) {
      expect(await ask({ workerIds: [userId] })).toBe(unknown);
    }
    expect(await ask({ managerIds: [ours.reviewer.userId] })).toContain('member.missing');
    expect(await ask({ managerIds: [ours.admin.userId], workerIds: [ours.worker.userId] })).toContain('"version":1');
  });
});

describe('Changing a project', () => {
  test('changes the given fields and keeps the others', async () => {
    const before = await newProject('Partly');
    const input = { companyId: ours.id, projectId: before.id, version: before.version };
    const after = await ours.admin.ok(update, { ...input, code: 'P', endsOn: '2026-12-31' });
    expect(after).toEqual({ ...before, code: 'P', endsOn: '2026-12-31', version: before.version + 1 });
  });

  test('with an old version is refused with the current version', async () => {
    const project = await newProject('Contended', []);
    const input = { companyId: ours.id, projectId: project.id, version: project.version };
    const replies = await Promise.all([
      ours.admin.call(update, { ...input, notes: 'first' }),
      ours.admin.call(update, { ...input, notes: 'second' }),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const loser = replies.find(({ problem }) => problem !== null)?.problem;
    expect(loser).toMatchObject({ code: 'project.changed-since-seen', version: project.version + 1 });
  });

  test('compares its dates with the stored ones', async () => {
    const project = await ours.admin.ok(create, { companyId: ours.id, name: 'Dated', startsOn: '2026-06-01' });
    const input = { companyId: ours.id, projectId: project.id, version: project.version };
    const reply = await ours.admin.call(update, { ...input, endsOn: '2026-05-31' });
    expect(errorsOf(reply.problem)).toEqual([['endsOn', 'project.ends-before-start']]);
    expect(await ours.admin.codeOf(update, { ...input, startsOn: null, endsOn: '2026-05-31' })).toBe('allowed');
  });

  test('accepts its own name in another spelling, but not the name of another one', async () => {
    const project = await newProject('Spelling');
    const input = { companyId: ours.id, projectId: project.id, version: project.version };
    const taken = await ours.admin.call(update, { ...input, name: 'ours project' });
    expect(errorsOf(taken.problem)).toEqual([['name', 'project.name-taken']]);
    expect(await ours.admin.codeOf(update, { ...input, name: 'SPELLING' })).toBe('allowed');
  });

  test('is for its managers and company admins: for others it does not exist (A07)', async () => {
    const change = (actor: Actor, projectId: string, version: number) =>
      actor.codeOf(update, { companyId: ours.id, projectId, version, notes: 'changed' });
    const before = await stored(ours.otherProject.id);
    expect(await change(ours.manager, ours.otherProject.id, 1)).toBe('project.missing');
    expect(
      await ours.manager.codeOf(archive, { companyId: ours.id, projectId: ours.otherProject.id, version: 1 }),
    ).toBe('project.missing');
    for (const actor of [ours.approver, ours.reviewer, ours.worker]) {
      expect(await change(actor, ours.otherProject.id, 1)).toBe('role.not-allowed');
    }
    expect(await stored(ours.otherProject.id)).toEqual(before);
    const { version } = await ours.manager.ok(get, { companyId: ours.id, projectId: ours.project.id });
    expect(await change(ours.manager, ours.project.id, version)).toBe('allowed');
  });

  test('that is refused changes nothing, its people included (A11)', async () => {
    const project = await ours.admin.ok(create, {
      companyId: ours.id,
      name: 'Untouched',
      workerIds: [ours.worker.userId],
      tasks: [{ name: 'Work', kind: 'timed' }],
    });
    const before = await stored(project.id);
    const reply = await ours.admin.call(update, {
      companyId: ours.id,
      projectId: project.id,
      version: project.version,
      name: 'Touched',
      workerIds: [],
      managerIds: [crypto.randomUUID()],
      tasks: [],
    });
    expect(reply.problem?.code).toBe('member.missing');
    expect(await stored(project.id)).toEqual(before);
  });

  test('replaces the given people', async () => {
    const project = await ours.admin.ok(create, {
      companyId: ours.id,
      name: 'Peopled anew',
      managerIds: [ours.manager.userId],
      workerIds: [ours.worker.userId],
    });
    const input = { companyId: ours.id, projectId: project.id, version: project.version };
    const after = await ours.admin.ok(update, { ...input, managerIds: [ours.admin.userId] });
    expect(after).toMatchObject({ managerIds: [ours.admin.userId], workerIds: [ours.worker.userId] });
    expect(await ours.manager.codeOf(get, { companyId: ours.id, projectId: project.id })).toBe('project.missing');
  });

  test('is how a manager hands a project over, once', async () => {
    const { id: projectId, version } = await ours.admin.ok(create, {
      companyId: ours.id,
      name: 'Handed over',
      managerIds: [ours.manager.userId],
    });
    const input = { companyId: ours.id, projectId, managerIds: [ours.admin.userId] };
    const after = await ours.manager.ok(update, { ...input, version });
    expect(after).toMatchObject({ version: version + 1, canUpdate: false, managerIds: [], workerIds: [] });
    expect(await ours.admin.ok(get, { companyId: ours.id, projectId })).toMatchObject({
      managerIds: [ours.admin.userId],
    });
    expect(await ours.manager.codeOf(get, { companyId: ours.id, projectId })).toBe('project.missing');
    expect(await ours.manager.codeOf(update, { ...input, version: version + 1 })).toBe('project.missing');
  });
});

describe('Seeing projects', () => {
  test('lists exactly the projects that can be opened, for every role (A03)', async () => {
    const closed = await ours.admin.ok(create, { companyId: ours.id, name: 'Closed circle', forEveryone: false });
    const all = await ours.admin.ok(list, { companyId: ours.id });
    const ids = [...all.projects.map(({ id }) => id), theirs.project.id, crypto.randomUUID()];
    expect(ids).toContain(closed.id);
    for (const actor of [ours.admin, ours.manager]) {
      const listed = new Set((await actor.ok(list, { companyId: ours.id })).projects.map(({ id }) => id));
      for (const projectId of ids) {
        const code = await actor.codeOf(get, { companyId: ours.id, projectId });
        expect([actor.name, projectId, code]).toEqual([
          actor.name,
          projectId,
          listed.has(projectId) ? 'allowed' : 'project.missing',
        ]);
      }
    }
  });

  test('shows budgets, managers and dates to those who may open the page; to others names for pickers', async () => {
    const closed = await ours.admin.ok(create, {
      companyId: ours.id,
      name: 'Closed to most',
      forEveryone: false,
      tasks: [{ name: 'Sounding', kind: 'timed' }],
    });
    for (const actor of [ours.approver, ours.reviewer, ours.worker]) {
      for (const projectId of [ours.project.id, closed.id]) {
        expect(await actor.codeOf(get, { companyId: ours.id, projectId }), actor.name).toBe('role.not-allowed');
      }
      expect(await actor.codeOf(list, { companyId: ours.id }), actor.name).toBe('role.not-allowed');
      const { found } = await actor.ok(choices, { companyId: ours.id });
      expect(Object.keys(found[0] ?? {}).sort()).toEqual(['clientName', 'code', 'colour', 'id', 'isArchived', 'name']);
      const names = await actor.ok(taskChoices, { companyId: ours.id, projectId: ours.project.id });
      expect(names.tasks.map(({ id }) => id)).toContain(ours.project.timedTaskId);
      expect(Object.keys(names.tasks[0] ?? {}).sort()).toEqual(['id', 'name']);
    }
    const ask = { companyId: ours.id, projectId: closed.id };
    expect(await ours.worker.codeOf(taskChoices, ask), 'not assigned').toBe('project.missing');
    expect(await ours.reviewer.ok(taskChoices, ask)).toMatchObject({ tasks: [{ name: 'Sounding' }] });
    expect(await ours.reviewer.codeOf(taskChoices, { ...ask, projectId: theirs.project.id })).toBe('project.missing');
  });

  test('of another company is like one that does not exist (A45)', async () => {
    const ask = async (projectId: string) =>
      withoutId((await ours.admin.call(get, { companyId: ours.id, projectId })).text);
    expect(await ask(theirs.project.id)).toBe(await ask(crypto.randomUUID()));
    expect(await ask(ours.project.id)).toContain('Ours Project');
  });

  test('searches by name or code, and escapes wildcards', async () => {
    await ours.admin.ok(create, { companyId: ours.id, name: '100% Harbour', code: 'HB_1' });
    const search = async (text: string) =>
      (await ours.admin.ok(list, { companyId: ours.id, search: text })).projects.map(({ name }) => name);
    expect(await search('harb')).toEqual(['100% Harbour']);
    expect(await search('%')).toEqual(['100% Harbour']);
    expect(await search('hb_')).toEqual(['100% Harbour']);
    expect(await search('h__b')).toEqual([]);
  });

  test('shows the assignable people to those who may assign', async () => {
    const input = { companyId: ours.id, as: 'manager' } as const;
    const people = await ours.manager.call('GET /companies/{companyId}/assignable-people', input);
    expect(people.body.found.map(({ name }) => name)).toEqual(['Ours Admin', 'Ours Manager']);
    expect(people.text).not.toContain('@');
    const workers = await ours.manager.ok('GET /companies/{companyId}/assignable-people', { ...input, as: 'worker' });
    expect(workers.found.map(({ name }) => name)).toContain('Ours Worker');
    for (const actor of [ours.approver, ours.reviewer, ours.worker]) {
      expect(await actor.codeOf('GET /companies/{companyId}/assignable-people', input)).toBe('role.not-allowed');
    }
  });
});

describe('Archiving', () => {
  test('removes the project from the list and its tasks from the pickers; restoring adds both again', async () => {
    const project = await newProject('Put away');
    const input = { companyId: ours.id, projectId: project.id, version: project.version };
    const names = async (archived: 'no' | 'yes') =>
      (await ours.admin.ok(list, { companyId: ours.id, archived })).projects.map(({ name }) => name);
    const tasks = async () =>
      (await ours.worker.ok(loggable, { companyId: ours.id })).found.map(({ projectName }) => projectName);
    expect(await tasks()).toContain('Put away');
    expect((await ours.admin.ok(archive, input)).isArchived).toBe(true);
    expect((await ours.admin.ok(archive, input)).version).toBe(project.version + 1);
    expect(await names('no')).not.toContain('Put away');
    expect(await names('yes')).toContain('Put away');
    expect(await tasks()).not.toContain('Put away');
    expect(await ours.admin.codeOf(restore, input)).toBe('project.changed-since-seen');
    expect((await ours.admin.ok(restore, { ...input, version: project.version + 1 })).isArchived).toBe(false);
    expect(await tasks()).toContain('Put away');
  });

  test('is refused with an old version, in either direction', async () => {
    const project = await newProject('Changed meanwhile');
    const input = { companyId: ours.id, projectId: project.id, version: project.version };
    await ours.admin.ok(update, { ...input, notes: 'Not to be archived' });
    const reply = await ours.admin.call(archive, input);
    expect(reply.problem).toMatchObject({ code: 'project.changed-since-seen', version: project.version + 1 });
    expect((await ours.admin.ok(archive, { ...input, version: project.version + 1 })).isArchived).toBe(true);
  });

  test('frees the name, and a project is restored only when its name is still free', async () => {
    const first = await newProject('Named twice');
    const input = { companyId: ours.id, projectId: first.id, version: first.version };
    await ours.admin.ok(archive, input);
    await newProject('named TWICE');
    const reply = await ours.admin.call(restore, { ...input, version: first.version + 1 });
    expect(errorsOf(reply.problem)).toEqual([['name', 'project.name-taken']]);
    const renamed = { companyId: ours.id, projectId: first.id, version: first.version + 1, name: 'Named thrice' };
    await ours.admin.ok(update, renamed);
    expect(await ours.admin.codeOf(restore, { ...input, version: first.version + 2 })).toBe('allowed');
  });
});
