import { afterAll, describe, expect, test } from 'vitest';
import { addDays, dayOf, monthEnd } from '#domain/calendar.ts';
import type { ReportGroup } from '#domain/report-groups.ts';
import type { Actor } from '../support/app.ts';
import { foundTestCompany } from '../support/company.ts';
import { withRejected } from '../support/compare-reports.ts';
import { openReportCompany, submitHours } from '../support/report-company.ts';

const { app, ours, theirs, colleague } = await openReportCompany();
afterAll(() => app.close());

const report = 'GET /companies/{companyId}/reports';
const projectReport = 'GET /companies/{companyId}/reports/projects/{projectId}';
const taskReport = 'GET /companies/{companyId}/reports/projects/{projectId}/tasks/{taskId}';
const series = 'GET /companies/{companyId}/reports/series';
const breakdown = 'GET /companies/{companyId}/reports/breakdown';

const month = (text: string) => ({ companyId: ours.id, from: `${text}-01`, to: monthEnd(`${text}-01`) });

/** A period that includes every worklog. */
const ever = { from: '2020-01-01', to: '2026-12-31' };

describe('The report', () => {
  test('sums pending and approved worklogs, a row for each project, most hours first', async () => {
    const { totals, rows } = await ours.admin.ok(report, { companyId: ours.id, ...ever });
    expect(totals).toEqual({
      items: 5,
      minutes: 14 * 60,
      expenses: [{ amountMinor: 10_000, currency: 'IDR' }],
      pendingItems: 4,
      approvedItems: 1,
      rejectedItems: 0,
      pendingMinutes: 12 * 60,
      approvedMinutes: 2 * 60,
      pendingExpenses: [{ amountMinor: 10_000, currency: 'IDR' }],
      approvedExpenses: [],
      billableMinutes: 14 * 60,
      billableExpenses: [{ amountMinor: 10_000, currency: 'IDR' }],
    });
    expect(rows).toMatchObject([
      {
        name: 'Ours Project',
        items: 4,
        minutes: 9 * 60,
        pendingMinutes: 7 * 60,
        approvedMinutes: 2 * 60,
        expenses: [{ amountMinor: 10_000, currency: 'IDR' }],
        budget: null,
        isOpenable: true,
      },
      { name: 'Ours Other project', items: 1, minutes: 5 * 60, expenses: [] },
    ]);
  });

  test('includes rejected worklogs only on request', async () => {
    const { totals } = await ours.admin.ok(report, { companyId: ours.id, ...ever, statuses: ['rejected'] });
    expect(totals).toMatchObject({ items: 1, minutes: 60, rejectedItems: 1, pendingItems: 0, approvedItems: 0 });
  });

  test('and the list of worklogs return the same for the same filter', async () => {
    const filters = [
      { statuses: ['pending' as const] },
      { from: '2026-03-03', to: '2026-03-04', statuses: ['pending' as const, 'rejected' as const] },
      { workerIds: [colleague.userId], statuses: ['pending' as const] },
      { kinds: ['expense' as const], statuses: ['pending' as const] },
      { projectIds: [ours.otherProject.id], statuses: ['pending' as const, 'approved' as const] },
    ];
    for (const filter of filters) {
      for (const actor of [ours.admin, ours.manager, ours.approver, ours.reviewer, ours.worker, colleague]) {
        const listed = await actor.ok('GET /companies/{companyId}/worklogs', { companyId: ours.id, ...filter });
        const reported = await actor.ok(report, { companyId: ours.id, ...ever, ...filter });
        const { items, minutes, expenses, pendingItems, approvedItems, rejectedItems } = reported.totals;
        const shown = { pending: pendingItems, approved: approvedItems, rejected: rejectedItems };
        expect({ items, minutes, expenses, ...shown }).toEqual(withRejected(listed.totals));
      }
    }
  });

  test('contains exactly the worklogs that the caller may see (A15)', async () => {
    const hours = async (actor: Actor) => (await actor.ok(report, { companyId: ours.id, ...ever })).totals.minutes / 60;
    expect(await hours(ours.approver)).toBe(14);
    expect(await hours(ours.reviewer)).toBe(14);
    expect(await hours(ours.manager)).toBe(9);
    expect(await hours(ours.worker)).toBe(5);
    expect(await hours(colleague)).toBe(9);
    const managers = await ours.manager.call(report, { companyId: ours.id, ...ever });
    expect(managers.text).not.toContain('Other project');
    // Of whole months there are sums by task, of the others rows.
    const partMonth = { companyId: ours.id, from: '2026-02-01', to: '2026-03-20', groupBy: 'task' as const };
    expect((await ours.manager.ok(report, partMonth)).rows.map(({ items }) => items)).toEqual([3, 1]);
  });

  test('treats ids outside the permissions as unknown (A02)', async () => {
    const ask = async (actor: Actor, filter: { workerIds?: string[]; projectIds?: string[] }) =>
      (await actor.call(report, { companyId: ours.id, ...ever, ...filter })).text;
    const nobody = await ask(ours.worker, { workerIds: [crypto.randomUUID()] });
    expect(await ask(ours.worker, { workerIds: [colleague.userId] })).toBe(nobody);
    expect(await ask(ours.worker, { workerIds: [theirs.worker.userId] })).toBe(nobody);
    expect(await ask(ours.manager, { projectIds: [ours.otherProject.id] })).toBe(nobody);
    expect(await ask(ours.admin, { projectIds: [theirs.project.id] })).toBe(nobody);
    expect(await ask(ours.worker, { workerIds: [ours.worker.userId] })).toContain('Ours Project');
  });

  test('requires the paid plan', async () => {
    const founder = await app.person();
    const { id: companyId } = await founder.ok('POST /companies', { name: 'Free', timeZone: 'UTC', currency: 'EUR' });
    expect(await founder.codeOf(report, { companyId, ...ever })).toBe('plan.premium-required');
  });
});

