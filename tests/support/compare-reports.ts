// Compares the reports of a reader with a plain sum over the rows that they may see.
import fc from 'fast-check';
import { expect } from 'vitest';
import { addDays, monthEnd, monthStart, weekStart } from '#domain/calendar.ts';
import { noClient } from '#domain/clients.ts';
import { sumByCurrency } from '#domain/money.ts';
import { taskKinds } from '#domain/projects.ts';
import { type ReportGroup, reportGroups } from '#domain/report-groups.ts';
import { bucketsOf, type DayRange, previousPeriod } from '#domain/report-ranges.ts';
import { worklogStatuses } from '#domain/worklogs.ts';
import type { Actor, Output } from './app.ts';
import type { TestCompany } from './company.ts';
import { expectedTotals, type WorklogSumRow } from './expected-sums.ts';

const list = 'GET /companies/{companyId}/worklogs';

export const reportQuestion = fc.record({
  from: fc.integer({ min: 0, max: 220 }).map((count) => addDays('2025-09-20', count)),
  length: fc.oneof(fc.integer({ min: 0, max: 200 }), fc.constant('months' as const)),
  role: fc.nat(4),
  statuses: fc.option(fc.subarray([...worklogStatuses], { minLength: 1 }), { nil: undefined }),
  kinds: fc.option(fc.subarray([...taskKinds], { minLength: 1 }), { nil: undefined }),
  isBillable: fc.option(fc.boolean(), { nil: undefined }),
  client: fc.option(fc.nat(2), { nil: undefined }),
  project: fc.option(fc.nat(2), { nil: undefined }),
  task: fc.option(fc.nat(3), { nil: undefined }),
  worker: fc.option(fc.nat(3), { nil: undefined }),
  by: fc.constantFrom('day' as const, 'week' as const, 'month' as const),
  group: fc.constantFrom(...reportGroups),
});

type Question = typeof reportQuestion extends fc.Arbitrary<infer T> ? T : never;
type Place = { company: TestCompany; workers: readonly Actor[] };

/** Checks every number of one reader's reports with one filter. */
export async function checkReports({ company, workers }: Place, sample: Question, all: readonly WorklogSumRow[]) {
  const { admin, manager, approver, reviewer, worker, project, otherProject, id: companyId } = company;
  const actor = [admin, manager, approver, reviewer, worker][sample.role] ?? admin;
  const unknown = crypto.randomUUID();
  const pick = (ids: string[], index: number | undefined) =>
    index === undefined ? undefined : [ids[index] ?? unknown];
  const from = sample.length === 'months' ? `${sample.from.slice(0, 7)}-01` : sample.from;
  const to = sample.length === 'months' ? monthEnd(addDays(sample.from, 70)) : addDays(from, sample.length);
  const clients = [...new Set(all.flatMap(({ client_id }) => client_id ?? []))];
  const filter = {
    clientIds: pick([noClient, ...clients], sample.client),
    projectIds: pick([project.id, otherProject.id], sample.project),
    taskIds: pick([project.timedTaskId, project.expenseTaskId, otherProject.timedTaskId], sample.task),
    workerIds: pick(
      workers.map(({ userId }) => userId),
      sample.worker,
    ),
    statuses: sample.statuses,
    kinds: sample.kinds,
    isBillable: sample.isBillable,
  };
  const input = { companyId, from, to, ...filter };
  const visible = all.filter(
    (row) =>
      (actor !== manager || row.project_id === project.id) && (actor !== worker || row.worker_id === worker.userId),
  );
  const statuses: readonly string[] = filter.statuses ?? ['pending', 'approved'];
  const matching = visible.filter(
    (row) =>
      statuses.includes(row.status) &&
      (!filter.kinds || filter.kinds.some((kind) => kind === row.kind)) &&
      (filter.isBillable === undefined || filter.isBillable === row.is_billable) &&
      (!filter.clientIds || filter.clientIds.includes(row.client_id ?? noClient)) &&
      (!filter.projectIds || filter.projectIds.includes(row.project_id)) &&
      (!filter.taskIds || filter.taskIds.includes(row.task_id)) &&
      (!filter.workerIds || filter.workerIds.includes(row.worker_id)),
  );
  const within = (range: { from: string; to: string }) =>
    matching.filter(({ day }) => range.from <= day && day <= range.to);
  const counted = within({ from, to });

  const report = await actor.ok('GET /companies/{companyId}/reports', { ...input, compare: true });
  const before = within(previousPeriod({ from, to }));
  expect(report.totals).toEqual(expectedTotals(counted));
  expect(report.before).toMatchObject({ ...previousPeriod({ from, to }), totals: expectedTotals(before) });
  expectRows(report.before?.rows, before, 'project_id');
  expectRows(report.rows, counted, 'project_id');
  for (const row of report.rows) {
    const behind = await actor.ok(list, {
      ...input,
      projectIds: [row.id],
      statuses: worklogStatuses.filter((one) => statuses.includes(one)),
    });
    expect(withRejected(behind.totals)).toEqual({
      items: row.items,
      minutes: row.minutes,
      expenses: row.expenses,
      pending: row.pendingItems,
      approved: row.approvedItems,
      rejected: row.rejectedItems,
    });
  }
  if (actor === company.admin || actor === company.manager) await checkProjects(actor, companyId, visible);
  const { buckets } = await actor.ok('GET /companies/{companyId}/reports/series', { ...input, by: sample.by });
  expect(buckets).toEqual(
    bucketsOf({ from, to }, sample.by, 1).map((range) => ({ ...range, ...expectedTotals(within(range)) })),
  );
  const hasBreakdown = actor !== approver && actor !== worker;
  await checkGroups(actor, input, hasBreakdown || sample.group !== 'task' ? sample.group : 'week', counted);
  if (!hasBreakdown) return;
  await checkBreakdowns(actor, input, counted, before);
}

