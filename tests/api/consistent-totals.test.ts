// The same total everywhere: in the form, the stored worklog, lists, dashboard and reports, for every role, time zone of the
// reader and first day of the week. Worklogs are random: several zones, night shifts, both clock changes, expenses, rejected
// and withdrawn ones, and a lock date. The expected totals are computed here from what was typed.

import { assert, asyncProperty, constantFrom, integer, record, sample } from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { elapsedMinutes, emptyEntry, entryRequest } from '#client/worklogs/entry.ts';
import type { Worklog } from '#contract/worklogs.ts';
import { addDays, dayOf, weekStart } from '#domain/calendar.ts';
import { type Actor, startTestApp, type TestApp } from '../support/app.ts';
import { foundTestCompany, hire, type TestCompany } from '../support/company.ts';
import { companyVersion } from '../support/versions.ts';

const companyZone = 'Europe/Berlin';
const zones = [
  companyZone,
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'UTC',
] as const;
/** They include both clock changes of Berlin, New York and Lord Howe, and the end of a year with 53 weeks. */
const spans = ['2025-10-01', '2026-03-01', '2020-12-20'] as const;
const spanDays = 45;

type Known = { worklog: Worklog; actor: Actor; minutes: number; amountMinor: number };

let app: TestApp;
let company: TestCompany;
let workers: Actor[];
const known = new Map<string, Known>();

beforeAll(async () => {
  app = await startTestApp();
  company = await foundTestCompany(app, { timeZone: companyZone });
  workers = [company.worker, await hire(app, company.admin, company.id, 'worker', 'Second')];
  for (const typed of sample(entries, { numRuns: 140, seed: 20_261_122 })) await write(typed);
  await decideSome();
}, 120_000);
afterAll(() => app.close());

const entries = record({
  zone: constantFrom(...zones),
  span: constantFrom(...spans),
  day: integer({ min: 0, max: spanDays - 1 }),
  /** On a grid of half hours, so that many overlap; those are refused and not counted. */
  from: integer({ min: 0, max: 47 }),
  half: integer({ min: 1, max: 24 }),
  place: constantFrom<'mine' | 'other'>('mine', 'other'),
  kind: constantFrom<'timed' | 'timed' | 'timed' | 'expense'>('timed', 'timed', 'timed', 'expense'),
  amount: integer({ min: 0, max: 99_999 }),
  who: constantFrom(0, 1),
});
type Typed = ReturnType<typeof sample<Parameters<Parameters<typeof entries.map>[0]>[0]>>[number];

const clock = (half: number): string =>
  `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`;

/** Uses the form's own calculation; for an ambiguous time the first offered offset is chosen. */
async function write({ zone, span, day, from, half, place, kind, amount, who }: Typed): Promise<void> {
  const actor = workers[who] ?? company.worker;
  const first = addDays(span, day);
  const end = from + half;
  const project = place === 'mine' ? company.project : company.otherProject;
  const entry = {
    ...emptyEntry(first),
    taskId: kind === 'timed' ? project.timedTaskId : company.project.expenseTaskId,
    startTime: clock(from),
    endDay: addDays(first, Math.floor(end / 48)),
    endTime: clock(end % 48),
    amount: kind === 'expense' ? `${amount + 1}.05` : amount % 3 === 0 ? `${amount + 1}` : '',
  };
  const computed = kind === 'timed' ? elapsedMinutes(entry, zone) : 0;
  const { body, problem } = await actor.call('POST /companies/{companyId}/worklogs', {
    companyId: company.id,
    ...entryRequest(entry, kind, { zone, locale: 'en', currency: 'IDR' }),
  });
  // The server refuses what the form cannot calculate, and overlapping times.
  if (computed === null || problem) {
    expect(problem?.code).toMatch(/^worklog\.(conflict|time-missing-in-zone|time-twice-in-zone)$/);
    return;
  }
  expect([body.minutes ?? 0, body.day]).toEqual([
    computed,
    kind === 'timed' ? dayOf(new Date(body.startsAt ?? ''), companyZone) : first,
  ]);
  known.set(body.id, { worklog: body, actor, minutes: computed, amountMinor: Math.round(Number(entry.amount) * 100) });
}

