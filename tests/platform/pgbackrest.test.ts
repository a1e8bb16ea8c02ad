// Backup of an operator's own PostgreSQL by deploy/pgbackrest.sh, with receipts, secret and closed accounts by npm run backup; the machine
// is lost and restored to a moment. Debian's programs; npm test leaves this out, with a message, if they are not installed.
import { spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { TableHashes } from '#server/backup/manifest.ts';
import { warnOfLateBackups } from '#server/backup/remembered.ts';
import { clientOf, differences, hashTables } from '#server/backup/table-hashes.ts';
import { variables } from '#server/config/config.ts';
import { accountFor, spawnAs } from '#server/db/cluster/account.ts';
import { initialise } from '#server/db/cluster/initialise.ts';
import { runServer, type Server } from '#server/db/cluster/run.ts';
import { type RunningDatabase, startDatabase } from '#server/db/open.ts';
import { waitUntilWritable } from '#server/db/recovery.ts';
import { createLog } from '#server/log.ts';
import { findSystemBinaries } from '../../scripts/programs.js';
import { startTestAppOn, testPassword } from '../support/app.ts';
import { addressOf } from '../support/cluster.ts';
import { foundTestCompany, submitDay, type TestCompany } from '../support/company.ts';
import { png } from '../support/receipts.ts';
import { testFolder } from '../support/test-folder.ts';

// Generous, because the machine may be busy; only what never happens fails.
const patienceMs = 100_000;
vi.setConfig({ testTimeout: 400_000, hookTimeout: 400_000 });

const root = join(import.meta.dirname, '../..');
const log = createLog('silent');
const bin = findSystemBinaries() ?? '';
const settings = { timezone: 'UTC', archive_mode: 'on', archive_command: 'true', shared_buffers: '32MB' };

let home: string;
let directory: string;
let server: Server;
let between: { at: Date; tables: TableHashes };
let secret: string;
let closedId: string;

beforeAll(async () => {
  home = testFolder('pgbackrest');
  // Of the user of PostgreSQL.
  for (const name of ['machine', 'backups']) ownFolder(join(home, name));
  directory = join(home, 'machine', 'postgres');
  await initialise({ bin, directory, account: accountFor(directory), locale: ['--locale=C.UTF-8'], settings });
  server = await start();
});

afterAll(async () => {
  await server.stop('immediate');
  rmSync(home, { recursive: true, force: true });
});

function ownFolder(path: string): void {
  mkdirSync(path, { mode: 0o711 });
  const account = accountFor(join(path, 'postgres'));
  if (account !== null) chownSync(path, account.uid, account.gid);
}

const start = (): Promise<Server> => {
  const logFile = join(home, 'postgres.log');
  return runServer({
    bin,
    directory,
    account: accountFor(directory),
    socketFolder: directory,
    logFile,
    waitSeconds: 0,
  });
};

/** As the user of PostgreSQL. */
const pgbackrest = (...args: string[]): string => pgbackrestAs(bin, ...args);

const pgbackrestAs = (programs: string, ...args: string[]): string =>
  pgbackrestWith({ PGDATA: directory, BACKUPS: join(home, 'backups'), programs }, ...args);

type Places = { PGDATA: string; BACKUPS: string; programs?: string };

function pgbackrestWith({ programs = bin, ...folders }: Places, ...args: string[]): string {
  const { env, ...identity } = spawnAs(accountFor(directory));
  const places = { ...folders, PGHOST: directory };
  const { status, stdout, stderr } = spawnSync('sh', [join(root, 'deploy/pgbackrest.sh'), ...args], {
    ...identity,
    env: { ...env, ...places, PATH: `${programs}:${env.PATH}` },
    encoding: 'utf8',
  });
  return status === 0 ? 'done' : stdout + stderr;
}

const addresses = () => {
  const url = `postgres:///daybook?host=${encodeURIComponent(directory)}&user=`;
  return { url: `${url}daybook_app`, directUrl: `${url}daybook_owner` };
};

const dataDir = (): string => join(home, 'data');
const receiptsIn = (folder: string): number =>
  readdirSync(join(folder, 'receipts'), { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).length;

/** npm run backup and npm run restore. */
function npm(
  file: 'main' | 'restore-main' | 'drill-main',
  place: string | null,
  ...args: string[]
): { status: number | null; output: string } {
  const own = new Set<string>(Object.keys(variables));
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.has(name)));
  const { url, directUrl } = addresses();
  const given = {
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: directUrl,
    DATA_DIR: dataDir(),
    ...(place && { BACKUP_PLACE: place }),
  };
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, `server/backup/${file}.ts`), ...args], {
    env: { ...inherited, ...given },
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

async function asSuperuser<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = clientOf(addressOf(directory, 'daybook', 'postgres'));
  await client.connect();
  return work(client).finally(() => client.end());
}