const groupKeys: Record<ReportGroup, (row: WorklogSumRow, range: DayRange) => string> = {
  client: ({ client_id }) => client_id ?? noClient,
  project: ({ project_id }) => project_id,
  task: ({ task_id }) => task_id,
  worker: ({ worker_id }) => worker_id,
  status: ({ status }) => status,
  day: ({ day }) => day,
  week: ({ day }, { from }) => later(weekStart(day, 1), from),
  month: ({ day }, { from }) => later(monthStart(day), from),
};

const later = (one: string, other: string): string => (one > other ? one : other);

type BreakdownInput = DayRange & { companyId: string };

/** By one group, and by weeks and that group within each: the rows and their sums are those of the worklogs. */
async function checkGroups(actor: Actor, input: BreakdownInput, group: ReportGroup, counted: readonly WorklogSumRow[]) {
  const expected = (rows: readonly WorklogSumRow[], by: ReportGroup) =>
    inOrder(
      [...Map.groupBy(rows, (row) => groupKeys[by](row, input))].map(([id, of]) => ({ id, ...expectedTotals(of) })),
    );
  const { totals, rows } = await actor.ok('GET /companies/{companyId}/reports', { ...input, groupBy: group });
  expect(totals).toEqual(expectedTotals(counted));
  expect(inOrder(rows)).toMatchObject(expected(counted, group));
  if (group === 'week') return;
  const tree = { ...input, groupBy: ['week' as const, group] };
  const { rows: weeks } = await actor.ok('GET /companies/{companyId}/reports/breakdown', tree);
  expect(inOrder(weeks)).toMatchObject(expected(counted, 'week'));
  for (const week of weeks) {
    const within = counted.filter((row) => groupKeys.week(row, input) === week.id);
    expect(inOrder(week.rows)).toMatchObject(expected(within, group));
  }
}

const inOrder = <Row extends { id: string }>(rows: readonly Row[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));

type ListTotals = Output<'GET /companies/{companyId}/worklogs'>['totals'];

/** A list shows rejected worklogs beside its total; a report filtered by rejected includes them. */
export const withRejected = ({ rejectedMinutes, rejectedExpenses, ...totals }: ListTotals) => ({
  ...totals,
  minutes: totals.minutes + rejectedMinutes,
  expenses: sumByCurrency([...totals.expenses, ...rejectedExpenses]),
});

