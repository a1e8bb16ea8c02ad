import { afterAll, describe, expect, test } from 'vitest';
import { roles } from '#domain/permissions.ts';
import type { Actor } from '../support/app.ts';
import { companyWithSeats, hire, startTwoCompanies, submitDay } from '../support/company.ts';
import { untilWaiting, withLocksHeld } from '../support/concurrent-transaction.ts';

const { app, ours, theirs } = await startTwoCompanies();
afterAll(() => app.close());

const memberRows = async (companyId: string) => {
  const { rows } = await app.superuser.query('select * from members where company_id = $1 order by user_id', [
    companyId,
  ]);
  return rows;
};

const namesOf = async (actor: Actor, companyId: string) => {
  const { found } = await actor.ok('GET /companies/{companyId}/workers', { companyId });
  return found.map(({ name }) => name);
};

describe('The list of members', () => {
  test('shows all members with role and address, active ones first, sorted by name', async () => {
    const { members } = await ours.admin.ok('GET /companies/{companyId}/members', { companyId: ours.id });
    expect(members.map(({ name }) => name)).toEqual([
      'Ours Admin',
      'Ours Approver',
      'Ours Manager',
      'Ours Reviewer',
      'Ours Worker',
    ]);
    expect(members[0]).toMatchObject({ email: ours.admin.email, isYou: true, isLastAdmin: true, deactivatedAt: null });
    expect(members[4]).toMatchObject({ userId: ours.worker.userId, role: 'worker', isYou: false, isLastAdmin: false });
  });

  test('is searched by name or address, and wildcards are escaped', async () => {
    const search = async (text: string) => {
      const input = { companyId: ours.id, search: text };
      return (await ours.admin.ok('GET /companies/{companyId}/members', input)).members.length;
    };
    expect(await search('REVIEW')).toBe(1);
    expect(await search(ours.worker.email)).toBe(1);
    expect(await search('%')).toBe(0);
    expect(await search('Ours_Admin')).toBe(0);
    expect(await search('\\')).toBe(0);
  });

  test('is for company admins only (A13)', async () => {
    for (const actor of [ours.manager, ours.approver, ours.reviewer, ours.worker]) {
      expect(await actor.codeOf('GET /companies/{companyId}/members', { companyId: ours.id })).toBe('role.not-allowed');
    }
  });
});

describe('One member', () => {
  test('of another company does not exist (A06, A45)', async () => {
    const ask = async (userId: string) => {
      const reply = await ours.admin.call('GET /companies/{companyId}/members/{userId}', {
        companyId: ours.id,
        userId,
      });
      return reply.text.replace(/"requestId":"[^"]*"/, '');
    };
    const foreign = await ask(theirs.worker.userId);
    expect(foreign).toContain('member.missing');
    expect(foreign).toBe(await ask(crypto.randomUUID()));
    expect(foreign.replace(/"requestId.*/, '')).toBe((await ask('nonsense')).replace(/"requestId.*/, ''));
    expect(await ask(ours.worker.userId)).toContain(ours.worker.email);
  });

  test('of another company cannot be changed through the caller’s own (A06)', async () => {
    const before = await memberRows(theirs.id);
    const input = { companyId: ours.id, userId: theirs.worker.userId, role: 'manager' as const };
    expect(await ours.admin.codeOf('PATCH /companies/{companyId}/members/{userId}', input)).toBe('member.missing');
    expect(await memberRows(theirs.id)).toEqual(before);
  });
});

