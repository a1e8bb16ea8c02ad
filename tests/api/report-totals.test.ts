// Every total of every report, compared with a plain sum over all rows computed here: for random worklogs around clock changes,
// random concurrent moves of several people, concurrent folding, random filters and every role.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '#domain/calendar.ts';
import { sumChecks } from '#server/doctor/checks.ts';
import { examineCompany, rebuildSums, runCheck } from '#server/doctor/examine.ts';
import { foldSums } from '#server/jobs/sums.ts';
import { createLog } from '#server/log.ts';
import { type Actor, startTestApp, type TestApp } from '../support/app.ts';
import { foundTestCompany, hire, type TestCompany } from '../support/company.ts';
import { checkReports, reportQuestion } from '../support/compare-reports.ts';
import { worklogRows } from '../support/expected-sums.ts';
import { differencesOfReplay } from '../support/replay-events.ts';

const zones = ['Europe/Berlin', 'Asia/Jakarta', 'Australia/Lord_Howe', 'America/New_York', 'Pacific/Apia'];

/** They include clock changes and ends of months and years. */
const days = [
  '2025-10-25',
  '2025-10-26',
  '2025-12-31',
  '2026-01-01',
  '2026-02-28',
  '2026-03-28',
  '2026-03-29',
  '2026-04-05',
];

let app: TestApp;
let company: TestCompany;
let workers: Actor[];

beforeAll(async () => {
  app = await startTestApp();
  company = await foundTestCompany(app, { canary: 'Sums', timeZone: 'Europe/Berlin' });
  const { id: companyId, admin, worker } = company;
  await admin.ok('PATCH /companies/{companyId}', { companyId, version: 1, overlaps: 'flag' });
  const { otherProject } = company;
  await admin.ok('PATCH /companies/{companyId}/projects/{projectId}', {
    companyId,
    projectId: otherProject.id,
    version: 1,
    clientName: 'Sums Client',
    tasks: [{ id: otherProject.timedTaskId, isBillable: false }],
  });
  workers = [
    worker,
    await hire(app, admin, companyId, 'worker', 'Sums Second'),
    await hire(app, admin, companyId, 'worker', 'Sums Third'),
  ];
});
afterAll(() => app.close());

const list = 'GET /companies/{companyId}/worklogs';
const submit = 'POST /companies/{companyId}/worklogs';
const fold = () => foldSums({ ownerPool: app.database.ownerPool, log: createLog('silent') });

/** Each in one statement, and so from one snapshot, also while others write. */
const differences = async () => {
  const found = [];
  for (const check of sumChecks) found.push(await runCheck(app.superuser, company.id, check));
  return found.filter(({ count }) => count > 0);
};