/** Approves a third, rejects and withdraws some, then locks the period, which changes no total. */
async function decideSome(): Promise<void> {
  const all = [...known.values()];
  for (const [index, one] of all.entries()) {
    const key = { companyId: company.id, worklogId: one.worklog.id, version: one.worklog.version };
    if (index % 7 === 0) {
      await one.actor.ok('DELETE /companies/{companyId}/worklogs/{worklogId}', key);
      known.delete(one.worklog.id);
    } else if (index % 3 === 0) await decide('approve', one);
    else if (index % 5 === 0) await decide('reject', one);
  }
  const { admin, id: companyId } = company;
  await admin.ok('PATCH /companies/{companyId}', {
    companyId,
    version: await companyVersion(admin, companyId),
    lockedUntil: '2025-10-31',
  });
}

async function decide(decision: 'approve' | 'reject', one: Known): Promise<void> {
  const { id, version } = one.worklog;
  const { results } = await company.approver.ok('POST /companies/{companyId}/decisions', {
    companyId: company.id,
    decision,
    notes: 'So',
    worklogs: [{ id, version }],
  });
  const [result] = results;
  if (!result?.worklog) throw new Error('Nothing was decided.');
  one.worklog = result.worklog;
}

type Sum = { items: number; minutes: number; amountMinor: number };

const sumOf = (list: readonly Known[]): Sum => ({
  items: list.length,
  minutes: list.reduce((sum, { minutes }) => sum + minutes, 0),
  amountMinor: list.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
});

type Totals = { items: number; minutes: number; expenses: { amountMinor: number }[] };

const shown = ({ items, minutes, expenses }: Totals): Sum => ({
  items,
  minutes,
  amountMinor: expenses.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
});

const readers = {
  'the company admin': [() => company.admin, () => true],
  'the manager of one project': [
    () => company.manager,
    ({ worklog }: Known) => worklog.projectId === company.project.id,
  ],
  'the timesheet approver': [() => company.approver, () => true],
  'the reviewer': [() => company.reviewer, () => true],
  'a worker': [() => company.worker, ({ actor }: Known) => actor === company.worker],
} as const satisfies Record<string, readonly [() => Actor, (one: Known) => boolean]>;

const range = record({
  span: constantFrom(...spans),
  first: integer({ min: -3, max: spanDays }),
  days: integer({ min: 0, max: spanDays }),
}).map(({ span, first, days }) => ({ from: addDays(span, first), to: addDays(span, first + days) }));

test('the data contains every kind of worklog', () => {
  const list = [...known.values()];
  const counts = Map.groupBy(list, ({ worklog }) => `${worklog.kind} ${worklog.status}`);
  expect(Object.fromEntries([...counts].map(([kind, { length }]) => [kind, length > 2]))).toEqual({
    'timed pending': true,
    'timed approved': true,
    'timed rejected': true,
    'expense pending': true,
    'expense approved': true,
    'expense rejected': true,
  });
  const wallMinutes = ({ startsAt, endsAt, zone }: Worklog) => [startsAt, endsAt, zone];
  expect(list.map(({ worklog }) => wallMinutes(worklog)).length).toBeGreaterThan(60);
  expect(list.some(({ worklog: { startsAt, day } }) => startsAt !== null && !startsAt.startsWith(day))).toBe(true);
});

