// Assigning one person to several projects at once, from the page of the person.

import { afterAll, describe, expect, test } from 'vitest';
import type { Actor } from '../support/app.ts';
import { startTwoCompanies } from '../support/company.ts';

const { app, ours, theirs } = await startTwoCompanies();
afterAll(() => app.close());

const assign = 'PATCH /companies/{companyId}/members/{userId}/projects';
const getProject = 'GET /companies/{companyId}/projects/{projectId}';

const create = async (name: string) =>
  (await ours.admin.ok('POST /companies/{companyId}/projects', { companyId: ours.id, name, forEveryone: false })).id;

const read = (projectId: string) => ours.admin.ok(getProject, { companyId: ours.id, projectId });

const change = (person: Actor, projects: { assign?: string[]; unassign?: string[] }) => ({
  companyId: ours.id,
  userId: person.userId,
  as: person === ours.manager ? ('manager' as const) : ('worker' as const),
  ...projects,
});

describe('assigning a person to projects', () => {
  test('makes a worker log on five at once, and takes them off again', async () => {
    const ids = await Promise.all(['One', 'Two', 'Three', 'Four', 'Five'].map(create));
    const before = await read(ids[0] ?? '');
    const { projects, projectsTotal } = await ours.admin.ok(assign, change(ours.worker, { assign: ids }));
    expect([projectsTotal, projects.map(({ name }) => name)]).toEqual([5, ['Five', 'Four', 'One', 'Three', 'Two']]);
    const after = await read(before.id);
    expect(after.workerIds).toEqual([ours.worker.userId]);
    expect(after.version, 'a form that was open sees the change').toBe(before.version + 1);
    const [first = '', second = ''] = ids;
    const rest = await ours.admin.ok(assign, change(ours.worker, { unassign: [first, second], assign: ids.slice(2) }));
    expect(rest.projects.map(({ name }) => name)).toEqual(['Five', 'Four', 'Three']);
    expect((await read(ids[2] ?? '')).version, 'what changes nothing is no change').toBe(after.version);
  });

  test('makes a manager manage them', async () => {
    const id = await create('Managed');
    const { projects } = await ours.admin.ok(assign, change(ours.manager, { assign: [id] }));
    expect(projects).toContainEqual(expect.objectContaining({ id, isManaged: true }));
    expect((await ours.manager.ok(getProject, { companyId: ours.id, projectId: id })).managerIds).toEqual([
      ours.manager.userId,
    ]);
  });

  test('is refused as a whole for a project of another company, an archived one, or somebody who is assigned to none', async () => {
    const id = await create('Fine');
    const archived = await create('Archived');
    const { version } = await read(archived);
    await ours.admin.ok('POST /companies/{companyId}/projects/{projectId}/archive', {
      companyId: ours.id,
      projectId: archived,
      version,
    });
    for (const other of [theirs.project.id, archived])
      expect(await ours.admin.codeOf(assign, change(ours.worker, { assign: [id, other] }))).toBe('project.missing');
    expect(await ours.admin.codeOf(assign, change(ours.reviewer, { assign: [id] }))).toBe('member.missing');
    expect(await ours.admin.codeOf(assign, change(theirs.worker, { assign: [id] }))).toBe('member.missing');
    expect((await read(id)).workerIds).toEqual([]);
    expect(await ours.manager.codeOf(assign, change(ours.worker, { assign: [ours.project.id] }))).toBe(
      'role.not-allowed',
    );
  });

  test('done by two admins at once loses neither', async () => {
    const ids = await Promise.all(['Left', 'Right'].map(create));
    const [left = '', right = ''] = ids;
    await Promise.all([
      ours.admin.ok(assign, change(ours.worker, { assign: [left, right] })),
      ours.admin.ok(assign, change(ours.manager, { assign: [right, left] })),
    ]);
    for (const id of ids)
      expect(await read(id)).toMatchObject({
        workerIds: [ours.worker.userId],
        managerIds: [ours.manager.userId],
        version: 3,
      });
  });
});

test('a person has the hours of the current month, pending and approved', async () => {
  const { month } = await ours.admin.ok('GET /companies/{companyId}/members/{userId}', {
    companyId: ours.id,
    userId: ours.worker.userId,
  });
  expect(month).toMatchObject({ minutes: 0, pendingMinutes: 0, approvedMinutes: 0 });
  await ours.worker.ok('POST /companies/{companyId}/worklogs', {
    companyId: ours.id,
    taskId: ours.project.timedTaskId,
    start: `${month.from}T00:00`,
    end: `${month.from}T02:00`,
  });
  const after = await ours.admin.ok('GET /companies/{companyId}/members/{userId}', {
    companyId: ours.id,
    userId: ours.worker.userId,
  });
  expect(after.month).toEqual({
    ...month,
    items: 1,
    pendingItems: 1,
    minutes: 120,
    billableMinutes: 120,
    pendingMinutes: 120,
  });
});