describe('Changing a role', () => {
  test('is for company admins, to one of the five roles, and applies from the next request (A17)', async () => {
    const actor = await hire(app, ours.admin, ours.id, 'worker', 'Ours Riser');
    const input = { companyId: ours.id, userId: actor.userId };
    for (const other of [actor, ours.manager, ours.approver, ours.reviewer]) {
      for (const role of roles) {
        const change = { ...input, role };
        expect(await other.codeOf('PATCH /companies/{companyId}/members/{userId}', change)).toBe('role.not-allowed');
      }
    }
    const hidden = await ours.admin.send('PATCH', `/api/v1/companies/${ours.id}/members/${actor.userId}`, {
      role: 'owner',
    });
    expect(hidden.problem?.errors).toMatchObject([{ path: 'role', code: 'field.not-an-option' }]);

    expect(await actor.codeOf('GET /companies/{companyId}/invites', { companyId: ours.id })).toBe('role.not-allowed');
    const changed = await ours.admin.ok('PATCH /companies/{companyId}/members/{userId}', { ...input, role: 'manager' });
    expect(changed.role).toBe('manager');
    expect(await actor.codeOf('GET /companies/{companyId}/invites', { companyId: ours.id })).toBe('allowed');
    await ours.admin.ok('PATCH /companies/{companyId}/members/{userId}', { ...input, role: 'reviewer' });
    expect(await actor.codeOf('GET /companies/{companyId}/invites', { companyId: ours.id })).toBe('role.not-allowed');
    await ours.admin.ok('PATCH /companies/{companyId}/members/{userId}', { ...input, isActive: false });
  });

  test('from manager removes access to their projects', async () => {
    const { id, admin } = await companyWithSeats(app, 5);
    const manager = await hire(app, admin, id, 'manager', 'Manager');
    const project = await admin.ok('POST /companies/{companyId}/projects', {
      companyId: id,
      name: 'Managed',
      managerIds: [manager.userId],
    });
    const input = { companyId: id, projectId: project.id };
    expect(await manager.codeOf('GET /companies/{companyId}/projects/{projectId}', input)).toBe('allowed');
    await admin.ok('PATCH /companies/{companyId}/members/{userId}', {
      companyId: id,
      userId: manager.userId,
      role: 'worker',
    });
    const seen = await admin.ok('GET /companies/{companyId}/projects/{projectId}', input);
    expect(seen.managerIds).toEqual([]);
    const report = 'GET /companies/{companyId}/reports/projects/{projectId}';
    expect(await manager.codeOf(report, { ...input, from: '2026-11-01', to: '2026-11-30' })).toBe('role.not-allowed');
  });
});