type SumsOfOne = ReturnType<typeof expectedTotals> & { id: string };

/** Checks that there is exactly one row per group with worklogs, each with its totals. */
function expectRows(
  rows: SumsOfOne[] | undefined,
  of: readonly WorklogSumRow[],
  key: 'project_id' | 'task_id' | 'worker_id',
) {
  const byId = Map.groupBy(of, (row) => row[key]);
  expect(rows?.map(({ id }) => id).sort()).toEqual([...byId.keys()].sort());
  for (const row of rows ?? []) expect(row).toMatchObject(expectedTotals(byId.get(row.id) ?? []));
}

/** The list of projects and an unfiltered list of worklogs also show totals. */
async function checkProjects(actor: Actor, companyId: string, visible: readonly WorklogSumRow[]) {
  const { projects } = await actor.ok('GET /companies/{companyId}/projects', {
    companyId,
    sort: 'hours',
    order: 'descending',
  });
  const worked = visible.filter(({ kind, status }) => kind === 'timed' && status !== 'rejected');
  const minutes = projects.map(({ minutes }) => minutes);
  expect(minutes).toEqual(
    projects.map(({ id }) => expectedTotals(worked.filter((row) => row.project_id === id)).minutes),
  );
  expect(minutes).toEqual(minutes.toSorted((one, other) => other - one));
  const { totals } = await actor.ok(list, { companyId });
  const all = expectedTotals(visible);
  const counted = expectedTotals(visible.filter(({ status }) => status !== 'rejected'));
  expect(totals).toMatchObject({ items: all.items, minutes: counted.minutes, rejected: all.rejectedItems });
  expect(withRejected(totals).minutes).toBe(all.minutes);
}

async function checkBreakdowns(
  actor: Actor,
  input: { companyId: string; from: string; to: string; projectIds?: string[] | undefined },
  counted: WorklogSumRow[],
  before: WorklogSumRow[],
) {
  const { totals, rows } = await actor.ok('GET /companies/{companyId}/reports/breakdown', input);
  expect(totals).toEqual(expectedTotals(counted));
  for (const branch of rows) {
    const ofProject = counted.filter((row) => row.project_id === branch.id);
    expect(branch).toMatchObject(expectedTotals(ofProject));
    for (const task of branch.rows) {
      const ofTask = ofProject.filter((row) => row.task_id === task.id);
      expect(task).toMatchObject(expectedTotals(ofTask));
      for (const worker of task.rows)
        expect(worker).toMatchObject(expectedTotals(ofTask.filter((row) => row.worker_id === worker.id)));
      expect(task.rows.reduce((sum, { items }) => sum + items, 0)).toBe(ofTask.length);
      const path = { ...input, projectId: branch.id, taskId: task.id, compare: true };
      const one = await actor.ok('GET /companies/{companyId}/reports/projects/{projectId}/tasks/{taskId}', path);
      expect(one.totals).toEqual(expectedTotals(ofTask));
      expect(one.rows).toEqual(task.rows);
      const earlier = before.filter((row) => row.task_id === task.id);
      expect(one.before?.totals).toEqual(expectedTotals(earlier));
      expectRows(one.before?.rows, earlier, 'worker_id');
    }
    const ofProjectPath = { ...input, projectId: branch.id, compare: true };
    const projectReport = 'GET /companies/{companyId}/reports/projects/{projectId}';
    const page = await actor.ok(projectReport, ofProjectPath);
    const byWorker = await actor.ok(projectReport, { ...ofProjectPath, groupBy: 'worker' });
    const earlier = before.filter((row) => row.project_id === branch.id);
    expect(page.before?.totals).toEqual(expectedTotals(earlier));
    expectRows(page.before?.rows, earlier, 'task_id');
    expectRows(byWorker.before?.rows, earlier, 'worker_id');
    expect(page.totals).toEqual(expectedTotals(ofProject));
    expect(page.rows).toEqual(branch.rows.map(({ rows: _, ...task }) => task));
    for (const worker of byWorker.rows)
      expect(worker).toMatchObject(expectedTotals(ofProject.filter((row) => row.worker_id === worker.id)));
  }
}
