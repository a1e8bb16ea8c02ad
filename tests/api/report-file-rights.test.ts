// Whose worklogs are summed in files of totals: those of the page of the same person.

import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiPrefix } from '#contract/index.ts';
import { type Actor, startTestApp, type TestApp } from '../support/app.ts';
import { foundTestCompany, setPolicies, submitDay, type TestCompany } from '../support/company.ts';

let app: TestApp;
let company: TestCompany;
beforeAll(async () => {
  app = await startTestApp();
  company = await foundTestCompany(app);
  await submitDay(company, company.worker, '2026-03-02', '08:00', '12:00');
  await logOnOther(company.worker, '2026-03-03');
});
afterAll(() => app.close());

/** An hour on a project that the manager does not manage. */
const logOnOther = (actor: Actor, day: string) =>
  actor.ok('POST /companies/{companyId}/worklogs', {
    companyId: company.id,
    taskId: company.otherProject.timedTaskId,
    start: `${day}T08:00`,
    end: `${day}T09:00`,
  });

const march = { from: '2026-03-01', to: '2026-03-31' };

async function rowsOf(actor: Actor, of: string, groupBy: readonly string[] = []): Promise<Record<string, string>[]> {
  const query = new URLSearchParams({ of, format: 'csv', style: 'plain', ...march });
  for (const group of groupBy) query.append('groupBy', group);
  const url = `${apiPrefix}/companies/${company.id}/reports/file?${query}`;
  const reply = await app.app.inject({ method: 'GET', url, headers: { cookie: actor.cookie } });
  return parse(reply.body, { bom: true, columns: true });
}

test.each(['breakdown', 'payroll'])('a manager’s %s has only managed projects, that of an admin all', async (of) => {
  const projects = async (actor: Actor) =>
    new Set((await rowsOf(actor, of, of === 'breakdown' ? ['project'] : [])).map(({ project_id: id }) => id));
  expect(await projects(company.manager)).toEqual(new Set([company.project.id]));
  expect(await projects(company.admin)).toEqual(new Set([company.project.id, company.otherProject.id]));
});

test('budgets are those of managed projects, also where a manager’s own worklogs on another one are summed', async () => {
  const taskId = company.otherProject.timedTaskId;
  await app.superuser.query('update tasks set budget_minutes = 600 where id = $1', [taskId]);
  await setPolicies(company.admin, company.id, { loggers: 'everyone' });
  await logOnOther(company.manager, '2026-03-04');
  const budgets = async (actor: Actor) =>
    (await rowsOf(actor, 'breakdown', ['task']))
      .filter((row) => row.task_id === taskId)
      .map(({ pending_minutes: minutes, budget_minutes: budget }) => [minutes, budget]);
  expect(await budgets(company.manager)).toEqual([['60', '']]);
  expect(await budgets(company.admin)).toEqual([['120', '600']]);
  const onPage = async (actor: Actor) => {
    const { rows } = await actor.ok('GET /companies/{companyId}/reports', {
      companyId: company.id,
      ...march,
      groupBy: 'task',
    });
    return rows.filter(({ id }) => id === taskId).map(({ minutes, budget }) => [minutes, budget?.budget]);
  };
  expect(await onPage(company.manager)).toEqual([[60, undefined]]);
  expect(await onPage(company.admin)).toEqual([[120, 600]]);
});
