// Every policy against every way of writing a worklog: one row per policy, one column per way. A cell is the expected response
// where the policy forbids it; the same action without the policy must succeed.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, dayOf } from '#domain/calendar.ts';
import { defaultPolicies, type Policies } from '#domain/policies.ts';
import { type Actor, type Input, startTestApp, type TestApp } from '../support/app.ts';
import { foundTestCompany, hire, setPolicies, submitDay, type TestCompany } from '../support/company.ts';

let app: TestApp;
let company: TestCompany;
beforeAll(async () => {
  app = await startTestApp();
  company = await foundTestCompany(app);
  await company.admin.ok('PUT /companies/{companyId}/seats', { companyId: company.id, seats: 90 });
});
afterAll(() => app.close());

const policy = (fields: Partial<Policies>) => setPolicies(company.admin, company.id, fields);

type Entry = Omit<Input<'POST /companies/{companyId}/worklogs'>, 'companyId' | 'taskId'>;
/** What to write, for a worker with no other worklogs. */
type Wanted = { worker: Actor; entry: Entry };
type Act = () => Promise<string>;
/** Prepares while nothing is forbidden; the returned function writes and returns the outcome. */
type Way = (wanted: Wanted) => Promise<Act>;

type Problem = { code: string; errors?: readonly { code: string }[] | undefined };
const outcomeOf = (problem: Problem | null | undefined): string =>
  problem ? (problem.errors ?? []).map(({ code }) => code).join() || problem.code : 'written';

const taskOf = ({ day }: Entry) => (day ? company.project.expenseTaskId : company.project.timedTaskId);
const submit = ({ worker, entry }: Wanted) =>
  worker.call('POST /companies/{companyId}/worklogs', { companyId: company.id, taskId: taskOf(entry), ...entry });

const today = () => dayOf(new Date(), 'Asia/Jakarta');
/** Far from the tested hours, and not locked. */
const quietDay = '2026-02-02';
const onDay = (entry: Entry, day: string): Entry => ({
  ...entry,
  ...(entry.day ? { day } : {}),
  ...(entry.start ? { start: `${day}${entry.start.slice(10)}` } : {}),
  ...(entry.end ? { end: `${day}${entry.end.slice(10)}` } : {}),
});

async function startTimer(worker: Actor): Promise<string> {
  const started = await worker.ok('POST /companies/{companyId}/timer', {
    companyId: company.id,
    taskId: company.project.timedTaskId,
  });
  const timerId = started.timer?.id ?? '';
  await app.superuser.query(`update timers set started_at = now() - interval '5 minutes' where id = $1`, [timerId]);
  return timerId;
}

const ways = {
  /** Used by the form, quick entry, duplicates and programs: one endpoint. */
  submit: async (wanted) => async () => outcomeOf((await submit(wanted)).problem),
  /** Used by the form and by dragging in the week. */
  amend: async ({ worker, entry }) => {
    const { body } = await submit({ worker, entry: { ...onDay(entry, quietDay), notes: 'to be amended' } });
    const key = { companyId: company.id, worklogId: body.id, version: body.version, taskId: taskOf(entry) };
    return async () =>
      outcomeOf((await worker.call('PATCH /companies/{companyId}/worklogs/{worklogId}', { ...key, ...entry })).problem);
  },
  copy: async ({ worker, entry }) => {
    const { body } = await submit({ worker, entry: onDay(entry, quietDay) });
    const toDay = entry.day ?? entry.start?.slice(0, 10) ?? '';
    const input = { companyId: company.id, fromDay: quietDay, toDays: [toDay], worklogIds: [body.id] };
    return async () => {
      const { results } = await worker.ok('POST /companies/{companyId}/worklog-copies', input);
      return results.map(({ code }) => code ?? 'written').join();
    };
  },
  /** Always of the last five minutes, whatever the row asks for. */
  stop: async ({ worker }) => {
    const timerId = await startTimer(worker);
    return async () => {
      const { timer } = await worker.ok('GET /companies/{companyId}/timer', { companyId: company.id });
      const key = { companyId: company.id, timerId, version: timer?.version ?? 0 };
      return outcomeOf((await worker.ok('POST /companies/{companyId}/timer/{timerId}/stop', key)).refusal);
    };
  },
  'submit what was measured': async ({ worker, entry }) => {
    const key = { companyId: company.id, timerId: await startTimer(worker), version: 1, taskId: taskOf(entry) };
    return async () =>
      outcomeOf(
        (await worker.call('POST /companies/{companyId}/timer/{timerId}/worklog', { ...key, ...entry })).problem,
      );
  },
  reopen: async (wanted) => {
    const { body } = await submit(wanted);
    const decide = async (decision: 'reject' | 'reopen', version: number) => {
      const worklogs = [{ id: body.id, version }];
      const input = { companyId: company.id, decision, notes: 'As agreed', worklogs };
      const { results } = await company.approver.ok('POST /companies/{companyId}/decisions', input);
      return results.map(({ code }) => code ?? 'written').join();
    };
    expect(await decide('reject', 1)).toBe('written');
    return () => decide('reopen', 2);
  },
} as const satisfies Record<string, Way>;

type WayName = keyof typeof ways;

