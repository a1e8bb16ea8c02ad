// An import of history whose process is killed at any moment, as by a power failure: afterwards there is all of it or nothing, and the
// next process completes it exactly once.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { foundTestCompany } from '../support/company.ts';
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

const rows = 3_000;
const kills = 10;

const entries = Array.from({ length: rows }, (_, index) => {
  const at = Date.parse('2025-01-01T00:00:00Z') + index * 3_600_000;
  const iso = (ms: number) => new Date(ms).toISOString().slice(0, 19);
  return entry(iso(at), iso(at + 1_800_000), { person: `Person ${index % 5}`, project: `Project ${index % 11}` });
});

test('a kill at ten points leaves all or nothing, and the sums of reports stay right', async () => {
  const company = await foundTestCompany(app);
  const history = historyOf(app, company.admin, company.id);
  const importId = await history.read(toggl(entries));
  await history.check(importId);
  await app.superuser.query('delete from graphile_worker._private_jobs');
  await company.admin.ok('POST /companies/{companyId}/history-imports/{importId}/run', {
    companyId: company.id,
    importId,
  });
  const stored = async () => {
    const { rows: found } = await app.superuser.query<{
      state: string;
      worklogs: number;
      people: number;
      projects: number;
    }>(
      `select i.state, (select count(*)::int from worklogs where company_id = $1 and is_imported) as worklogs,
         (select count(*)::int from history_creations where company_id = $1 and user_id is not null) as people,
         (select count(*)::int from history_creations where company_id = $1 and project_id is not null) as projects
       from history_imports i where company_id = $1 and id = $2`,
      [company.id, importId],
    );
    return found[0];
  };
  const nothing = { state: 'running', worklogs: 0, people: 0, projects: 0 };
  const everything = { state: 'imported', worklogs: rows, people: 5, projects: 11 };
  const settings = { ...app.connections, baseUrl: app.config.baseUrl, smtpUrl: mailServer.url };
  // Jobs of killed processes are taken over once they are some seconds old.
  const age = () =>
    app.superuser.query(
      `update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute', run_at = now() where locked_at is not null or attempts > 0`,
    );
  const isRunning = async () => {
    const { rows: found } = await app.superuser.query(
      `select from pg_stat_activity where datname = current_database() and query ~ 'checked_rows|history_|worklog' and state <> 'idle' and pid <> pg_backend_pid()`,
    );
    return found.length > 0 || (await stored())?.state === 'imported';
  };
  let interrupted = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    await age();
    const jobs = await startJobsProcess(settings);
    await vi.waitUntil(isRunning, { timeout: 60_000, interval: 5 });
    await sleep(kill * 60);
    await jobs.kill();
    const found = await stored();
    expect([nothing, everything]).toContainEqual(found);
    if (found?.state === 'running') interrupted += 1;
  }
  expect(interrupted).toBeGreaterThan(0);
  await age();
  const last = await startJobsProcess(settings);
  await vi.waitUntil(async () => (await stored())?.state === 'imported', { timeout: 120_000 });
  await last.kill();
  expect(await stored()).toEqual(everything);
  const { totals } = await company.admin.ok('GET /companies/{companyId}/reports', {
    companyId: company.id,
    from: '2025-01-01',
    to: '2025-12-31',
  });
  expect(JSON.stringify(totals)).toContain(String(entries.reduce((sum, one) => sum + minutesOf(one), 0)));
}, 300_000);