const stepKinds = ['submit', 'expense', 'amend', 'withdraw', 'decide', 'bulk', 'copy', 'timer', 'fold'] as const;
const step = fc.record({
  kind: fc.constantFrom(...stepKinds),
  who: fc.nat(2),
  day: fc.constantFrom(...days),
  zone: fc.constantFrom(...zones),
  hour: fc.integer({ min: 4, max: 20 }),
  minutes: fc.integer({ min: 1, max: 119 }),
  amount: fc.integer({ min: 1, max: 9_999_999 }),
  pick: fc.nat(1_000),
  decision: fc.constantFrom('approve' as const, 'reject' as const, 'reopen' as const),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

function entryOf({ day, zone, hour, minutes, amount, pick }: Step) {
  const { project, otherProject } = company;
  return {
    companyId: company.id,
    taskId: pick % 2 === 0 ? project.timedTaskId : otherProject.timedTaskId,
    start: `${day}T${clock(hour * 60)}`,
    end: `${day}T${clock(hour * 60 + minutes)}`,
    zone,
    confirmOverlap: true,
    ...(pick % 3 === 0 ? { amount: String(amount) } : {}),
    ...(pick % 5 === 0 ? { isBillable: pick % 10 === 0 } : {}),
  };
}

const expenseOf = ({ day, amount }: Step) => ({
  companyId: company.id,
  taskId: company.project.expenseTaskId,
  day,
  amount: String(amount),
});

const pickedOf = async (actor: Actor, { pick }: Step) => {
  const { worklogs } = await actor.ok(list, { companyId: company.id, pageSize: 100 });
  return worklogs[pick % Math.max(1, worklogs.length)];
};

/** A move may be allowed or refused, but must not fail; the totals must match either way. */
async function take(one: Step): Promise<void> {
  const actor = workers[one.who] ?? company.worker;
  const { id: companyId, approver } = company;
  const answer = await takenBy(one, actor, approver, companyId);
  if (answer) expect(answer.status, `${one.kind} ${answer.text}`).toBeLessThan(500);
}

async function takenBy(one: Step, actor: Actor, approver: Actor, companyId: string) {
  switch (one.kind) {
    case 'submit':
      return actor.call(submit, entryOf(one));
    case 'expense':
      return actor.call(submit, expenseOf(one));
    case 'amend': {
      const seen = await pickedOf(actor, one);
      const entry = one.pick % 5 === 0 ? expenseOf(one) : entryOf(one);
      if (seen)
        return actor.call('PATCH /companies/{companyId}/worklogs/{worklogId}', {
          ...entry,
          worklogId: seen.id,
          version: seen.version,
        });
      return null;
    }
    case 'withdraw': {
      const seen = one.pick % 2 === 0 ? await pickedOf(actor, one) : undefined;
      if (!seen) return null;
      const { id: worklogId, version } = seen;
      return actor.call('DELETE /companies/{companyId}/worklogs/{worklogId}', { companyId, worklogId, version });
    }
    case 'decide':
    case 'bulk': {
      const { worklogs } = await approver.ok(list, { companyId, pageSize: 100 });
      const from = one.pick % Math.max(1, worklogs.length);
      const chosen = worklogs.slice(from, from + (one.kind === 'bulk' ? 20 : 1));
      if (chosen.length === 0) return null;
      return approver.call('POST /companies/{companyId}/decisions', {
        companyId,
        decision: one.decision,
        notes: 'Seen',
        worklogs: chosen.map(({ id, version }) => ({ id, version })),
      });
    }
    case 'copy':
      return actor.call('POST /companies/{companyId}/worklog-copies', {
        companyId,
        fromDay: one.day,
        toDays: [addDays(one.day, 1 + (one.pick % 40))],
      });
    case 'timer': {
      const { taskId } = entryOf(one);
      await actor.call('POST /companies/{companyId}/timer', { companyId, taskId });
      const { timer } = await actor.ok('GET /companies/{companyId}/timer', { companyId });
      if (!timer) return null;
      const seen = { timerId: timer.id, version: timer.version };
      return actor.call('POST /companies/{companyId}/timer/{timerId}/worklog', { ...entryOf(one), ...seen });
    }
    case 'fold':
      await fold();
      return null;
  }
}

describe('Every total', () => {
  test('equals the plain sum over the rows that its reader may see, during concurrent writes, decisions and folding', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 20, maxLength: 40 }),
        fc.array(reportQuestion, { minLength: 6, maxLength: 6 }),
        async (steps, questions) => {
          // Four concurrent sequences of moves on separate connections, and a reader at the same time.
          const lanes = [
            ...Map.groupBy(steps, ({ who, kind }) => (kind === 'decide' || kind === 'bulk' ? 3 : who)).values(),
          ];
          let isWriting = true;
          const writing = Promise.all(
            lanes.map(async (lane) => {
              for (const one of lane) await take(one);
            }),
          ).finally(() => {
            isWriting = false;
          });
          const reading = (async () => {
            while (isWriting) {
              expect(await differences()).toEqual([]);
              await fold();
            }
          })();
          await Promise.all([writing, reading]);
          expect(await differences()).toEqual([]);
          const rows = await worklogRows(app, company.id);
          for (const one of questions) await checkReports({ company, workers }, one, rows);
        },
      ),
      { numRuns: 6, interruptAfterTimeLimit: 60_000 },
    );
    expect((await worklogRows(app, company.id)).length).toBeGreaterThan(20);
  }, 120_000);

  test('fulfils the other checks of the doctor', async () => {
    const found = await examineCompany(app.database.ownerPool, company.id, null);
    expect(found.filter(({ count }) => count > 0)).toEqual([]);
    // An independent computation from the events; the doctor does it in SQL.
    expect((await differencesOfReplay(app.superuser)).differing).toEqual([]);
  });
});

