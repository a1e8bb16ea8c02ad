// Many concurrent requests, each on its own connection: exactly one succeeds, none fails with a server error, nothing is left incomplete.
// Cases A20, A21, A22, A24, A26 of docs/attack-cases.md.

import { afterAll, describe, expect, test } from 'vitest';
import { apiPrefix } from '#contract/index.ts';
import { type Actor, codeIn, freshEmail, type Output } from '../support/app.ts';
import { hire, startOneCompany, submitDay } from '../support/company.ts';
import { raceForOneHour, type Send } from '../support/concurrent-writers.ts';
import { overlapsIn } from '../support/overlaps.ts';

const { app, company } = await startOneCompany();
afterAll(() => app.close());

const atOnce = <T>(count: number, act: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)));

const tally = (answers: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(answers, (answer) => answer)].map(([answer, same]) => [answer, same.length]));

const day = (index: number): string => new Date(Date.UTC(2024, 0, 31 + index)).toISOString().slice(0, 10);

const number = async (query: string, values: string[] = []): Promise<number> => {
  const { rows } = await app.superuser.query<{ n: number }>(query, values);
  return rows[0]?.n ?? -1;
};

const verdict = async (
  actor: Actor,
  decision: 'approve' | 'reject',
  seen: { id: string; version: number },
): Promise<string> => {
  const reply = await actor.call('POST /companies/{companyId}/decisions', {
    companyId: company.id,
    decision,
    notes: 'At once',
    worklogs: [{ id: seen.id, version: seen.version }],
  });
  return reply.problem?.code ?? reply.body.results[0]?.code ?? 'allowed';
};

describe('one worker', () => {
  test('8 rounds of 20 concurrent overlapping worklogs: one is created, the others get it as a conflict', async () => {
    for (let round = 0; round < 8; round++) {
      const answers = await atOnce(20, (index) =>
        company.worker.call('POST /companies/{companyId}/worklogs', {
          companyId: company.id,
          taskId: company.project.timedTaskId,
          start: `${day(round)}T0${index % 5}:00`,
          end: `${day(round)}T08:00`,
        }),
      );
      expect(tally(answers.map(({ status }) => `${status}`))).toEqual({ 200: 1, 409: 19 });
      const conflictLists = answers.flatMap(({ problem }) => (problem ? [problem.conflicts] : []));
      expect(conflictLists.every((list) => Array.isArray(list) && list.length === 1)).toBe(true);
    }
    expect(await overlapsIn(app)).toEqual({ pairs: 0, unconfirmed: 0 });
    expect(await number('select count(*)::int as n from worklogs')).toBe(8);
    expect(await number('select count(*)::int as n from worklog_events')).toBe(8);
  });

  test('the same worklog amended twice concurrently: one change is saved, the other gets the current version', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await submitDay(company, company.worker, day(100 + round), '08:00', '10:00');
      const answers = await atOnce(4, (index) =>
        company.worker.codeOf('PATCH /companies/{companyId}/worklogs/{worklogId}', {
          companyId: company.id,
          worklogId: id,
          version: 1,
          taskId: company.project.timedTaskId,
          start: `${day(100 + round)}T08:00`,
          end: `${day(100 + round)}T1${index}:30`,
        }),
      );
      expect(tally(answers)).toEqual({ allowed: 1, 'worklog.changed-since-seen': 3 });
    }
  });
});

test('every request that occupies an hour of a worker, concurrently: one succeeds, none gets a 500', async () => {
  const sender =
    (actor: Actor): Send =>
    async (method, path, body) => {
      const { status, body: answer } = await actor.send(method, `${apiPrefix}/companies/${company.id}${path}`, body);
      return { status, body: answer };
    };
  const party = {
    worker: sender(company.worker),
    approver: sender(company.approver),
    taskId: company.project.timedTaskId,
  };
  const seen = new Set<string>();
  for (let round = 0; round < 6; round++) {
    const { winners, faults, codes } = await raceForOneHour({ ...party, day: day(1_000 + round * 2) }, 24);
    expect([winners, faults], JSON.stringify(codes)).toEqual([1, 0]);
    for (const code of Object.keys(codes)) seen.add(code);
  }
  expect(await overlapsIn(app)).toEqual({ pairs: 0, unconfirmed: 0 });
  expect(
    [...seen].filter((code) => !expected.includes(code)),
    'and each was conflictLists a plain reason',
  ).toEqual([]);
});

