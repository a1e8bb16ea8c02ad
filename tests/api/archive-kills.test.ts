// Imports of an archive that are killed at ten points: each time the tables are as before, the files that are left are found by the
// nightly job, and the same import succeeds afterwards.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openReceipts } from '#server/ports/receipts/open.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { contentOf, exportFrom, startFilledCompany, tablesOf } from '../support/archives.ts';
import type { TestCompany } from '../support/company.ts';
import { untilWaiting, withLocksHeld } from '../support/concurrent-transaction.ts';
import { testFolder } from '../support/test-folder.ts';

const folder = testFolder('archive-kills');
let source: TestApp;
let company: TestCompany;
let target: TestApp;
let file: string;

beforeAll(async () => {
  ({ app: source, company } = await startFilledCompany());
  target = await startTestApp();
  file = await exportFrom(source, company.id, folder);
});
afterAll(async () => {
  await source.close();
  await target.close();
  rmSync(folder, { recursive: true });
});

const program = fileURLToPath(new URL('../support/archive-process.ts', import.meta.url));

function startImport(): ChildProcess {
  const { owner } = target.connections;
  const settings = { owner, file, dataDir: target.config.dataDir };
  return spawn(process.execPath, [program, JSON.stringify(settings)], { stdio: ['ignore', 'inherit', 'inherit'] });
}

async function untilGone(): Promise<void> {
  await vi.waitUntil(async () => {
    const { rows } = await target.superuser.query(
      `select from pg_stat_activity where datname = current_database() and application_name = 'daybook company'`,
    );
    return rows.length === 0;
  }, 30_000);
}

const tables = async () => {
  const { receipts: _, ...content } = await contentOf(target);
  return content;
};

/** The last one waits for the sums, when everything else is written; before the commit are only the files of receipts. */
const points = [
  'users',
  'companies',
  'members',
  'projects',
  'tasks',
  'worklogs',
  'receipts',
  'worklog_events',
  'audit_events',
  'month_sums',
];

test.each(points)('killed at %s, an import leaves nothing', async (table) => {
  const before = await tables();
  await withLocksHeld(target, [[`lock table ${table} in access exclusive mode`, []]], async () => {
    const child = startImport();
    const ended = once(child, 'exit');
    await untilWaiting(target.superuser, 1);
    child.kill('SIGKILL');
    await ended;
  });
  await untilGone();
  expect(await tables()).toEqual(before);
});

test('killed while the receipts are stored, an import is whole or nothing', async () => {
  const before = await tables();
  const store = await openReceipts(target.config);
  const child = startImport();
  const ended = once(child, 'exit');
  await vi.waitUntil(async () => (await store.list(company.id)).length > 0, { timeout: 30_000, interval: 1 });
  child.kill('SIGKILL');
  await ended;
  await untilGone();
  if (await isImported()) expect(await companyTables(target)).toEqual(await companyTables(source));
  else expect(await tables()).toEqual(before);
});

test('afterwards the same import succeeds', async () => {
  if (!(await isImported())) expect(await once(startImport(), 'exit')).toEqual([0, null]);
  expect(await companyTables(target)).toEqual(await companyTables(source));
});

async function isImported(): Promise<boolean> {
  const { rows } = await target.superuser.query('select from companies where id = $1', [company.id]);
  return rows.length > 0;
}

/** Without the sums, whose changes are not folded in the source. */
async function companyTables(app: TestApp) {
  const { day_sums: _, month_sums: __, ...rest } = await tablesOf(app, company.id);
  return rest;
}
