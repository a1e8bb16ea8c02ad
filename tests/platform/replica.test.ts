// A streaming replica as the source of reports: two real servers, the second replaying the changes of the first. Debian's
// PostgreSQL if it is installed, like most operators. A paused replay simulates a lagging replica, a stopped server a lost one.
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { accountFor } from '#server/db/cluster/account.ts';
import { installBinaries } from '#server/db/cluster/binaries.ts';
import { builtinLocale, initialise } from '#server/db/cluster/initialise.ts';
import { runServer, type Server } from '#server/db/cluster/run.ts';
import { migrate } from '#server/db/migrate.ts';
import { startDatabase } from '#server/db/open.ts';
import { createLog } from '#server/log.ts';
import { findSystemBinaries } from '../../scripts/programs.js';
import { startTestAppOn, type TestApp } from '../support/app.ts';
import { addressOf } from '../support/cluster.ts';
import { foundTestCompany, type TestCompany } from '../support/company.ts';
import { testFolder } from '../support/test-folder.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 400_000 });

const settings = { timezone: 'UTC', wal_level: 'replica', hot_standby: 'on', fsync: 'off', shared_buffers: '32MB' };

let home: string;
let start: (directory: string) => Promise<Server>;
let primary: Server;
let standby: Server;
let standbyFolder: string;
let onStandby: pg.Client;
let app: TestApp;
const fallbacks: string[] = [];
let company: TestCompany;

beforeAll(async () => {
  home = testFolder('replica');
  mkdirSync(join(home, 'open'), { mode: 0o711 });
  execFileSync('chmod', ['711', home]);
  const folder = join(home, 'open', 'first');
  standbyFolder = join(home, 'open', 'second');
  const account = accountFor(folder);
  const system = findSystemBinaries();
  const bin = system ?? installBinaries(account, process.getuid?.() === 0 ? '/var/lib/daybook' : home);
  const locale = system ? ['--locale=C.UTF-8'] : builtinLocale;
  await initialise({ bin, directory: folder, account, locale, settings });
  // The data folder of a server that has never run can be copied as a base backup.
  execFileSync('cp', ['-a', folder, standbyFolder]);
  appendFileSync(
    join(standbyFolder, 'postgresql.conf'),
    `primary_conninfo = 'host=${folder} user=postgres'\nlog_statement = 'all'\n`,
  );
  execFileSync('cp', ['-a', join(folder, 'PG_VERSION'), join(standbyFolder, 'standby.signal')]);
  start = (directory) =>
    runServer({ bin, directory, account, socketFolder: directory, logFile: `${directory}.log`, waitSeconds: 0 });
  primary = await start(folder);
  standby = await start(standbyFolder);
  await migrate({ owner: addressOf(folder, 'daybook', 'daybook_owner') });
  app = await startTestAppOn({
    name: 'daybook',
    owner: addressOf(folder, 'daybook', 'daybook_owner'),
    app: addressOf(folder, 'daybook', 'daybook_app'),
    replica: addressOf(standbyFolder, 'daybook', 'daybook_app'),
    observer: { waited: () => undefined, fellBack: (reason) => fallbacks.push(reason) },
    superuserConfig: addressOf(folder, 'daybook', 'postgres'),
    drop: async () => undefined,
  });
  company = await foundTestCompany(app);
  onStandby = new pg.Client(addressOf(standbyFolder, 'daybook', 'postgres'));
  await onStandby.connect();
});

afterAll(async () => {
  await onStandby.end();
  await app.close();
  await standby.stop();
  await primary.stop();
  rmSync(home, { recursive: true, force: true });
});

const range = { from: '2026-11-01', to: '2026-11-30' };
const readReport = async () => {
  const { totals } = await company.admin.ok('GET /companies/{companyId}/reports', { companyId: company.id, ...range });
  return totals.items;
};

const submit = (day: string) =>
  company.worker.ok('POST /companies/{companyId}/worklogs', {
    companyId: company.id,
    taskId: company.project.timedTaskId,
    start: `${day}T08:00`,
    end: `${day}T10:00`,
  });

/** Requests that the replica served, according to its own log. */
const requestsThere = (): number => readFileSync(`${standbyFolder}.log`, 'utf8').split('open_request(').length - 1;

/** On a busy machine the replay may take longer than a report waits; then a later report uses the replica. */
const readThere = (before: number) =>
  vi.waitFor(async () => {
    await readReport();
    expect(requestsThere()).toBeGreaterThan(before);
  });

test('reports are read from the replica and include the latest writes; everything else is read from the primary', async () => {
  const before = requestsThere();
  for (const [index, day] of ['2026-11-02', '2026-11-03', '2026-11-04'].entries()) {
    await submit(day);
    expect(await readReport()).toBe(index + 1);
  }
  await readThere(before);
  const after = requestsThere();
  await company.admin.ok('GET /companies/{companyId}/worklogs', { companyId: company.id, ...range });
  expect(requestsThere()).toBe(after);
});

test('a refusal on the replica is returned like any other', async () => {
  await readThere(requestsThere());
  const before = requestsThere();
  const path = { companyId: company.id, from: range.to, to: range.from };
  const reply = await company.admin.call('GET /companies/{companyId}/reports', path);
  expect(reply.problem).toMatchObject({ status: 422 });
  expect(requestsThere()).toBe(before + 1);
});

test('while the replica lags, the primary answers, without old data or a long wait', async () => {
  await onStandby.query('select pg_wal_replay_pause()');
  const before = requestsThere();
  fallbacks.length = 0;
  await submit('2026-11-05');
  expect(await readReport()).toBe(4);
  expect(fallbacks).toEqual(['lag']);
  expect(requestsThere()).toBe(before);
  await onStandby.query('select pg_wal_replay_resume()');
  await readThere(before);
  expect(await readReport()).toBe(4);
});

test('when the replica is lost, the primary answers', async () => {
  onStandby.on('error', () => undefined);
  await standby.stop();
  await submit('2026-11-06');
  fallbacks.length = 0;
  expect(await readReport()).toBe(5);
  expect(fallbacks).toEqual(['failure']);
});

test('a start during recovery waits, logs that and changes nothing, until the server is promoted', async () => {
  standby = await start(standbyFolder);
  const as = (user: string) => `postgres:///daybook?host=${encodeURIComponent(standbyFolder)}&user=${user}`;
  const lines: unknown[] = [];
  const log = { ...createLog('silent'), warn: (...line: unknown[]) => lines.push(line) };
  let hasStarted = false;
  const starting = startDatabase(
    {
      database: { url: as('daybook_app'), directUrl: as('daybook_owner') },
      dataDir: '/nonexistent',
      appSecret: 'a secret of the tests, long enough',
    },
    log,
  ).finally(() => {
    hasStarted = true;
  });
  await expect.poll(() => JSON.stringify(lines)).toContain('the start waits until it is promoted');
  const operator = new pg.Client(addressOf(standbyFolder, 'daybook', 'postgres'));
  await operator.connect();
  expect(hasStarted).toBe(false);
  expect((await operator.query('select pg_is_in_recovery() as recovering')).rows).toEqual([{ recovering: true }]);
  await operator.query('select pg_promote()');
  await operator.end();
  const running = await starting;
  expect((await running.database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await running.stop();
});