/** Refused, or repeated after the same request had succeeded. */
const expected = ['won', 'worklog.conflict', 'worklog.changed-since-seen', 'worklog.not-decided', 'timer.missing'];

describe('deciders', () => {
  test('12 rounds of 5 mixed concurrent decisions: one succeeds, one event is written, the others are refused', async () => {
    const deciders = [company.approver, company.manager, company.admin, company.approver, company.manager];
    for (let round = 0; round < 12; round++) {
      const worklog = await submitDay(company, company.worker, day(200 + round), '08:00', '10:00');
      const answers = await Promise.all(
        deciders.map((actor, index) => verdict(actor, index % 2 === 0 ? 'approve' : 'reject', worklog)),
      );
      expect(tally(answers)).toEqual({ allowed: 1, 'worklog.not-pending': 4 });
      const events = `select count(*)::int as n from worklog_events where worklog_id = $1 and move in ('approve', 'reject')`;
      expect(await number(events, [worklog.id])).toBe(1);
    }
  });

  test('decisions on the same worklogs in opposite order cause no deadlock', async () => {
    for (let round = 0; round < 5; round++) {
      const worklogs = await atOnce(6, (index) =>
        submitDay(company, company.worker, day(400 + round * 6 + index), '08:00', '10:00'),
      );
      const seen = worklogs.map(({ id, version }) => ({ id, version }));
      const decide = (actor: Actor, list: typeof seen) =>
        actor.ok('POST /companies/{companyId}/decisions', {
          companyId: company.id,
          decision: 'approve',
          worklogs: list,
        });
      const answers = await Promise.all([decide(company.approver, seen), decide(company.admin, seen.toReversed())]);
      const codes = answers.flatMap(({ results }) => results.map(({ code }) => code ?? 'allowed'));
      expect(tally(codes)).toEqual({ allowed: 6, 'worklog.not-pending': 6 });
    }
  });

  test('A21: amending and approving concurrently: only the version that the decider saw is approved', async () => {
    for (let round = 0; round < 12; round++) {
      const worklog = await submitDay(company, company.worker, day(500 + round), '08:00', '10:00');
      const amend = company.worker.codeOf('PATCH /companies/{companyId}/worklogs/{worklogId}', {
        companyId: company.id,
        worklogId: worklog.id,
        version: 1,
        taskId: company.project.timedTaskId,
        start: `${day(500 + round)}T08:00`,
        end: `${day(500 + round)}T20:00`,
      });
      const outcome = await Promise.all([amend, verdict(company.approver, 'approve', worklog)]);
      expect([
        ['allowed', 'worklog.changed-since-seen'],
        ['worklog.locked', 'allowed'],
      ]).toContainEqual(outcome);
      const bad = `select count(*)::int as n from worklogs where id = $1 and status = 'approved' and minutes <> 120`;
      expect(await number(bad, [worklog.id])).toBe(0);
    }
  });
});