describe('The breakdown of a project', () => {
  test('has a row for each task and each worker, which add up to the total', async () => {
    const input = { companyId: ours.id, projectId: ours.project.id, ...ever };
    const { project, totals, rows: tasks } = await ours.reviewer.ok(projectReport, input);
    const { rows: workers } = await ours.reviewer.ok(projectReport, { ...input, groupBy: 'worker' });
    expect(project).toMatchObject({ name: 'Ours Project', budgetMinutes: null });
    expect(totals).toMatchObject({ items: 4, minutes: 9 * 60 });
    expect(tasks.map(({ name, kind, minutes }) => [name, kind, minutes])).toEqual([
      ['Ours Work', 'timed', 9 * 60],
      ['Ours Travel', 'expense', 0],
    ]);
    expect(workers.map(({ name, minutes }) => [name, minutes])).toEqual([
      ['Ours Worker', 5 * 60],
      ['Ours Colleague', 4 * 60],
    ]);
  });

  test('of a task has a row for each worker', async () => {
    const input = { companyId: ours.id, projectId: ours.project.id, taskId: ours.project.timedTaskId, ...ever };
    const { task, totals, rows: workers } = await ours.manager.ok(taskReport, input);
    expect(task).toMatchObject({ name: 'Ours Work', kind: 'timed' });
    expect(totals).toMatchObject({ items: 3, minutes: 9 * 60, expenses: [] });
    expect(workers.map(({ minutes }) => minutes)).toEqual([5 * 60, 4 * 60]);
    const filtered = await ours.manager.ok(taskReport, { ...input, workerIds: [colleague.userId], to: '2026-03-02' });
    expect(filtered.totals.minutes).toBe(4 * 60);
  });

  test('is for company admins, managers and reviewers, of tasks as of projects', async () => {
    const project = { companyId: ours.id, projectId: ours.project.id, ...ever };
    const task = { ...project, taskId: ours.project.timedTaskId };
    for (const actor of [ours.admin, ours.manager, ours.reviewer]) {
      expect(await actor.codeOf(projectReport, project)).toBe('allowed');
      expect(await actor.codeOf(taskReport, task)).toBe('allowed');
    }
    for (const actor of [ours.approver, ours.worker]) {
      expect(await actor.codeOf(projectReport, project)).toBe('role.not-allowed');
      expect(await actor.codeOf(taskReport, task)).toBe('role.not-allowed');
      const { rows } = await actor.ok(report, { companyId: ours.id, ...ever });
      expect(rows.some(({ isOpenable }) => isOpenable)).toBe(false);
    }
  });

  test('of a project the manager does not manage does not exist (A07, A45)', async () => {
    const ask = async (projectId: string) =>
      (await ours.manager.call(projectReport, { companyId: ours.id, projectId, ...ever })).text.replace(
        /"requestId":"[^"]*"/,
        '',
      );
    const unknown = await ask(crypto.randomUUID());
    expect(unknown).toContain('project.missing');
    expect(await ask(ours.otherProject.id)).toBe(unknown);
    expect(await ask(theirs.project.id)).toBe(unknown);
    expect(await ask(ours.project.id)).toContain('Ours Project');
  });

  test('finds a task only through its project (A06)', async () => {
    const ask = (projectId: string, taskId: string) =>
      ours.manager.codeOf(taskReport, { companyId: ours.id, projectId, taskId, ...ever });
    expect(await ask(ours.project.id, ours.otherProject.timedTaskId)).toBe('task.missing');
    expect(await ask(ours.project.id, theirs.project.timedTaskId)).toBe('task.missing');
    expect(await ask(ours.project.id, ours.project.expenseTaskId)).toBe('allowed');
  });
});