describe('The last company admin', () => {
  test('can be neither demoted nor deactivated, and the refusal changes nothing (A11, A24)', async () => {
    const before = await memberRows(ours.id);
    const input = { companyId: ours.id, userId: ours.admin.userId };
    for (const change of [{ role: 'worker' as const }, { isActive: false }]) {
      const reply = await ours.admin.call('PATCH /companies/{companyId}/members/{userId}', { ...input, ...change });
      expect([reply.status, reply.problem?.code]).toEqual([409, 'member.last-admin']);
    }
    expect(await memberRows(ours.id)).toEqual(before);
  });

  test('may be demoted when there is another one', async () => {
    const { id, admin } = await companyWithSeats(app, 3);
    const second = await hire(app, admin, id, 'company admin', 'Second');
    const input = { companyId: id, userId: admin.userId, role: 'worker' as const };
    expect(await admin.codeOf('PATCH /companies/{companyId}/members/{userId}', input)).toBe('allowed');
    const { members } = await second.ok('GET /companies/{companyId}/members', { companyId: id });
    expect(members.filter(({ isLastAdmin }) => isLastAdmin).map(({ userId }) => userId)).toEqual([second.userId]);
  });

  test('remains when two admins demote each other concurrently (A24)', async () => {
    const { id, admin } = await companyWithSeats(app, 3);
    const second = await hire(app, admin, id, 'company admin', 'Second');
    const demote = (actor: Actor, other: Actor) =>
      actor.call('PATCH /companies/{companyId}/members/{userId}', {
        companyId: id,
        userId: other.userId,
        role: 'worker',
      });
    for (let round = 0; round < 15; round++) {
      const replies = await Promise.all([demote(admin, second), demote(second, admin)]);
      expect(replies.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
      const admins = (await memberRows(id)).filter((row) => row.role === 'company admin');
      expect(admins).toHaveLength(1);
      await app.superuser.query(`update members set role = 'company admin' where company_id = $1`, [id]);
    }
  });

  test.each([
    ['demote', { role: 'worker' as const }],
    ['deactivate', { isActive: false }],
  ])('two admins who %s each other, beside a third, do not both succeed', async (_, change) => {
    const { id, admin } = await companyWithSeats(app, 4);
    const second = await hire(app, admin, id, 'company admin', 'Second');
    await hire(app, admin, id, 'company admin', 'Third');
    const end = (actor: Actor, other: Actor) =>
      actor.codeOf('PATCH /companies/{companyId}/members/{userId}', {
        companyId: id,
        userId: other.userId,
        ...change,
      });
    // Both are authorised before either of them has the lock of the company.
    const locked = ['select from companies where id = $1 for update', [id]] as const;
    const requests = await withLocksHeld(app, [locked], async () => {
      const sent = [end(admin, second), end(second, admin)];
      await untilWaiting(app.superuser, 2);
      return sent;
    });
    expect((await Promise.all(requests)).sort()).toEqual(['allowed', 'role.not-allowed']);
  });

  test('remains when both give up the role concurrently (A24)', async () => {
    const { id, admin } = await companyWithSeats(app, 3);
    const second = await hire(app, admin, id, 'company admin', 'Second');
    const leave = (actor: Actor) =>
      actor.call('PATCH /companies/{companyId}/members/{userId}', {
        companyId: id,
        userId: actor.userId,
        isActive: false,
      });
    const replies = await Promise.all([leave(admin), leave(second)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('Deactivating a member', () => {
  test('revokes access immediately, keeps worklogs and name, and leaves the worklogs decidable', async () => {
    const { id, admin } = await companyWithSeats(app, 3);
    const worker = await hire(app, admin, id, 'worker', 'Leaver');
    const project = await admin.ok('POST /companies/{companyId}/projects', {
      companyId: id,
      name: 'Work',
      tasks: [{ name: 'Work', kind: 'timed' }],
    });
    const worklog = await worker.ok('POST /companies/{companyId}/worklogs', {
      companyId: id,
      taskId: project.tasks[0]?.id ?? '',
      start: '2026-03-02T09:00',
      end: '2026-03-02T17:00',
    });
    const input = { companyId: id, userId: worker.userId };
    const left = await admin.ok('PATCH /companies/{companyId}/members/{userId}', { ...input, isActive: false });
    expect(left.deactivatedAt).not.toBeNull();
    expect(await worker.codeOf('GET /companies/{companyId}', { companyId: id })).toBe('company.missing');
    expect((await worker.ok('GET /session', {})).companies).toEqual([]);

    const { worklogs } = await admin.ok('GET /companies/{companyId}/worklogs', { companyId: id });
    expect(worklogs).toMatchObject([{ id: worklog.id, workerName: 'Leaver' }]);
    const { results } = await admin.ok('POST /companies/{companyId}/decisions', {
      companyId: id,
      decision: 'approve',
      worklogs: [{ id: worklog.id, version: worklog.version }],
    });
    expect(results).toMatchObject([{ code: null }]);
    const { found } = await admin.ok('GET /companies/{companyId}/workers', { companyId: id });
    expect(found).toEqual([{ userId: worker.userId, name: 'Leaver', isActive: false }]);
  });

  test('frees a seat, which reactivation uses again', async () => {
    const { id, admin } = await companyWithSeats(app, 2);
    const first = await hire(app, admin, id, 'worker', 'First');
    const input = { companyId: id, userId: first.userId };
    await admin.ok('PATCH /companies/{companyId}/members/{userId}', { ...input, isActive: false });
    const second = await hire(app, admin, id, 'worker', 'Second');
    const back = await admin.call('PATCH /companies/{companyId}/members/{userId}', { ...input, isActive: true });
    expect([back.status, back.problem?.code]).toEqual([409, 'seats.none-free']);
    await admin.ok('PATCH /companies/{companyId}/members/{userId}', {
      companyId: id,
      userId: second.userId,
      isActive: false,
    });
    await admin.ok('PATCH /companies/{companyId}/members/{userId}', { ...input, isActive: true });
    expect(await first.codeOf('GET /companies/{companyId}', { companyId: id })).toBe('allowed');
  });

  test('is undone with the seat that an invite to the same person reserves, and the invite is revoked', async () => {
    const { id: companyId, admin } = await companyWithSeats(app, 2);
    const { userId, email } = await hire(app, admin, companyId, 'worker', 'Returning');
    const set = (isActive: boolean) =>
      admin.codeOf('PATCH /companies/{companyId}/members/{userId}', { companyId, userId, isActive });
    expect(await set(false)).toBe('allowed');
    await admin.ok('POST /companies/{companyId}/invites', { companyId, email, role: 'worker' });
    expect(await set(true)).toBe('allowed');
    const { rows } = await app.superuser.query(`select revoked_at is not null as ended from invites where email = $1`, [
      email,
    ]);
    expect(rows).toContainEqual({ ended: true });
  });

  test('requires the same permission as reactivation (A09)', async () => {
    for (const actor of [ours.manager, ours.approver, ours.reviewer, ours.worker]) {
      for (const isActive of [true, false]) {
        const input = { companyId: ours.id, userId: ours.worker.userId, isActive };
        expect(await actor.codeOf('PATCH /companies/{companyId}/members/{userId}', input)).toBe('role.not-allowed');
      }
    }
    const input = { companyId: ours.id, userId: ours.worker.userId, isActive: true };
    expect(await ours.admin.codeOf('PATCH /companies/{companyId}/members/{userId}', input)).toBe('allowed');
  });

  test('one of two concurrent reactivations gets the last seat (A22)', async () => {
    const { id, admin } = await companyWithSeats(app, 3);
    const people = [await hire(app, admin, id, 'worker', 'One'), await hire(app, admin, id, 'worker', 'Two')];
    const set = (actor: Actor, isActive: boolean) =>
      admin.call('PATCH /companies/{companyId}/members/{userId}', { companyId: id, userId: actor.userId, isActive });
    for (const actor of people) await set(actor, false);
    await admin.ok('PUT /companies/{companyId}/seats', { companyId: id, seats: 2 });
    const replies = await Promise.all(people.map((actor) => set(actor, true)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('The list of workers', () => {
  test('contains those whose worklogs the caller may see, without addresses (A13, A15)', async () => {
    const { id, admin } = await companyWithSeats(app, 8);
    const manager = await hire(app, admin, id, 'manager', 'Manager');
    const reviewer = await hire(app, admin, id, 'reviewer', 'Reviewer');
    const here = await hire(app, admin, id, 'worker', 'Here');
    const there = await hire(app, admin, id, 'worker', 'There');
    const create = (name: string, managerIds: string[], workerIds: string[]) =>
      admin.ok('POST /companies/{companyId}/projects', {
        companyId: id,
        name,
        managerIds,
        workerIds,
        forEveryone: false,
        tasks: [{ name: 'Work', kind: 'timed' }],
      });
    await create('Managed', [manager.userId], [here.userId]);
    const hidden = await create('Hidden', [], [there.userId]);
    await there.ok('POST /companies/{companyId}/worklogs', {
      companyId: id,
      taskId: hidden.tasks[0]?.id ?? '',
      start: '2026-03-03T09:00',
      end: '2026-03-03T10:00',
    });

    expect(await namesOf(admin, id)).toEqual(['Here', 'There']);
    expect(await namesOf(reviewer, id)).toEqual(['Here', 'There']);
    expect(await namesOf(manager, id)).toEqual(['Here']);
    expect(await namesOf(there, id)).toEqual(['There']);
    const reply = await admin.call('GET /companies/{companyId}/workers', { companyId: id });
    expect(reply.text).not.toContain('@');
  });

  test('contains everyone with a worklog, whatever their current role', async () => {
    const former = await hire(app, ours.admin, ours.id, 'worker', 'Ours Former');
    await submitDay(ours, former, '2026-03-03', '09:00', '10:00');
    await ours.admin.ok('PATCH /companies/{companyId}/members/{userId}', {
      companyId: ours.id,
      userId: former.userId,
      role: 'reviewer',
    });
    expect(await namesOf(ours.approver, ours.id)).toContain('Ours Former');
    expect(await namesOf(ours.manager, ours.id)).toContain('Ours Former');
  });
});
