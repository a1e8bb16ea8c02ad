// Overlapping worklogs of one worker: which sequences of policies and moves may create them, what the refusal offers instead,
// and what the database constraint refuses by itself. Concurrent requests: races.test.ts.
// Case A15 of docs/attack-cases.md.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ConflictingWorklog, Worklog } from '#contract/worklogs.ts';
import { type Input, startTestApp, type TestApp } from '../support/app.ts';
import { foundTestCompany, hire, setPolicies, submitDay, type TestCompany } from '../support/company.ts';
import { withOpenTransaction } from '../support/concurrent-transaction.ts';
import { overlapsIn } from '../support/overlaps.ts';
import { companyVersion } from '../support/versions.ts';

type Entry = Partial<Input<'POST /companies/{companyId}/worklogs'>>;
type Decision = Input<'POST /companies/{companyId}/decisions'>['decision'];

let app: TestApp;
let company: TestCompany;
let days = 0;
let day = '';

beforeAll(async () => {
  app = await startTestApp();
  company = await foundTestCompany(app);
});
afterAll(() => app.close());

/** A separate day for each test, under the default policy. */
beforeEach(async () => {
  days += 3;
  day = new Date(Date.UTC(2025, 0, days)).toISOString().slice(0, 10);
  await policy('refuse');
});

async function policy(overlaps: 'refuse' | 'flag'): Promise<void> {
  const { admin, id: companyId } = company;
  await admin.ok('PATCH /companies/{companyId}', {
    companyId,
    version: await companyVersion(admin, companyId),
    overlaps,
  });
}

const entry = (from: string, to: string, rest: Entry = {}) => ({
  companyId: company.id,
  taskId: company.project.timedTaskId,
  start: `${day}T${from}`,
  end: `${day}T${to}`,
  ...rest,
});

const submit = (from: string, to: string, rest: Entry = {}, actor = company.worker) =>
  actor.call('POST /companies/{companyId}/worklogs', entry(from, to, rest));

const amend = ({ id, version }: { id: string; version: number }, from: string, to: string, rest: Entry = {}) =>
  company.worker.call('PATCH /companies/{companyId}/worklogs/{worklogId}', {
    ...entry(from, to, rest),
    worklogId: id,
    version,
  });

async function decide(decision: Decision, worklogs: Worklog[], actor = company.approver) {
  const { results } = await actor.ok('POST /companies/{companyId}/decisions', {
    companyId: company.id,
    decision,
    notes: 'Because',
    worklogs: worklogs.map(({ id, version }) => ({ id, version })),
  });
  return results;
}

const codes = (results: Awaited<ReturnType<typeof decide>>) => results.map(({ code }) => code ?? 'allowed');

const now = async (id: string): Promise<Worklog> => {
  const found = await company.worker.ok('GET /companies/{companyId}/worklogs/{worklogId}', {
    companyId: company.id,
    worklogId: id,
  });
  return found.worklog;
};

const allowsOverlap = async (id: string) => {
  const { rows } = await app.superuser.query('select allows_overlap as allowed from worklogs where id = $1', [id]);
  return rows[0]?.allowed;
};

/** Two overlapping worklogs; the second was confirmed while the policy allowed it. */
async function confirmedPair(): Promise<[Worklog, Worklog]> {
  await policy('flag');
  const first = (await submit('08:00', '10:00')).body;
  const second = (await submit('09:00', '11:00', { confirmOverlap: true })).body;
  return [first, second];
}

