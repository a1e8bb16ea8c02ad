// Runs of an import of history that are killed at ten points, as by a power failure: each time the tables are as before, and the next process
// completes the import exactly once.

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { contentOf } from '../support/archives.ts';
import { foundTestCompany, type TestCompany } from '../support/company.ts';
import { untilWaiting, withLocksHeld } from '../support/concurrent-transaction.ts';
import { historyOf } from '../support/history.ts';
import { startMailServer } from '../support/mail.ts';
import { startJobsProcess } from '../support/start-jobs-process.ts';
import { entry, minutesOf, toggl } from '../support/time-reports.ts';

const app = await startTestApp();
const mailServer = await startMailServer();
afterAll(async () => {
  await mailServer.close();
  await app.close();
});

const entries = Array.from({ length: 300 }, (_, index) => {
  const at = Date.parse('2025-01-01T00:00:00Z') + index * 3_600_000;
  const iso = (ms: number) => new Date(ms).toISOString().slice(0, 19);
  return entry(iso(at), iso(at + 1_800_000), { person: `Person ${index % 5}`, project: `Project ${index % 11}` });
});

let company: TestCompany;
let history: ReturnType<typeof historyOf>;
let importId: string;

beforeAll(async () => {
  company = await foundTestCompany(app);
  history = historyOf(app, company.admin, company.id);
  importId = await history.read(toggl(entries));
  await history.check(importId);
  await app.superuser.query('delete from graphile_worker._private_jobs');
  await company.admin.ok('POST /companies/{companyId}/history-imports/{importId}/run', {
    companyId: company.id,
    importId,
  });
});

/** A job of a killed process is taken over once it is some seconds old. */
async function startJobs() {
  await app.superuser.query(
    `update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute', run_at = now() where locked_at is not null or attempts > 0`,
  );
  return startJobsProcess({ ...app.connections, baseUrl: app.config.baseUrl, smtpUrl: mailServer.url });
}

const isRunning = async (): Promise<boolean> => {
  const { rowCount } = await app.superuser.query(
    `select from pg_locks l join pg_class c on c.oid = l.relation
     where l.database = (select oid from pg_database where datname = current_database()) and c.relname = 'history_rows'`,
  );
  return rowCount !== 0;
};

/** Without how far a run was, which is stored beside its transaction. */
async function tables() {
  const { history_imports: _, ...content } = await contentOf(app);
  return content;
}

/** In the order in which a run writes them. */
const points = [
  'users',
  'members',
  'imported_people',
  'clients',
  'projects',
  'tasks',
  'worklogs',
  'worklog_events',
  'imported_worklogs',
  'audit_events',
];

test.each(points)('killed when it writes %s, a run leaves nothing', async (table) => {
  const before = await tables();
  await withLocksHeld(app, [[`lock table ${table} in share mode`, []]], async () => {
    const jobs = await startJobs();
    await untilWaiting(app.superuser, 1);
    expect(await isRunning(), 'what waits is the run').toBe(true);
    await jobs.kill();
  });
  await vi.waitUntil(async () => !(await isRunning()), { timeout: 30_000 });
  expect(await tables()).toEqual(before);
  expect((await history.details(importId)).state).toBe('running');
});

test('afterwards the same run is completed once, and the sums of reports are right', async () => {
  const jobs = await startJobs();
  await vi.waitUntil(async () => (await history.details(importId)).state !== 'running', { timeout: 120_000 });
  await jobs.kill();
  expect(await history.details(importId)).toMatchObject({
    state: 'imported',
    counts: { new: entries.length },
    creates: { people: 5, clients: 1, projects: 11 },
  });
  const { rows } = await app.superuser.query(
    `select (select count(*)::int from worklogs where company_id = $1) as worklogs,
       (select count(*)::int from history_creations where company_id = $1 and project_id is not null) as projects`,
    [company.id],
  );
  expect(rows).toEqual([{ worklogs: entries.length, projects: 11 }]);
  const { totals } = await company.admin.ok('GET /companies/{companyId}/reports', {
    companyId: company.id,
    from: '2025-01-01',
    to: '2025-12-31',
  });
  expect(JSON.stringify(totals)).toContain(String(entries.reduce((sum, one) => sum + minutesOf(one), 0)));
});
