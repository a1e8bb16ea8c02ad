// The moves of a worklog through the API and in the database: every move in every status, and decisions.
// Cases A15, A20, A21 of docs/attack-cases.md.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LaterMove, laterMoves, maxUndoMinutes } from '#domain/worklogs.ts';
import {
  type FullCompany,
  fingerprint,
  openTenantsFixture,
  type TenantsFixture,
  unknownId,
} from '../support/principals.ts';
import { type WorklogActions, worklogActionsOf } from '../support/worklog-actions.ts';

let fixture: TenantsFixture;
let a: FullCompany;
let worklogs: WorklogActions;
beforeAll(async () => {
  fixture = await openTenantsFixture();
  a = fixture.a;
  worklogs = worklogActionsOf(a);
});
afterAll(() => fixture.close());

const stored = async (id: string) => {
  const { rows } = await fixture.test.superuser.query(
    `select w.status, w.version, (select count(*)::int from worklog_events e where e.worklog_id = w.id) as events,
       (select move from worklog_events e where e.worklog_id = w.id order by e.id desc limit 1) as last from worklogs w where id = $1`,
    [id],
  );
  return rows[0];
};

describe('every move in every state', () => {
  const states = ['pending', 'approved', 'rejected', 'deleted'] as const;
  const allowed: Record<LaterMove, Record<string, string>> = {
    amend: { pending: 'pending', rejected: 'pending' },
    withdraw: { pending: 'deleted', rejected: 'deleted' },
    approve: { pending: 'approved' },
    reject: { pending: 'rejected' },
    reopen: { approved: 'pending', rejected: 'pending' },
  };
  const refusals: Record<LaterMove, string> = {
    amend: 'worklog.locked',
    withdraw: 'worklog.locked',
    approve: 'worklog.not-pending',
    reject: 'worklog.not-pending',
    reopen: 'worklog.not-decided',
  };
  const tried = laterMoves.flatMap((move) => states.map((state) => [move, state] as const));

  const make = async (move: string, worklog: { id: string; version: number; day: string }): Promise<string> => {
    const key = { companyId: a.id, worklogId: worklog.id };
    switch (move) {
      case 'amend':
        return a.worker.codeOf('PATCH /companies/{companyId}/worklogs/{worklogId}', {
          ...key,
          ...worklogs.entryOn(worklog.day, { end: `${worklog.day}T16:00` }),
          version: worklog.version,
        });
      case 'withdraw':
        return a.worker.codeOf('DELETE /companies/{companyId}/worklogs/{worklogId}', {
          ...key,
          version: worklog.version,
        });
      case 'approve':
      case 'reject':
      case 'reopen':
        return (await worklogs.decide(a.approver, move, worklog))?.code ?? 'allowed';
      default:
        throw new Error(move);
    }
  };

  test.each(tried)('%s of a worklog that is %s', async (move, state) => {
    const worklog = await worklogs.worklogIn(state);
    const before = await fingerprint(fixture.test);
    const { events } = await stored(worklog.id);
    const code = await make(move, worklog);
    const to = allowed[move]?.[state];
    if (to === undefined) {
      expect(code).toBe(state === 'deleted' ? 'worklog.missing' : refusals[move]);
      expect(await fingerprint(fixture.test)).toBe(before);
    } else {
      expect(code).toBe('allowed');
      expect(await stored(worklog.id)).toEqual({
        status: to,
        version: worklog.version + 1,
        events: events + 1,
        last: move,
      });
    }
  });

  test('the buttons match the moves: both use the same table', async () => {
    const { worklog } = await worklogs.read((await worklogs.worklogIn('rejected')).id, a.worker);
    expect(worklog.actions).toEqual({
      amend: true,
      withdraw: true,
      approve: 'role.not-allowed',
      reject: 'role.not-allowed',
      reopen: 'role.not-allowed',
    });
    const seen = await worklogs.read((await worklogs.worklogIn('approved')).id, a.approver);
    expect(seen.worklog.actions).toMatchObject({
      approve: 'worklog.not-pending',
      reopen: true,
      amend: 'role.not-allowed',
    });
  });
});

