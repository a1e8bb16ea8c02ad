// The search endpoint returns only what the caller may see elsewhere.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../support/app.ts';
import { openTenantsFixture, type TenantsFixture } from '../support/principals.ts';

const search = 'GET /companies/{companyId}/search';

let fixture: TenantsFixture;
beforeAll(async () => {
  fixture = await openTenantsFixture();
});
afterAll(() => fixture.close());

const find = (actor: Actor, q: string, companyId = fixture.a.id) => actor.ok(search, { companyId, q });
const projectNames = async (actor: Actor, q: string) => (await find(actor, q)).projects.map(({ name }) => name).sort();
const peopleNames = async (actor: Actor, q: string) => (await find(actor, q)).people.map(({ name }) => name).sort();

describe('Projects are found', () => {
  test('if the caller may read them', async () => {
    const { a } = fixture;
    const all = ['Aurora Hidden project', 'Aurora Other project', 'Aurora Project'];
    for (const actor of [a.admin, a.approver, a.reviewer]) expect(await projectNames(actor, 'project')).toEqual(all);
    expect(await projectNames(a.manager, 'project')).toEqual(['Aurora Project']);
    expect(await projectNames(a.worker, 'project')).toEqual(['Aurora Other project', 'Aurora Project']);
    expect(await projectNames(a.colleague, 'hidden')).toEqual(['Aurora Hidden project']);
    expect(await projectNames(a.admin, 'aurora code')).toEqual(['Aurora Hidden project']);
  });

  test('and may be opened by those who may change them', async () => {
    const { a } = fixture;
    const may = async (actor: Actor) =>
      (await find(actor, 'aurora project')).projects.map(({ canUpdate }) => canUpdate);
    expect(new Set(await may(a.admin))).toEqual(new Set([true]));
    expect(new Set(await may(a.manager))).toEqual(new Set([true]));
    expect(new Set(await may(a.reviewer))).toEqual(new Set([false]));
  });

  test('with the best matches first', async () => {
    const { a } = fixture;
    for (const name of ['Deep quay', 'Quay', 'Monkquay'])
      await a.admin.ok('POST /companies/{companyId}/projects', { companyId: a.id, name });
    expect((await find(a.admin, 'QUÄY')).projects.map(({ name }) => name)).toEqual(['Quay', 'Deep quay', 'Monkquay']);
  });
});

describe('People are found', () => {
  test('by admins with role and address, also deactivated ones, marked', async () => {
    const { a } = fixture;
    const { people } = await find(a.admin, 'aurora');
    expect(people.map(({ name }) => name)).toContain('Aurora Reviewer');
    expect((await find(a.admin, 'aurora gone')).people).toMatchObject([{ isActive: false }]);
    expect((await find(a.admin, a.worker.email)).people).toEqual([
      { userId: a.worker.userId, name: a.worker.name, email: a.worker.email, role: 'worker', isActive: true },
    ]);
  });

  test('by others as workers whose worklogs they may see, without address and role', async () => {
    const { a } = fixture;
    for (const actor of [a.manager, a.approver, a.reviewer]) {
      expect(await peopleNames(actor, 'aurora')).toEqual(['Aurora Colleague', 'Aurora Demoted', 'Aurora Worker']);
      for (const person of (await find(actor, 'aurora')).people)
        expect(person).toMatchObject({ email: null, role: null });
    }
    expect(await peopleNames(a.worker, 'aurora')).toEqual(['Aurora Worker']);
  });

  test('never by an address that the caller may not see', async () => {
    const { a } = fixture;
    const address = a.worker.email.slice(0, 8);
    expect((await find(a.admin, address)).people).toHaveLength(1);
    for (const actor of [a.manager, a.approver, a.reviewer, a.worker])
      expect((await find(actor, address)).people).toEqual([]);
  });

  test('in a Free company without the features of the paid plan', async () => {
    const { free } = fixture;
    for (const q of ['free', free.admin.email]) expect((await find(free.admin, q, free.id)).people).toEqual([]);
  });
});

describe('Another company', () => {
  test('is never found, for any query', async () => {
    const { a, b } = fixture;
    expect((await find(b.admin, 'borealis', b.id)).projects.length).toBeGreaterThan(0);
    for (const q of ['borealis', 'b', b.admin.email, 'project', '@'])
      expect(JSON.stringify(await find(a.admin, q))).not.toMatch(/borealis/i);
    const foreign = await a.admin.call(search, { companyId: b.id, q: 'o' });
    expect([foreign.status, foreign.problem?.code]).toEqual([404, 'company.missing']);
  });

  test('shows a member of both what they may see in each', async () => {
    const { cross, a, b } = fixture;
    expect((await find(cross, 'project')).projects).not.toEqual([]);
    const { people } = await find(cross, 'a', b.id);
    expect(people.map(({ userId }) => userId)).toEqual([cross.userId]);
    expect(a.id).not.toBe(b.id);
  });
});

test('An empty query is refused, and wildcards are escaped', async () => {
  const { admin, id: companyId } = fixture.a;
  for (const q of ['', '   ', 'x'.repeat(101)]) expect((await admin.call(search, { companyId, q })).status).toBe(422);
  for (const q of ['%', '_', '\\', '%%']) expect(await find(admin, q)).toEqual({ projects: [], people: [] });
});