describe('The previous period', () => {
  test('is the previous month of a month, and the same number of days before other ranges', async () => {
    const march = await ours.admin.ok(report, { ...month('2026-03'), compare: true });
    expect(march.before).toMatchObject({ from: '2026-02-01', to: '2026-02-28', totals: { items: 0, minutes: 0 } });
    const day = { companyId: ours.id, from: '2026-03-03', to: '2026-03-03', compare: true };
    const { totals, before } = await ours.admin.ok(report, day);
    expect(totals).toMatchObject({ items: 1, minutes: 3 * 60 });
    expect(before).toMatchObject({ from: '2026-03-02', to: '2026-03-02', totals: { items: 2, minutes: 6 * 60 } });
    const of = { ...day, projectId: ours.project.id };
    expect((await ours.admin.ok(projectReport, of)).before?.totals.minutes).toBe(6 * 60);
    const task = { ...of, taskId: ours.project.expenseTaskId };
    expect((await ours.admin.ok(taskReport, task)).before?.totals.minutes).toBe(0);
  });

  test('has its own rows, also for what exists in one of the two only', async () => {
    const day = (on: string) => ({ companyId: ours.id, from: on, to: on, compare: true });
    const named = (rows: { name: string; minutes: number }[] | undefined) =>
      rows?.map(({ name, minutes }) => [name, minutes / 60]);
    const fifth = await ours.admin.ok(report, day('2026-03-05'));
    expect(named(fifth.rows)).toEqual([['Ours Other project', 5]]);
    expect(named(fifth.before?.rows)).toEqual([['Ours Project', 0]]);
    const of = { ...day('2026-03-03'), projectId: ours.project.id };
    const tasks = await ours.manager.ok(projectReport, of);
    expect(named(tasks.before?.rows)).toEqual([['Ours Work', 6]]);
    const third = await ours.manager.ok(projectReport, { ...of, groupBy: 'worker' });
    expect(named(third.rows)).toEqual([['Ours Worker', 3]]);
    expect(named(third.before?.rows)).toEqual([
      ['Ours Colleague', 4],
      ['Ours Worker', 2],
    ]);
    const task = await ours.manager.ok(taskReport, { ...of, taskId: ours.project.timedTaskId });
    expect(task.before?.rows).toEqual(third.before?.rows);
    expect((await ours.manager.ok(report, day('2026-03-06'))).before?.rows).toEqual([]);
  });

  test('is returned on request only, with the same filter and permissions', async () => {
    expect((await ours.admin.ok(report, month('2026-03'))).before).toBeNull();
    const day = { companyId: ours.id, from: '2026-03-03', to: '2026-03-03', compare: true };
    expect((await ours.worker.ok(report, day)).before?.totals.minutes).toBe(2 * 60);
    const colleagues = { ...day, workerIds: [colleague.userId] };
    expect((await ours.admin.ok(report, colleagues)).before?.totals.minutes).toBe(4 * 60);
  });
});