describe('Precomputed sums', () => {
  const moves = {
    worklogs_sums_added: () => company.worker.ok(submit, { ...entryOf(sample), taskId: company.project.timedTaskId }),
    worklogs_sums_moved: async () => {
      const { worklogs } = await company.approver.ok(list, {
        companyId: company.id,
        statuses: ['pending'],
        pageSize: 10,
      });
      const [first] = worklogs.filter(({ actions }) => actions.approve === true);
      await company.approver.ok('POST /companies/{companyId}/decisions', {
        companyId: company.id,
        decision: 'approve',
        worklogs: first ? [{ id: first.id, version: first.version }] : [],
      });
    },
    worklogs_sums_removed: () =>
      app.superuser.query(
        `with gone as (select id from worklogs where company_id = $1 and status = 'pending' limit 1),
           events as (delete from worklog_events where worklog_id in (select id from gone)),
           notices as (delete from notices where worklog_id in (select id from gone))
         delete from worklogs where company_id = $1 and id in (select id from gone)`,
        [company.id],
      ),
  };
  const sample: Step = {
    kind: 'submit',
    who: 0,
    day: '2026-02-28',
    zone: 'Asia/Jakarta',
    hour: 9,
    minutes: 60,
    amount: 5,
    pick: 0,
    decision: 'approve',
  };

  test.each(Object.keys(moves).filter((name): name is keyof typeof moves => name in moves))(
    'that are wrong because a trigger was off (%s) are reported by the doctor and repaired by a rebuild while others write',
    async (trigger) => {
      expect(await differences()).toEqual([]);
      await moves.worklogs_sums_added();
      await app.superuser.query(`alter table worklogs disable trigger ${trigger}`);
      await moves[trigger]();
      await app.superuser.query(`alter table worklogs enable trigger ${trigger}`);
      expect(await differences()).toHaveLength(2);
      const others = Array.from({ length: 5 }, (_, index) =>
        company.worker.ok(submit, { ...entryOf({ ...sample, hour: 10 + index }), taskId: company.project.timedTaskId }),
      );
      await Promise.all([rebuildSums(app.database.ownerPool, company.id), fold(), ...others]);
      expect(await differences()).toEqual([]);
      await fold();
      expect(await differences()).toEqual([]);
    },
  );

  test('contain no empty sums, and no unfolded changes after folding', async () => {
    await fold();
    const { rows } = await app.superuser.query<{ changes: number; empty: number; sums: number }>(
      `select (select count(*)::int from sum_changes) as changes,
         (select count(*)::int from day_sums where entries = 0) + (select count(*)::int from month_sums where entries = 0) as empty,
         (select count(*)::int from day_sums) as sums`,
    );
    expect(rows[0]).toMatchObject({ changes: 0, empty: 0 });
    expect(rows[0]?.sums).toBeGreaterThan(10);
  });

  test('of another company are inaccessible, and only the database owner writes them', async () => {
    const asApp = async (statement: string) => {
      const client = await app.database.pool.connect();
      try {
        await client.query('begin');
        await client.query(`select set_local('app.company_id', $1)`, [crypto.randomUUID()]);
        return (await client.query(statement)).rowCount;
      } finally {
        await client.query('rollback');
        client.release();
      }
    };
    expect(await asApp('select from day_sums')).toBe(0);
    await expect(asApp('delete from day_sums')).rejects.toThrow('permission denied');
    await expect(asApp('update month_sums set entries = 0')).rejects.toThrow('permission denied');
    await expect(asApp('delete from sum_changes')).rejects.toThrow('permission denied');
  });
});