const running = (): Promise<RunningDatabase> =>
  startDatabase({ database: addresses(), dataDir: dataDir(), appSecret: undefined }, log);

async function untilArchived(): Promise<void> {
  await asSuperuser(async (client) => {
    const { rows } = await client.query<{ segment: string }>('select pg_walfile_name(pg_switch_wal()) as segment');
    const last = async () =>
      (await client.query<{ name: string | null }>('select last_archived_wal as name from pg_stat_archiver')).rows[0]
        ?.name;
    await vi.waitUntil(async () => ((await last()) ?? '') >= (rows[0]?.segment ?? ''), { timeout: patienceMs });
  });
}

test('the commands of Daybook name the script and the place', () => {
  const backup = npm('main', null);
  expect(backup).toEqual({ status: 1, output: expect.stringContaining('deploy/pgbackrest.sh backup') });
  const restore = npm('restore-main', join(home, 'files'), '--to', '2026-11-22 14:32');
  expect(restore).toEqual({
    status: 1,
    output: expect.stringContaining('to a moment on its machine with deploy/pgbackrest.sh restore'),
  });
});

test('backups are refused among the data, in a folder that cannot be written, and by a relative path', () => {
  const configure = (BACKUPS: string) => pgbackrestWith({ PGDATA: directory, BACKUPS }, 'configure');
  expect(configure(join(directory, 'backups'))).toContain('among the data that are backed up');
  expect(configure('/proc/backups')).toContain('Nothing can be written to /proc/backups');
  expect(configure('backups')).toContain('must be a path from the root');
});

test('a PostgreSQL is backed up while people work, with receipts, secret and closed accounts', async () => {
  const files = join(home, 'files');
  const first = await running();
  secret = first.appSecret;
  const app = await startTestAppOn(
    {
      name: 'daybook',
      owner: first.connections.owner,
      app: first.connections.app,
      superuserConfig: addressOf(directory, 'daybook', 'postgres'),
      drop: async () => undefined,
    },
    // As with DATABASE_URL: no backups of an embedded database.
    { DATA_DIR: dataDir(), APP_SECRET: secret, BACKUP_PLACE: 'off' },
  );
  const company = await foundTestCompany(app);
  await submitDay(company, company.worker, '2026-11-02', '08:00', '10:00');
  await company.worker.upload(company.id, png());
  expect(pgbackrest('configure')).toBe('done');
  expect(await remembered()).toEqual({ database: null, files: null });
  expect(pgbackrest('backup')).toBe('done');
  // The script compares whole seconds.
  await sleep(1_100);
  const other = { PGDATA: join(home, 'other', 'postgres'), BACKUPS: join(home, 'backups') };
  expect(pgbackrestWith(other, 'configure')).toContain(
    'contains the backups of another PostgreSQL. Nothing was changed.',
  );
  await submitDay(company, company.worker, '2026-11-03', '08:00', '10:00');
  await company.worker.upload(company.id, png(16));
  between = await asSuperuser(async (client) => {
    const tables = await hashTables(client);
    const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at');
    return { tables, at: rows[0]?.at ?? new Date() };
  });
  await company.worker.upload(company.id, png(24));
  closedId = company.reviewer.userId;
  await company.reviewer.ok('POST /account/closing', { currentPassword: testPassword });
  expect(npm('main', files)).toEqual({ status: 0, output: expect.stringContaining('3 new receipts') });
  expect(await remembered()).toEqual({ database: expect.any(Date), files: expect.any(Date) });
  await expectLateBackup(company, 'last_database_backup_at', 'database');
  await expectLateBackup(company, 'last_files_backup_at', 'receipts and secret');
  await expectDrills(files);
  await untilArchived();
  await app.close();
  await first.stop();
  await server.stop('immediate');
});

async function remembered() {
  const { rows } = await asSuperuser((client) =>
    client.query('select last_database_backup_at as database, last_files_backup_at as files from installation'),
  );
  return rows[0];
}