describe('The series', () => {
  test('has a bucket for every day, week or month, without gaps', async () => {
    const march = { ...month('2026-03'), to: '2026-03-11' };
    const days = await ours.admin.ok(series, { ...march, by: 'day' });
    expect(days.buckets.map(({ minutes }) => minutes / 60)).toEqual([0, 6, 3, 0, 5, 0, 0, 0, 0, 0, 0]);
    expect(days.buckets[1]).toMatchObject({ from: '2026-03-02', to: '2026-03-02', approvedMinutes: 120 });
    expect(days.buckets[3]).toMatchObject({ items: 1, expenses: [{ amountMinor: 10_000, currency: 'IDR' }] });
    const weeks = await ours.admin.ok(series, { ...march, by: 'week' });
    expect(weeks.buckets).toMatchObject([
      { from: '2026-03-01', to: '2026-03-01', minutes: 0 },
      { from: '2026-03-02', to: '2026-03-08', minutes: 14 * 60, pendingMinutes: 12 * 60 },
      { from: '2026-03-09', to: '2026-03-11', minutes: 0 },
    ]);
    const months = await ours.worker.ok(series, { ...march, by: 'month', projectIds: [ours.project.id] });
    expect(months.buckets).toMatchObject([{ from: '2026-03-01', to: '2026-03-11', minutes: 5 * 60 }]);
  });

  test('is refused with more buckets than can be shown', async () => {
    const years = { companyId: ours.id, from: '2024-01-01', to: '2026-12-31' };
    const { problem } = await ours.admin.call(series, { ...years, by: 'day' });
    expect(problem?.errors).toMatchObject([{ path: 'by', code: 'range.too-many-buckets' }]);
    expect(await ours.admin.codeOf(series, { ...years, by: 'week' })).toBe('allowed');
  });
});

describe('The breakdown of everything', () => {
  test('is a tree of projects, tasks and workers, in which parts add up to the total', async () => {
    const { totals, rows } = await ours.reviewer.ok(breakdown, month('2026-03'));
    expect(totals).toMatchObject({ items: 5, minutes: 14 * 60 });
    const named = rows.map(({ name, minutes, rows: tasks }) => ({
      name,
      hours: minutes / 60,
      tasks: tasks.map((task) => [task.name, task.items, task.rows.map((one) => `${one.name} ${one.minutes / 60}`)]),
    }));
    expect(named).toEqual([
      {
        name: 'Ours Project',
        hours: 9,
        tasks: [
          ['Ours Work', 3, ['Ours Worker 5', 'Ours Colleague 4']],
          ['Ours Travel', 1, ['Ours Worker 0']],
        ],
      },
      { name: 'Ours Other project', hours: 5, tasks: [['Ours Work', 1, ['Ours Colleague 5']]] },
    ]);
  });

  test('is for those who may open the breakdowns, and contains what they may see (A15)', async () => {
    for (const actor of [ours.approver, ours.worker])
      expect(await actor.codeOf(breakdown, month('2026-03'))).toBe('role.not-allowed');
    const { rows } = await ours.manager.ok(breakdown, month('2026-03'));
    expect(rows.map(({ name }) => name)).toEqual(['Ours Project']);
  });
});

describe('The groups of a report', () => {
  const march = { ...month('2026-03'), from: '2026-03-03', statuses: ['pending' as const, 'rejected' as const] };
  const shown = (rows: readonly { name: string; minutes: number }[]) =>
    rows.map(({ name, minutes }) => [name, minutes / 60]);

  test('are projects, tasks, workers, days, weeks, months or statuses', async () => {
    const by = async (groupBy: ReportGroup) => shown((await ours.admin.ok(report, { ...march, groupBy })).rows);
    expect(await by('task')).toEqual([
      ['Ours Work', 5],
      ['Ours Work', 4],
      ['Ours Travel', 0],
    ]);
    expect(await by('worker')).toEqual([
      ['Ours Colleague', 5],
      ['Ours Worker', 4],
    ]);
    expect(await by('day')).toEqual([
      ['2026-03-03', 3],
      ['2026-03-04', 1],
      ['2026-03-05', 5],
    ]);
    expect(await by('week')).toEqual([['2026-03-03', 9]]);
    expect(await by('month')).toEqual([['2026-03-03', 9]]);
    expect(await by('status')).toEqual([
      ['pending', 8],
      ['rejected', 1],
    ]);
  });

  test('name the project of a task and the days of a week', async () => {
    const tasks = await ours.admin.ok(report, { ...march, groupBy: 'task' });
    expect(tasks.rows.map(({ project }) => project?.name)).toEqual([
      'Ours Other project',
      'Ours Project',
      'Ours Project',
    ]);
    const [week] = (await ours.admin.ok(report, { ...march, groupBy: 'week' })).rows;
    expect(week).toMatchObject({ days: { from: '2026-03-03', to: '2026-03-08' }, project: null });
  });

  test('by task are for those who may open breakdowns, the others for everybody', async () => {
    for (const actor of [ours.approver, ours.worker]) {
      expect(await actor.codeOf(report, { ...march, groupBy: 'task' })).toBe('role.not-allowed');
      expect(await actor.codeOf(breakdown, { ...march, groupBy: ['day', 'task'] })).toBe('role.not-allowed');
      expect(await actor.codeOf(breakdown, { ...march, groupBy: ['project', 'day'] })).toBe('allowed');
    }
    const own = await ours.worker.ok(report, { ...march, groupBy: 'worker' });
    expect(shown(own.rows)).toEqual([['Ours Worker', 4]]);
  });

  test('may be on up to three levels, all different, and days no more than can be shown', async () => {
    const ask = (groupBy: ReportGroup[], days = {}) => ours.admin.codeOf(breakdown, { ...march, ...days, groupBy });
    expect(await ask(['worker', 'day', 'status'])).toBe('allowed');
    expect(await ask(['worker', 'worker'])).toBe('field.invalid');
    expect(await ask(['worker', 'day', 'status', 'project'])).not.toBe('allowed');
    expect(await ask(['worker', 'day'], { from: '2024-01-01' })).toBe('range.too-many-buckets');
    expect(await ask(['worker', 'week'], { from: '2024-01-01' })).toBe('allowed');
  });
});