describe.each(Object.entries(readers))('%s', (_, [reader, sees]) => {
  const companyId = () => company.id;
  const within = ({ from, to }: { from: string; to: string }) =>
    [...known.values()].filter((one) => sees(one) && one.worklog.day >= from && one.worklog.day <= to);

  test('is the same in lists, for any days and statuses, page by page and day by day', async () => {
    await assert(
      asyncProperty(range, constantFrom('pending', 'approved', 'rejected', null), async (days, status) => {
        const filter = { companyId: companyId(), ...days, ...(status ? { statuses: [status] } : {}) };
        const mine = within(days).filter(({ worklog }) => status === null || worklog.status === status);
        const first = await reader().ok('GET /companies/{companyId}/worklogs', { ...filter, pageSize: 50 });
        const isRejected = ({ worklog }: Known) => worklog.status === 'rejected';
        expect(shown(first.totals)).toEqual({
          ...sumOf(mine.filter((one) => !isRejected(one))),
          items: mine.length,
        });
        expect(first.totals.rejectedMinutes).toBe(sumOf(mine.filter(isRejected)).minutes);
        if (status === null) {
          const report = await reader().ok('GET /companies/{companyId}/reports', { companyId: companyId(), ...days });
          expect([report.totals.minutes, report.totals.expenses]).toEqual([
            first.totals.minutes,
            first.totals.expenses,
          ]);
        }
        const rows = [...first.worklogs];
        for (let page = 2; rows.length < first.totals.items; page++) {
          const { worklogs } = await reader().ok('GET /companies/{companyId}/worklogs', {
            ...filter,
            page,
            pageSize: 50,
          });
          rows.push(...worklogs);
        }
        expect(rows.map(({ id }) => id).sort()).toEqual(mine.map(({ worklog }) => worklog.id).sort());
        const byDay = Map.groupBy(rows, ({ day }) => day);
        for (const [day, same] of byDay) {
          const minutes = same.reduce((sum, row) => sum + (row.minutes ?? 0), 0);
          expect(minutes).toBe(sumOf(mine.filter(({ worklog }) => worklog.day === day)).minutes);
        }
      }),
      { numRuns: 8 },
    );
  });

  test('is the same in reports: projects add up to the total, tasks and workers to the project', async () => {
    await assert(
      asyncProperty(range, async (days) => {
        const counted = within(days).filter(({ worklog }) => worklog.status !== 'rejected');
        const report = await reader().ok('GET /companies/{companyId}/reports', { companyId: companyId(), ...days });
        expect(shown(report.totals)).toEqual(sumOf(counted));
        const of = (projectId: string) => counted.filter(({ worklog }) => worklog.projectId === projectId);
        for (const row of report.rows) {
          expect(shown(row)).toEqual(sumOf(of(row.id)));
          if (!row.isOpenable) continue;
          const key = { companyId: companyId(), projectId: row.id, ...days };
          const ofProject = 'GET /companies/{companyId}/reports/projects/{projectId}';
          const parts = await reader().ok(ofProject, key);
          expect(shown(parts.totals)).toEqual(sumOf(of(row.id)));
          for (const task of parts.rows) {
            const onTask = of(row.id).filter(({ worklog }) => worklog.taskId === task.id);
            expect(shown(task)).toEqual(sumOf(onTask));
            const { totals, rows: people } = await reader().ok(
              'GET /companies/{companyId}/reports/projects/{projectId}/tasks/{taskId}',
              { ...key, taskId: task.id },
            );
            expect(shown(totals)).toEqual(sumOf(onTask));
            expect(people.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(sumOf(onTask).minutes);
          }
          const byWorker = await reader().ok(ofProject, { ...key, groupBy: 'worker' });
          for (const person of byWorker.rows) {
            const ofPerson = of(row.id).filter(({ worklog }) => worklog.workerId === person.id);
            expect(shown(person)).toEqual(sumOf(ofPerson));
          }
        }
      }),
      { numRuns: 4 },
    );
  });

  test.each([1, 3, 7])('is the same on the dashboard, with weeks from day %i', async (weekStartsOn) => {
    const { admin, id } = company;
    await admin.ok('PATCH /companies/{companyId}', {
      companyId: id,
      version: await companyVersion(admin, id),
      weekStartsOn,
    });
    const today = dayOf(new Date(), companyZone);
    await submitToday(today);
    const first = weekStart(today, weekStartsOn);
    const { week, weekMinutes } = await reader().ok('GET /companies/{companyId}/dashboard', { companyId: id });
    expect(week.map(({ day }) => day)).toEqual(Array.from({ length: 7 }, (_, index) => addDays(first, index)));
    const days = { from: first, to: addDays(first, 6) };
    const { totals } = await reader().ok('GET /companies/{companyId}/reports', { companyId: id, ...days });
    const counted = within(days).filter(({ worklog }) => worklog.status !== 'rejected');
    expect([weekMinutes, totals.minutes]).toEqual([sumOf(counted).minutes, sumOf(counted).minutes]);
    for (const { day, minutes } of week) {
      expect(minutes).toBe(sumOf(counted.filter(({ worklog }) => worklog.day === day)).minutes);
    }
  });
});

/** The first hours of the company's current week, for the dashboard. */
async function submitToday(today: string): Promise<void> {
  const day = addDays(today, -1);
  if ([...known.values()].some(({ worklog }) => worklog.day === day)) return;
  for (const actor of workers) {
    const worklog = await actor.ok('POST /companies/{companyId}/worklogs', {
      companyId: company.id,
      taskId: company.project.timedTaskId,
      start: `${day}T22:00`,
      end: `${today}T00:00`,
    });
    known.set(worklog.id, { worklog, actor, minutes: 120, amountMinor: 0 });
  }
}