describe('where overlaps are refused', () => {
  test('what was confirmed earlier stays, is flagged on both with a link to the other, and occupies its time', async () => {
    const [first, second] = await confirmedPair();
    await policy('refuse');
    expect((await submit('10:30', '12:00')).problem?.code).toBe('worklog.conflict');
    expect((await submit('10:30', '12:00', { confirmOverlap: true })).problem?.code).toBe('worklog.conflict');
    expect((await submit('11:00', '12:00')).status).toBe(200);
    expect((await now(first.id)).overlapping.map(({ id }) => id)).toEqual([second.id]);
    expect((await now(second.id)).overlapping).toEqual([
      { id: first.id, startsAt: first.startsAt, endsAt: first.endsAt, zone: 'Asia/Jakarta' },
    ]);
    expect((await overlapsIn(app)).unconfirmed).toBe(0);
  });

  test('amending one of them resolves the overlap; from then on it is checked again', async () => {
    const [first, second] = await confirmedPair();
    await policy('refuse');
    expect((await amend(second, '09:00', '11:00', { notes: 'Only words' })).problem?.code).toBe('worklog.conflict');
    expect((await amend(first, '08:00', '09:30')).problem?.code).toBe('worklog.conflict');
    expect((await amend(second, '10:00', '11:00')).body.isConflicting).toBe(false);
    expect(await allowsOverlap(second.id)).toBe(false);
    expect((await now(first.id)).isConflicting).toBe(false);
  });

  test.each(['the one that was there', 'the confirmed one'])(
    '%s, rejected, is not reopened over the other',
    async (which) => {
      const pair = await confirmedPair();
      const [one] = which === 'the confirmed one' ? pair.toReversed() : pair;
      const [other] = pair.filter(({ id }) => id !== one?.id);
      if (!one || !other) throw new Error('There are two.');
      await decide('reject', [one]);
      await policy('refuse');
      const [result] = await decide('reopen', [await now(one.id)]);
      expect(result).toMatchObject({ code: 'worklog.conflict', conflicts: [{ id: other.id, day }] });
      await company.worker.ok('DELETE /companies/{companyId}/worklogs/{worklogId}', {
        companyId: company.id,
        worklogId: other.id,
        version: other.version,
      });
      expect(codes(await decide('reopen', [await now(one.id)]))).toEqual(['allowed']);
      expect(await allowsOverlap(one.id), 'its confirmation no longer applies').toBe(false);
    },
  );

  test('both rejected and reopened concurrently: the second gets the first as a conflict', async () => {
    const pair = await confirmedPair();
    await decide('reject', pair);
    await policy('refuse');
    const results = await decide('reopen', [await now(pair[0].id), await now(pair[1].id)]);
    expect(codes(results)).toEqual(['allowed', 'worklog.conflict']);
    expect(results[1]?.conflicts.map(({ id }) => id)).toEqual([pair[0].id]);
  });

  test('approving, and reopening what was approved, change no time and stay possible', async () => {
    const pair = await confirmedPair();
    await policy('refuse');
    expect(codes(await decide('approve', pair))).toEqual(['allowed', 'allowed']);
    expect(codes(await decide('reopen', [await now(pair[0].id)]))).toEqual(['allowed']);
  });
});

describe('where overlaps are flagged', () => {
  test('either of two is rejected and reopened, because the worker confirmed one of them', async () => {
    const pair = await confirmedPair();
    for (const { id } of pair) {
      await decide('reject', [await now(id)]);
      expect(codes(await decide('reopen', [await now(id)]))).toEqual(['allowed']);
    }
    expect((await now(pair[0].id)).isConflicting).toBe(true);
  });

  test('nobody reopens one that overlaps another without the worker’s confirmation', async () => {
    await policy('flag');
    const first = (await submit('08:00', '10:00')).body;
    await decide('reject', [first]);
    const second = (await submit('09:00', '11:00')).body;
    const [result] = await decide('reopen', [await now(first.id)]);
    expect([result?.code, result?.conflicts.map(({ id }) => id)]).toEqual(['worklog.conflict', [second.id]]);
  });

  test('confirmation is still required, and the free time is suggested as well', async () => {
    await policy('flag');
    await submit('08:00', '10:00');
    const { problem } = await submit('09:00', '11:00');
    expect([problem?.code, offered(problem)]).toEqual(['worklog.conflict', ['10:00–11:00']]);
  });
});

/** In the company's time zone. */
function offered(problem: Record<string, unknown> | null): string[] {
  const gaps = problem?.gaps;
  if (!Array.isArray(gaps)) return ['none'];
  const clock = (at: string) => new Date(new Date(at).getTime() + 7 * 3_600_000).toISOString().slice(11, 16);
  return gaps.map(({ startsAt, endsAt }) => `${clock(startsAt)}–${clock(endsAt)}`);
}