type Row = {
  policy: () => Partial<Policies>;
  /** The policies under which the same is accepted; if absent, `defaultPolicies`. */
  without?: Partial<Policies>;
  entry: () => Entry;
  /** Occupies the time; the returned function frees it again. */
  block?: (worker: Actor) => Promise<() => Promise<unknown>>;
  answers: Record<WayName, string | null>;
};

const hour: Entry = { start: '2026-03-02T08:00', end: '2026-03-02T09:00', notes: 'Walls' };
const everywhere = (answer: string): Row['answers'] => ({
  submit: answer,
  amend: answer,
  copy: answer,
  stop: answer,
  'submit what was measured': answer,
  reopen: answer,
});

/** The worker's worklogs at that hour and now. */
async function takeTheTime(worker: Actor) {
  const taken = await submitDay(company, worker, '2026-03-02', '08:30', '10:00');
  const { rows } = await app.superuser.query<{ startsAt: string; endsAt: string }>(
    `select to_char(now() at time zone 'UTC' - interval '20 minutes', 'YYYY-MM-DD"T"HH24:MI') as "startsAt",
            to_char(now() at time zone 'UTC' - interval '3 minutes', 'YYYY-MM-DD"T"HH24:MI') as "endsAt"`,
  );
  const now = await worker.ok('POST /companies/{companyId}/worklogs', {
    companyId: company.id,
    taskId: company.project.timedTaskId,
    start: rows[0]?.startsAt ?? '',
    end: rows[0]?.endsAt ?? '',
    zone: 'UTC',
  });
  return async () => {
    for (const { id, version } of [taken, now]) {
      const key = { companyId: company.id, worklogId: id, version };
      await worker.ok('DELETE /companies/{companyId}/worklogs/{worklogId}', key);
    }
  };
}

const rows: Record<string, Row> = {
  'the lock date': {
    policy: () => ({ lockedUntil: today() }),
    entry: () => hour,
    answers: everywhere('worklog.period-locked'),
  },
  'the longest worklog': {
    policy: () => ({ longestWorklogMinutes: 3 }),
    entry: () => hour,
    answers: everywhere('worklog.too-long'),
  },
  'the longest day': {
    policy: () => ({ longestDayMinutes: 3 }),
    entry: () => hour,
    answers: { ...everywhere('worklog.day-too-long'), reopen: 'worklog.day-too-long-again' },
  },
  'no future': {
    policy: () => ({ allowFuture: false }),
    without: { ...defaultPolicies, allowFuture: true },
    entry: () => onDay(hour, addDays(today(), 2)),
    // A timer cannot measure the future. Reopening restores a worklog that was accepted earlier, so it is not checked again.
    answers: { ...everywhere('worklog.in-future'), stop: null, reopen: 'written' },
  },
  'required notes': {
    policy: () => ({ requireNotes: true }),
    entry: () => ({ ...hour, notes: ' ' }),
    // Only the worker can add notes.
    answers: { ...everywhere('worklog.notes-required'), reopen: 'written' },
  },
  'a required receipt': {
    policy: () => ({ receiptAboveMinor: 100 }),
    entry: () => ({ day: '2026-03-02', amount: '12' }),
    // A timer has no amount, and only the worker can add a receipt.
    answers: {
      ...everywhere('worklog.receipt-required'),
      stop: null,
      'submit what was measured': null,
      reopen: 'written',
    },
  },
  'no overlaps': {
    policy: () => ({ overlaps: 'refuse' }),
    entry: () => ({ ...hour, confirmOverlap: true }),
    block: takeTheTime,
    answers: everywhere('worklog.conflict'),
  },
  'flagged overlaps that nobody confirmed': {
    policy: () => ({ overlaps: 'flag' }),
    entry: () => hour,
    block: takeTheTime,
    answers: everywhere('worklog.conflict'),
  },
};

describe.each(Object.entries(rows))('%s', (_, row) => {
  const wayNames = Object.keys(ways).filter((way): way is WayName => way in ways);
  const attempts = wayNames.flatMap((way) => {
    const answer = row.answers[way];
    return answer === null ? [] : [[way, answer] as const];
  });

  test.each(attempts)('%s: %s', async (way, answer) => {
    const without = row.without ?? defaultPolicies;
    await policy(without);
    const worker = await hire(app, company.admin, company.id, 'worker', 'Somebody new');
    const act = await ways[way]({ worker, entry: row.entry() });
    const free = await row.block?.(worker);
    await policy(row.policy());
    expect(await act()).toBe(answer);
    if (answer === 'written') return;
    await policy(without);
    await free?.();
    expect(await act()).toBe('written');
  });
});

test('under the policy `flag` a confirmed overlap is accepted by every request that can confirm one', async () => {
  for (const way of ['submit', 'amend', 'submit what was measured'] as const) {
    await policy(defaultPolicies);
    const worker = await hire(app, company.admin, company.id, 'worker', 'Somebody sure');
    const act = await ways[way]({ worker, entry: { ...hour, confirmOverlap: true } });
    await takeTheTime(worker);
    await policy({ overlaps: 'flag' });
    expect([way, await act()]).toEqual([way, 'written']);
  }
});