describe('The budget of a project and of a task', () => {
  test('counts approved and pending worklogs of all time, without the filter, and has a forecast at the current rate', async () => {
    const budgeted = await foundTestCompany(app, { canary: 'Budgeted' });
    const { id: companyId, admin, approver, worker, project } = budgeted;
    const { version, tasks } = await admin.ok('GET /companies/{companyId}/projects/{projectId}', {
      companyId,
      projectId: project.id,
    });
    await admin.ok('PATCH /companies/{companyId}/projects/{projectId}', {
      companyId,
      projectId: project.id,
      version,
      budgetMinutes: 100 * 60,
      budgetMinor: 1_000_000,
      tasks: tasks.map(({ id, name, kind }) => ({ id, name, kind, budgetMinutes: kind === 'timed' ? 6_600 : null })),
    });
    const today = dayOf(new Date(), 'Asia/Jakarta');
    const log = (day: string, hours: number) => submitHours(budgeted, worker, project.timedTaskId, day, hours);
    const decided = async (decision: 'approve' | 'reject', { id, version: seen }: { id: string; version: number }) =>
      approver.ok('POST /companies/{companyId}/decisions', {
        companyId,
        decision,
        notes: 'Seen',
        worklogs: [{ id, version: seen }],
      });
    await decided('approve', await log(addDays(today, -40), 6));
    await decided('approve', await log(addDays(today, -27), 8));
    await log(addDays(today, -28), 2);
    await log(addDays(today, -1), 6);
    await decided('reject', await log(addDays(today, -2), 5));
    const expense = { companyId, taskId: project.expenseTaskId, amount: '2500' };
    await worker.ok('POST /companies/{companyId}/worklogs', { ...expense, day: addDays(today, -3) });
    const filter = { companyId, projectId: project.id, from: today, to: today, workerIds: [crypto.randomUUID()] };
    const seen = await admin.ok(projectReport, filter);
    expect(seen.totals.items).toBe(0);
    expect(seen.project).toMatchObject({ budgetMinutes: 6_000, budgetMinor: 1_000_000, currency: 'IDR' });
    expect(seen.budget).toEqual({
      minutes: {
        budget: 6_000,
        approved: 14 * 60,
        pending: 8 * 60,
        lastFourWeeks: 14 * 60,
        left: 78 * 60,
        dayOfExhaustion: addDays(today, 156),
      },
      money: {
        budget: 1_000_000,
        approved: 0,
        pending: 250_000,
        lastFourWeeks: 250_000,
        left: 750_000,
        dayOfExhaustion: addDays(today, 84),
      },
    });
    expect(seen.taskBudgets).toMatchObject([
      { task: { id: project.timedTaskId }, measure: 'minutes', budget: 6_600, used: 22 * 60 },
    ]);
    const { rows } = await admin.ok(report, { companyId, from: addDays(today, -1), to: today, groupBy: 'task' });
    expect(rows).toMatchObject([{ minutes: 6 * 60, budget: { measure: 'minutes', budget: 6_600, used: 22 * 60 } }]);
    const ofTask = await admin.ok(taskReport, { ...filter, taskId: project.timedTaskId });
    expect(ofTask.task).toMatchObject({ budgetMinutes: 6_600, budgetMinor: null, isClosed: false });
    expect(ofTask.budget.minutes).toMatchObject({ left: 88 * 60, dayOfExhaustion: addDays(today, 176) });
    expect(ofTask.budget.money).toMatchObject({ budget: null, pending: 0, left: null });
  });
});