describe('the free time suggested', () => {
  test.each([
    ['around one in the middle', ['12:00–13:00'], '09:00', '17:00', ['09:00–12:00', '13:00–17:00']],
    ['between two', ['08:00–10:00', '12:00–18:00'], '09:00', '13:00', ['10:00–12:00']],
    ['beside what takes all of it', ['08:00–12:00'], '09:00', '10:00', ['07:00–08:00', '12:00–13:00']],
  ])('%s', async (_, taken, from, to, free) => {
    for (const one of taken) await submitDay(company, company.worker, day, one.slice(0, 5), one.slice(6));
    const { problem } = await submit(from, to);
    expect(offered(problem)).toEqual(free);
    for (const one of free) expect((await submit(one.slice(0, 5), one.slice(6))).status).toBe(200);
  });

  test('for an amendment ignores the worklog itself', async () => {
    const own = await submitDay(company, company.worker, day, '08:00', '10:00');
    await submitDay(company, company.worker, day, '10:00', '11:00');
    expect(offered((await amend(own, '08:00', '12:00')).problem)).toEqual(['08:00–10:00', '11:00–12:00']);
  });

  test('is only what would be accepted: nothing in a locked period', async () => {
    const { admin, id: companyId } = company;
    await submitDay(company, company.worker, day, '00:00', '02:00');
    const lock = (lockedUntil: string | null) => setPolicies(admin, companyId, { lockedUntil });
    await lock(new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10));
    expect(offered((await submit('00:00', '01:00')).problem), 'the hour before midnight is locked').toEqual([
      '02:00–03:00',
    ]);
    await lock(null);
    expect(offered((await submit('00:00', '01:00')).problem)).toEqual(['23:00–00:00', '02:00–03:00']);
  });

  test('is in the zone of the entry, across the hour that the clocks skip', async () => {
    const zone = 'Europe/Berlin';
    const night = { zone, start: '2025-03-30T01:00', end: '2025-03-30T05:00' };
    await company.worker.ok('POST /companies/{companyId}/worklogs', {
      companyId: company.id,
      taskId: company.project.timedTaskId,
      zone,
      start: '2025-03-30T03:00',
      end: '2025-03-30T04:00',
    });
    const { problem } = await submit('', '', night);
    expect(problem?.gaps).toEqual([
      { startsAt: '2025-03-30T00:00:00.000Z', endsAt: '2025-03-30T01:00:00.000Z' },
      { startsAt: '2025-03-30T02:00:00.000Z', endsAt: '2025-03-30T03:00:00.000Z' },
    ]);
  });
});

test('A15: a conflict on reopening names only what the caller may see, and that others exist', async () => {
  const colleague = await hire(app, company.admin, company.id, 'worker', 'Colleague');
  const rejected = (await submit('08:00', '10:00', {}, colleague)).body;
  await decide('reject', [rejected]);
  const elsewhere = await submit('09:00', '11:00', { taskId: company.otherProject.timedTaskId }, colleague);
  const { worklog } = await colleague.ok('GET /companies/{companyId}/worklogs/{worklogId}', {
    companyId: company.id,
    worklogId: rejected.id,
  });
  const [blind] = await decide('reopen', [worklog], company.manager);
  expect([blind?.code, blind?.conflicts]).toEqual(['worklog.conflict', []]);
  const [seeing] = await decide('reopen', [worklog]);
  expect(seeing?.conflicts.map(({ id }: ConflictingWorklog) => id)).toEqual([elsewhere.body.id]);
});

describe('the database constraint', () => {
  const minutes = (from: string, to: string) => [`${day}T${from}+07:00`, `${day}T${to}+07:00`];

  const insert = (from: string, to: string, allowed: boolean) =>
    app.superuser.query(
      `insert into worklogs (company_id, id, worker_id, project_id, task_id, kind, starts_at, ends_at, zone, day, currency, allows_overlap)
       values ($1, gen_random_uuid(), $2, $3, $4, 'timed', $5, $6, 'UTC', $7, 'IDR', $8) returning id`,
      [
        company.id,
        company.worker.userId,
        company.project.id,
        company.project.timedTaskId,
        ...minutes(from, to),
        day,
        allowed,
      ],
    );

  const violation = expect.objectContaining({ code: '23P01', constraint: 'worklogs_do_not_overlap' });

  test('refuses an overlap with a previously confirmed worklog, also in plain SQL', async () => {
    const [first, second] = await confirmedPair();
    await policy('refuse');
    await expect(insert('10:30', '12:00', false)).rejects.toEqual(violation);
    await expect(insert('10:30', '12:00', true)).rejects.toEqual(violation);
    await expect(insert('08:00', '08:30', true), 'nor with a confirmation').rejects.toEqual(violation);
    const move = `update worklogs set starts_at = starts_at - interval '1 hour' where id = $1`;
    await expect(app.superuser.query(move, [second.id])).rejects.toEqual(violation);
    await expect(app.superuser.query(move, [first.id])).rejects.toEqual(violation);
    const { rowCount } = await insert('12:00', '13:00', true);
    expect(rowCount, 'free time beside them is accepted').toBe(1);
  });

  test('waits for a concurrent confirmation and for a concurrent change of the policy', async () => {
    await policy('flag');
    const confirming = [
      `insert into worklogs (company_id, id, worker_id, project_id, task_id, kind, starts_at, ends_at, zone, day, currency, allows_overlap)
       values ($1, gen_random_uuid(), $2, $3, $4, 'timed', $5, $6, 'UTC', $7, 'IDR', true)`,
      [
        company.id,
        company.worker.userId,
        company.project.id,
        company.project.timedTaskId,
        ...minutes('08:00', '10:00'),
        day,
      ],
    ] as const;
    const changed = await withOpenTransaction(app, [confirming], async () => {
      await policy('refuse');
      return (await submit('09:00', '11:00')).problem?.code;
    });
    expect(changed).toBe('worklog.conflict');
  });
});
