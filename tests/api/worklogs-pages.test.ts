// Pages of a list whose reader may not see all worklogs of the company.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor, TestApp } from '../support/app.ts';
import { hire, setPolicies, startOneCompany, submitDay, type TestCompany } from '../support/company.ts';
import { withOpenTransaction } from '../support/concurrent-transaction.ts';

let app: TestApp;
let company: TestCompany;
beforeAll(async () => {
  ({ app, company } = await startOneCompany());
});
afterAll(() => app.close());

const pageSize = 10;
const listOf = (actor: Actor) =>
  actor.ok('GET /companies/{companyId}/worklogs', {
    companyId: company.id,
    from: '2026-03-01',
    to: '2026-03-31',
    pageSize,
  });

test('a page has the worklogs of its reader, however many of others are newer', async () => {
  const colleague = await hire(app, company.admin, company.id, 'worker', 'Colleague');
  const { id } = await submitDay(company, company.worker, '2026-03-02', '08:00', '12:00');
  for (let day = 11; day < 11 + pageSize; day += 1)
    await submitDay(company, colleague, `2026-03-${day}`, '08:00', '12:00');
  const { worklogs, totals } = await listOf(company.worker);
  expect(worklogs.map((worklog) => worklog.id)).toEqual([id]);
  expect(totals.items).toBe(1);
});

test('a worklog that its reader may no longer see is left out, even if the page was chosen before', async () => {
  await submitDay(company, company.worker, '2026-03-10', '08:00', '12:00');
  const list = () => listOf(company.manager);
  const { worklogs: before } = await list();
  expect(before.map(({ projectId }) => projectId)).toContain(company.project.id);
  // The page is chosen without the tasks; its rows, which name them, are read when the transaction has ended.
  const { worklogs } = await withOpenTransaction(
    app,
    [
      ['lock table tasks in access exclusive mode', []],
      ['delete from project_managers where project_id = $1', [company.project.id]],
    ],
    list,
  );
  expect(worklogs).toEqual([]);
});

test('a worklog in a project that its reader may not see is not named beside the one that it overlaps', async () => {
  await setPolicies(company.admin, company.id, { overlaps: 'flag' });
  const colleague = await hire(app, company.admin, company.id, 'worker', 'Overlapping');
  const { id } = await submitDay(company, colleague, '2026-03-23', '08:00', '12:00');
  const other = await colleague.ok('POST /companies/{companyId}/worklogs', {
    companyId: company.id,
    taskId: company.otherProject.timedTaskId,
    start: '2026-03-23T11:00',
    end: '2026-03-23T13:00',
    confirmOverlap: true,
  });
  const overlapping = async (actor: Actor) =>
    (await listOf(actor)).worklogs
      .filter((worklog) => worklog.id === id)
      .map((worklog) => worklog.overlapping.map((one) => one.id));
  await app.superuser.query(
    'insert into project_managers (company_id, project_id, user_id) values ($1, $2, $3) on conflict do nothing',
    [company.id, company.project.id, company.manager.userId],
  );
  expect(await overlapping(company.manager)).toEqual([[]]);
  expect(await overlapping(company.admin)).toEqual([[other.id]]);
});