describe('decisions', () => {
  test.each(['reject', 'reopen'] as const)(
    '%s requires notes; spaces and invisible characters are not notes',
    async (decision) => {
      const worklog = await worklogs.worklogIn(decision === 'reject' ? 'pending' : 'approved');
      const body = { companyId: a.id, decision, notes: ' \n\u200b ', worklogs: [worklog] };
      const { problem } = await a.approver.call('POST /companies/{companyId}/decisions', {
        ...body,
        worklogs: [{ id: worklog.id, version: worklog.version }],
      });
      expect(problem?.errors).toEqual([{ path: 'notes', code: 'field.required', message: 'This field is required.' }]);
      expect((await worklogs.decide(a.approver, decision, worklog, 'Wrong task'))?.code).toBeNull();
    },
  );

  test('reverting an own decision requires no notes, so that no generated text is stored; reverting another person’s or an old one does', async () => {
    const worklog = await worklogs.worklogIn('pending');
    await worklogs.decide(a.approver, 'reject', worklog, 'Wrong task');
    const undo = async (actor: typeof a.approver) => {
      const { version } = (await worklogs.read(worklog.id, a.worker)).worklog;
      const answer = await actor.ok('POST /companies/{companyId}/decisions', {
        companyId: a.id,
        decision: 'reopen',
        isUndo: true,
        worklogs: [{ id: worklog.id, version }],
      });
      return answer.results[0]?.code;
    };
    const decidedBefore = (minutes: number) =>
      fixture.test.superuser.query(`update worklogs set reviewed_at = now() - $2 * interval '1 minute' where id = $1`, [
        worklog.id,
        minutes,
      ]);
    expect(await undo(a.manager)).toBe('worklog.notes-required');
    await decidedBefore(maxUndoMinutes + 1);
    expect(await undo(a.approver)).toBe('worklog.notes-required');
    await decidedBefore(maxUndoMinutes - 1);
    expect(await undo(a.approver)).toBeNull();
    const { worklog: seen, history } = await worklogs.read(worklog.id, a.worker);
    expect(seen).toMatchObject({ status: 'pending', reviewNotes: null });
    expect(history.map(({ move, notes }) => [move, notes])).toEqual([
      ['submit', null],
      ['reject', 'Wrong task'],
      ['reopen', null],
    ]);
  });

  test('approving requires none; the worker sees the notes of a rejection, with the decider and the time', async () => {
    expect((await worklogs.decide(a.approver, 'approve', await worklogs.worklogIn('pending'), ''))?.code).toBeNull();
    const worklog = await worklogs.worklogIn('pending');
    await worklogs.decide(a.manager, 'reject', worklog, 'Wrong task');
    const { worklog: seen, history } = await worklogs.read(worklog.id, a.worker);
    expect(seen).toMatchObject({ status: 'rejected', reviewNotes: 'Wrong task', reviewerName: 'Aurora Manager' });
    expect(Date.parse(seen.reviewedAt ?? '')).toBeGreaterThan(Date.parse(seen.submittedAt));
    expect(history.map(({ move, actorName, notes, version }) => [move, actorName, notes, version])).toEqual([
      ['submit', 'Aurora Worker', null, 1],
      ['reject', 'Aurora Manager', 'Wrong task', 2],
    ]);
  });

  test('a second decision is refused, naming who decided and when', async () => {
    const worklog = await worklogs.worklogIn('approved');
    const second = await worklogs.decide(a.manager, 'reject', { ...worklog, version: 1 });
    expect(second).toMatchObject({
      code: 'worklog.not-pending',
      worklog: { status: 'approved', reviewerName: 'Aurora Approver' },
    });
    expect(second?.worklog?.reviewedAt).not.toBeNull();
  });

  test('A21: a worklog that changed since the decider saw it is not decided, and the response contains the current one', async () => {
    const worklog = await worklogs.submit();
    await a.worker.ok('PATCH /companies/{companyId}/worklogs/{worklogId}', {
      ...worklogs.entryOn(worklog.day, { end: `${worklog.day}T23:00`, notes: 'Longer than you saw' }),
      worklogId: worklog.id,
      version: 1,
    });
    expect(await worklogs.decide(a.approver, 'approve', { id: worklog.id, version: 1 })).toMatchObject({
      code: 'worklog.changed-since-seen',
      worklog: { status: 'pending', version: 2, minutes: 840, notes: 'Longer than you saw' },
    });
    const { history } = await worklogs.read(worklog.id);
    expect(Object.keys(history.at(-1)?.changes ?? {}).sort()).toEqual(['endsAt', 'notes']);
    expect((await worklogs.decide(a.approver, 'approve', { id: worklog.id, version: 2 }))?.code).toBeNull();
  });

  test('A20: nobody decides their own worklog, also not after a change of role, in bulk, or by reopening first', async () => {
    const own = await worklogs.submit({}, a.colleague);
    const decided = await worklogs.submit({}, a.colleague);
    await worklogs.decide(a.approver, 'approve', decided);
    const role = (wanted: 'company admin' | 'worker') =>
      a.admin.ok('PATCH /companies/{companyId}/members/{userId}', {
        companyId: a.id,
        userId: a.colleague.userId,
        role: wanted,
      });
    await role('company admin');
    const others = await worklogs.submit();
    const { results } = await a.colleague.ok('POST /companies/{companyId}/decisions', {
      companyId: a.id,
      decision: 'approve',
      worklogs: [own, others].map(({ id, version }) => ({ id, version })),
    });
    expect(results.map(({ code }) => code)).toEqual(['worklog.own', null]);
    expect((await worklogs.decide(a.colleague, 'reopen', { id: decided.id, version: 2 }))?.code).toBe('worklog.own');
    expect((await worklogs.read(own.id, a.colleague)).worklog.actions).toMatchObject({
      approve: 'worklog.own',
      reject: 'worklog.own',
    });
    await role('worker');
    expect((await worklogs.decide(a.approver, 'approve', own))?.code).toBeNull();
  });

  test('a bulk decision has a result for each: foreign, hidden and unknown ones affect no other and look the same (A15)', async () => {
    const [one, two] = [await worklogs.submit(), await worklogs.submit()];
    const before = await fingerprint(fixture.test, fixture.b.id);
    const { results } = await a.manager.ok('POST /companies/{companyId}/decisions', {
      companyId: a.id,
      decision: 'approve',
      worklogs: [one.id, fixture.b.worklogId, a.hidden.worklogId, unknownId(), two.id].map((id) => ({
        id,
        version: 1,
      })),
    });
    expect(results.map(({ code, worklog }) => [code, worklog?.status ?? null])).toEqual([
      [null, 'approved'],
      ['worklog.missing', null],
      ['worklog.missing', null],
      ['worklog.missing', null],
      [null, 'approved'],
    ]);
    expect(await fingerprint(fixture.test, fixture.b.id)).toBe(before);
  });

  test('reopening occupies the time again: refused if it overlaps, also with a worklog that the decider may not see', async () => {
    const day = worklogs.freshDay();
    const rejected = await a.colleague.ok('POST /companies/{companyId}/worklogs', worklogs.entryOn(day));
    await worklogs.decide(a.manager, 'reject', rejected);
    const other = await worklogs.submit();
    await worklogs.decide(a.manager, 'approve', other);
    await a.colleague.ok(
      'POST /companies/{companyId}/worklogs',
      worklogs.entryOn(day, { taskId: a.hidden.timedTaskId }),
    );
    const { results } = await a.manager.ok('POST /companies/{companyId}/decisions', {
      companyId: a.id,
      decision: 'reopen',
      notes: 'Again',
      worklogs: [rejected, other].map(({ id }) => ({ id, version: 2 })),
    });
    expect(results.map(({ code }) => code)).toEqual(['worklog.conflict', null]);
    expect(JSON.stringify(results)).not.toContain('Hidden');
  });

  test('of two rejected worklogs with the same time, reopened concurrently, one succeeds', async () => {
    const day = worklogs.freshDay();
    const pair = [];
    for (let round = 0; round < 2; round++) {
      const worklog = await a.worker.ok('POST /companies/{companyId}/worklogs', worklogs.entryOn(day));
      await worklogs.decide(a.approver, 'reject', worklog);
      pair.push({ id: worklog.id, version: 2 });
    }
    const body = { companyId: a.id, decision: 'reopen', notes: 'Both', worklogs: pair } as const;
    const { results } = await a.approver.ok('POST /companies/{companyId}/decisions', body);
    expect(results.map(({ code }) => code)).toEqual([null, 'worklog.conflict']);
  });
});
