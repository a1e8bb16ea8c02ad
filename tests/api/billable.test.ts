// Whether worklogs are billable: by default as their task says, kept by copies, in lists, reports, files and histories.

import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiPrefix } from '#contract/index.ts';
import { type Actor, type Input, startTestApp, type TestApp } from '../support/app.ts';
import { foundTestCompany, type TestCompany } from '../support/company.ts';

const submit = 'POST /companies/{companyId}/worklogs';
const amend = 'PATCH /companies/{companyId}/worklogs/{worklogId}';
const update = 'PATCH /companies/{companyId}/projects/{projectId}';
const reports = 'GET /companies/{companyId}/reports';
const march = { from: '2026-03-01', to: '2026-03-31' };

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** The task of the second project is not billable. */
async function openCompany(): Promise<TestCompany> {
  const company = await foundTestCompany(app, { canary: 'Ours' });
  const { admin, id: companyId, otherProject } = company;
  const tasks = [{ id: otherProject.timedTaskId, isBillable: false }];
  const { version } = await admin.ok('GET /companies/{companyId}/projects/{projectId}', {
    companyId,
    projectId: otherProject.id,
  });
  await admin.ok(update, { companyId, projectId: otherProject.id, version, tasks });
  return company;
}

const log = (
  { worker, id: companyId }: TestCompany,
  taskId: string,
  day: string,
  hours: number,
  rest: Partial<Input<typeof submit>> = {},
) => {
  const end = `${day}T${String(8 + hours).padStart(2, '0')}:00`;
  return worker.ok(submit, { companyId, taskId, start: `${day}T08:00`, end, ...rest });
};

const hasUnbillable = async (actor: Actor, companyId: string) =>
  (await actor.ok('GET /session', {})).companies.find(({ id }) => id === companyId)?.hasUnbillable;

describe('A worklog', () => {
  test('is billable as its task says, unless it says otherwise', async () => {
    const company = await openCompany();
    const { project, otherProject } = company;
    const made = [
      await log(company, project.timedTaskId, '2026-03-02', 1),
      await log(company, otherProject.timedTaskId, '2026-03-03', 1),
      await log(company, project.timedTaskId, '2026-03-04', 1, { isBillable: false }),
      await log(company, otherProject.timedTaskId, '2026-03-05', 1, { isBillable: true }),
    ];
    expect(made.map(({ isBillable }) => isBillable)).toEqual([true, false, false, true]);
  });

  test('stays as it is when something else or its task’s default changes; another task brings its own default', async () => {
    const company = await openCompany();
    const { admin, worker, id: companyId, project, otherProject } = company;
    const { id: worklogId } = await log(company, project.timedTaskId, '2026-03-02', 1, { isBillable: false });
    const change = async (version: number, fields: Partial<Input<typeof amend>>) =>
      (await worker.ok(amend, { companyId, worklogId, version, ...fields })).isBillable;
    expect(await change(1, { notes: 'Roof' })).toBe(false);
    expect(await change(2, { isBillable: true })).toBe(true);
    expect(await change(3, { taskId: otherProject.timedTaskId })).toBe(false);
    const tasks = [{ id: otherProject.timedTaskId, isBillable: true }];
    await admin.ok(update, { companyId, projectId: otherProject.id, version: 2, tasks });
    const path = { companyId, worklogId };
    const { worklog, history } = await worker.ok('GET /companies/{companyId}/worklogs/{worklogId}', path);
    expect(worklog.isBillable).toBe(false);
    expect(history.map(({ changes }) => changes.isBillable)).toEqual([
      undefined,
      undefined,
      { from: 'false', to: 'true' },
      { from: 'true', to: 'false' },
    ]);
    expect(history.map(({ values }) => values?.isBillable)).toEqual([false, false, true, false]);
  });

  test('is copied with it', async () => {
    const company = await openCompany();
    const { worker, id: companyId, project } = company;
    await log(company, project.timedTaskId, '2026-03-02', 1, { isBillable: false });
    const { results } = await worker.ok('POST /companies/{companyId}/worklog-copies', {
      companyId,
      fromDay: '2026-03-02',
      toDays: ['2026-03-03'],
    });
    expect(results.map(({ copy }) => copy?.isBillable)).toEqual([false]);
  });
});

describe('A company', () => {
  test('shows it once a task or a worklog is not billable', async () => {
    const company = await foundTestCompany(app, { canary: 'Ours' });
    const { admin, id, project } = company;
    await log(company, project.timedTaskId, '2026-03-02', 1);
    expect(await hasUnbillable(admin, id)).toBe(false);
    await log(company, project.timedTaskId, '2026-03-03', 1, { isBillable: false });
    expect(await hasUnbillable(admin, id)).toBe(true);
    expect(await hasUnbillable((await openCompany()).admin, id)).toBeUndefined();
    const other = await openCompany();
    expect(await hasUnbillable(other.admin, other.id)).toBe(true);
  });

  test('has separate totals in its reports, and filters by it', async () => {
    const company = await openCompany();
    const { admin, worker, id: companyId, project, otherProject } = company;
    await log(company, project.timedTaskId, '2026-03-02', 3);
    await log(company, project.timedTaskId, '2026-03-03', 1, { isBillable: false, amount: '5000' });
    await log(company, otherProject.timedTaskId, '2026-03-04', 2);
    for (const actor of [admin, worker]) {
      const { totals, rows } = await actor.ok(reports, { companyId, ...march, groupBy: 'project' });
      expect([totals.minutes, totals.billableMinutes, totals.billableExpenses]).toEqual([360, 180, []]);
      expect(rows.map(({ minutes, billableMinutes }) => [minutes, billableMinutes])).toEqual([
        [240, 180],
        [120, 0],
      ]);
      const minutes = async (isBillable: boolean) =>
        (await actor.ok(reports, { companyId, ...march, isBillable })).totals.minutes;
      expect([await minutes(true), await minutes(false)]).toEqual([180, 180]);
      const { totals: listed } = await actor.ok('GET /companies/{companyId}/worklogs', {
        companyId,
        isBillable: false,
      });
      expect([listed.items, listed.minutes]).toEqual([2, 180]);
    }
  });

  test('has columns for it in its files, where anything is not billable', async () => {
    const company = await openCompany();
    const plain = await foundTestCompany(app, { canary: 'Ours' });
    await log(company, company.project.timedTaskId, '2026-03-02', 3);
    await log(company, company.otherProject.timedTaskId, '2026-03-04', 2);
    await log(plain, plain.project.timedTaskId, '2026-03-04', 2);
    const rowsOf = async ({ admin, id }: TestCompany, of: string) => {
      const query = `of=${of}&format=csv&style=plain&from=${march.from}&to=${march.to}`;
      const { text } = await admin.send('GET', `${apiPrefix}/companies/${id}/reports/file?${query}`);
      return parse<Record<string, string>>(text, { bom: true, columns: true });
    };
    expect((await rowsOf(company, 'worklogs')).map(({ billable }) => billable)).toEqual(['true', 'false']);
    const byProject = await rowsOf(company, 'breakdown');
    expect(byProject.map((row) => [row.minutes, row.billable_minutes])).toEqual(
      expect.arrayContaining([
        ['180', '180'],
        ['120', '0'],
      ]),
    );
    for (const of of ['worklogs', 'breakdown'])
      expect(Object.keys((await rowsOf(plain, of))[0] ?? {}).filter((name) => name.includes('billable'))).toEqual([]);
  });
});