describe('seats, admins and invites', () => {
  const invite = (email = freshEmail()) =>
    company.admin.codeOf('POST /companies/{companyId}/invites', { companyId: company.id, email, role: 'worker' });

  test('A22: of eight invites one gets the last seat, and never more seats are used than paid for', async () => {
    const use = await company.admin.ok('GET /companies/{companyId}/seats', { companyId: company.id });
    const seats = use.members + use.pendingInvites + 1;
    await company.admin.ok('PUT /companies/{companyId}/seats', { companyId: company.id, seats });
    expect(tally(await atOnce(8, () => invite()))).toEqual({ allowed: 1, 'seats.none-free': 7 });
    const shrink = company.admin.codeOf('PUT /companies/{companyId}/seats', {
      companyId: company.id,
      seats: seats - 1,
    });
    expect(await shrink).toBe('seats.below-use');
    await company.admin.ok('PUT /companies/{companyId}/seats', { companyId: company.id, seats: seats + 1 });
    const [shrunk, invited] = await Promise.all([
      company.admin.codeOf('PUT /companies/{companyId}/seats', { companyId: company.id, seats }),
      invite(),
    ]);
    expect([shrunk, invited].filter((code) => code === 'allowed')).toHaveLength(1);
    await company.admin.ok('PUT /companies/{companyId}/seats', { companyId: company.id, seats: 60 });
  });

  test('one address is invited once by concurrent requests', async () => {
    const email = freshEmail();
    expect(tally(await atOnce(5, () => invite(email)))).toEqual({ allowed: 1, 'invite.already': 4 });
  });

  test('A24: two admins who demote each other concurrently: one remains', async () => {
    for (let round = 0; round < 8; round++) {
      const founder = await app.person('Founder');
      const { id: companyId } = await founder.ok('POST /companies', { name: 'Pair', timeZone: 'UTC', currency: 'EUR' });
      await founder.ok('PUT /companies/{companyId}/seats', { companyId, seats: 2 });
      const other = await hire(app, founder, companyId, 'company admin', 'Other');
      const demote = (actor: Actor, { userId }: Actor) =>
        actor.codeOf('PATCH /companies/{companyId}/members/{userId}', {
          companyId,
          userId,
          ...(round % 2 === 0 ? { role: 'worker' } : { isActive: false }),
        });
      const outcomes = await Promise.all([demote(founder, other), demote(other, founder)]);
      expect(outcomes.filter((code) => code === 'allowed')).toHaveLength(1);
      const admins = `select count(*)::int as n from members where company_id = $1 and role = 'company admin' and deactivated_at is null`;
      expect(await number(admins, [companyId])).toBe(1);
    }
  });

  test('A26: an invite accepted by concurrent requests creates one member', async () => {
    const joiner = await app.person('Joiner');
    await company.admin.ok('POST /companies/{companyId}/invites', {
      companyId: company.id,
      email: joiner.email,
      role: 'worker',
    });
    const { invites } = await joiner.ok('GET /invites', {});
    const code = codeIn((await app.mailsTo(joiner.email)).find(({ template }) => template === 'invite'));
    const outcomes = await atOnce(8, async (index) =>
      index % 2 === 0
        ? joiner.codeOf('POST /invites/{inviteId}/accept', { inviteId: invites[0]?.id ?? '' })
        : joiner.codeOf('POST /link-actions/accept-invite', { code }),
    );
    expect(outcomes.filter((outcome) => outcome === 'allowed')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome.startsWith('server.'))).toEqual([]);
    expect(await number('select count(*)::int as n from members where user_id = $1', [joiner.userId])).toBe(1);
  });
});

describe('the same request many times', () => {
  type Worklog = Output<'POST /companies/{companyId}/worklogs'>;

  test('20 concurrent repetitions with one key: executed once, with the same response', async () => {
    for (let round = 0; round < 5; round++) {
      const replies = await atOnce(20, () =>
        company.worker.call(
          'POST /companies/{companyId}/worklogs',
          {
            companyId: company.id,
            taskId: company.project.timedTaskId,
            start: `${day(-10 - round)}T08:00`,
            end: `${day(-10 - round)}T10:00`,
          },
          { 'idempotency-key': `round-${round}` },
        ),
      );
      const ids = new Set(replies.map(({ body }: { body: Worklog }) => body.id));
      expect([ids.size, tally(replies.map(({ status }) => `${status}`))]).toEqual([1, { 200: 20 }]);
      for (const { body } of replies) expect(body).toEqual(replies[0]?.body);
      expect(replies.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(19);
      expect(await number('select count(*)::int as n from worklog_events where worklog_id = $1', [...ids])).toBe(1);
    }
  });
});