/** On the dashboard of company admins, and in the log of the start. */
async function expectLateBackup(company: TestCompany, column: string, of: string): Promise<void> {
  const lateBackup = async () =>
    (await company.admin.ok('GET /companies/{companyId}/dashboard', { companyId: company.id })).lateBackup;
  const change = (age: string) =>
    asSuperuser((client) => client.query(`update installation set ${column} = now() - $1::interval`, [age]));
  const lines: string[] = [];
  const warn = () =>
    asSuperuser((client) =>
      warnOfLateBackups(
        client,
        pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
        new Date(),
      ),
    );
  await warn();
  expect([await lateBackup(), lines]).toEqual([null, []]);
  await change('25 hours');
  await warn();
  expect([await lateBackup(), lines]).toEqual([{ lastAt: expect.any(String) }, [expect.stringContaining(of)]]);
  await change('0 hours');
}

/** A psql that changes what was restored before it is read. */
const changingPsql = (real: string) => `#!/bin/sh
case "$PGHOST" in */tmp.*) ${real} --quiet --dbname=daybook --command='update companies set name = name || 1' >/dev/null ;; esac
exec ${real} "$@"
`;

/** Of the database and of its files: they succeed, and they find what is changed, damaged or missing. */
async function expectDrills(files: string): Promise<void> {
  expect(pgbackrest('drill')).toBe('done');
  expect(readdirSync(join(home, 'backups'))).not.toContain('drill');
  const programs = join(home, 'programs');
  mkdirSync(programs, { mode: 0o755 });
  writeFileSync(join(programs, 'psql'), changingPsql(join(bin, 'psql')), { mode: 0o755 });
  const found = pgbackrestAs(`${programs}:${bin}`, 'drill');
  expect(found).toContain('Restored, but other than it was');
  expect(found).toMatch(/^ *> public\.companies\|1\|/m);
  expect(readdirSync(join(home, 'backups'))).not.toContain('drill');
  expect(npm('drill-main', files)).toEqual({ status: 0, output: expect.stringContaining('3 receipts and the secret') });
  const stored = join(files, 'app-secret.zst');
  renameSync(stored, join(home, 'lost-secret'));
  expect(npm('drill-main', files)).toEqual({
    status: 1,
    output: expect.stringMatching(/✗ The secret in .* is missing/),
  });
  renameSync(join(home, 'lost-secret'), stored);
}

test('it is restored to a moment into an empty folder only: every table, the receipts of then, the secret; closed accounts stay erased', async () => {
  const moment = between.at.toISOString().replace('T', ' ').replace('Z', '+00');
  expect(pgbackrest('restore', moment)).toContain('is not empty. Nothing was overwritten.');
  renameSync(join(home, 'machine'), join(home, 'lost'));
  // The test application deleted its data folder.
  expect(existsSync(dataDir())).toBe(false);
  ownFolder(join(home, 'machine'));
  expect(pgbackrest('restore', '2020-01-01 00:00')).toContain('an earlier moment cannot be restored');
  expect(pgbackrest('restore', '2999-01-01 00:00')).toContain('is in the future');
  expect(pgbackrest('restore', 'yesteryear')).toContain('is no moment');
  expect(existsSync(directory)).toBe(false);
  expect(pgbackrest('restore', moment)).toBe('done');
  server = await start();
  await waitUntilWritable(addressOf(directory, 'daybook', 'postgres'), log);
  const restored = await asSuperuser(hashTables);
  expect(differences(between.tables, restored)).toEqual([]);
  // As in a backup from before the migration that added it, which follows at the next start.
  await asSuperuser(async (client) => {
    await client.query('alter table installation drop column restored_at');
    await client.query(`delete from schema_migrations where name = '0084-restored-at.sql'`);
  });
  const { status, output } = npm('restore-main', join(home, 'files'));
  expect([status, output]).toEqual([0, expect.stringContaining('Ready')]);
  expect(receiptsIn(dataDir())).toBe(2);
  expect(readFileSync(join(dataDir(), 'app-secret'), 'utf8').trim()).toBe(secret);
  const { rows } = await asSuperuser((client) => client.query('select email from users where id = $1', [closedId]));
  expect(rows).toEqual([{ email: null }]);
  const started = await running();
  const marked = await started.database.pool.query<{ at: Date }>('select restored_at as at from installation');
  expect(marked.rows[0]?.at.getTime()).toBeGreaterThan(between.at.getTime());
  await started.stop();
});
