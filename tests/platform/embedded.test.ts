// The database survives kills of its process and of ours. Rows that a killed program reported as committed must exist at the next
// start.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Embedded, type EmbeddedOptions, startEmbedded } from '#server/db/embedded.ts';
import { startDatabase } from '#server/db/open.ts';
import { createLog } from '#server/log.ts';
import { testFolder } from '../support/test-folder.ts';

// Each test creates a real database with fsync; generous, because the machine may be busy.
vi.setConfig({ testTimeout: 400_000 });

let template: string;
let folder: string;
let running: Embedded[];
let programs: ChildProcess[];

beforeAll(async () => {
  template = testFolder('embedded');
  const embedded = await startEmbedded({ dataDir: template, log: createLog('silent') });
  await embedded.stop();
});

afterAll(() => {
  rmSync(template, { recursive: true, force: true });
});

beforeEach(() => {
  folder = testFolder('embedded');
  running = [];
  programs = [];
});

afterEach(async () => {
  for (const program of programs) program.kill('SIGKILL');
  for (const embedded of running) await embedded.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(options: Partial<EmbeddedOptions> = {}): Promise<Embedded> {
  const embedded = await startEmbedded({ dataDir: folder, log: createLog('silent'), ...options });
  running.push(embedded);
  return embedded;
}

/** For tests that are not about the first start. */
function copyDatabase(): void {
  execFileSync('cp', ['-a', join(template, 'postgres'), folder]);
}

async function query(config: pg.ClientConfig, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Runs the program until it has committed that many rows; what it reported is in `rows`. */
async function startProgram(rowsWanted: number): Promise<{ program: ChildProcess; postgres: number; rows: number[] }> {
  copyDatabase();
  const program = spawn(process.execPath, [join(import.meta.dirname, '../support/embedded-app.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  programs.push(program);
  const rows: number[] = [];
  const postgres = await new Promise<number>((resolve, reject) => {
    let pid = 0;
    program.once('exit', (code) => reject(new Error(`The program ended with ${code}.`)));
    createInterface({ input: program.stdout ?? process.stdin }).on('line', (line) => {
      const [word, number] = line.split(' ');
      if (word === 'ready') pid = Number(number);
      if (word === 'row') rows.push(Number(number));
      if (rows.length === rowsWanted) resolve(pid);
    });
  });
  return { program, postgres, rows };
}

async function kill(program: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => program.once('close', resolve));
  program.kill('SIGKILL');
  await gone;
}

test('kill -9 of the program: its database shuts down, and the next start has every committed row', async () => {
  const { program, rows } = await startProgram(200);
  await kill(program);
  const next = await start();
  const [answer] = await query(next.ownerConfig, 'select array_agg(n::int) as kept from kept');
  expect(answer?.kept).toEqual(expect.arrayContaining(rows));
});

test('kill -9 of the program, its shell and its database at once: the same', async () => {
  const { program, postgres, rows } = await startProgram(200);
  const shell = Number(readFileSync(`/proc/${postgres}/stat`, 'utf8').split(' ')[3]);
  const gone = kill(program);
  process.kill(shell, 'SIGKILL');
  process.kill(postgres, 'SIGKILL');
  await gone;
  const next = await start();
  const [answer] = await query(next.ownerConfig, 'select array_agg(n::int) as kept from kept');
  expect(answer?.kept).toEqual(expect.arrayContaining(rows));
});

test('kill -9 of the database while the program runs: it is restarted with every committed row', async () => {
  copyDatabase();
  const embedded = await start();
  await query(embedded.ownerConfig, 'create table kept (n int); insert into kept select generate_series(1, 100)');
  const before = embedded.pid();
  process.kill(before, 'SIGKILL');
  await expect.poll(() => embedded.pid(), { timeout: 100_000 }).not.toBe(before);
  expect(await query(embedded.ownerConfig, 'select count(*)::int as rows from kept')).toEqual([{ rows: 100 }]);
});

// PostgreSQL 18 never leaves its recovery if it restarts itself and the recovery fails.
test('kill -9 of one process of the database: the whole server is restarted with every committed row', async () => {
  copyDatabase();
  const embedded = await start();
  await query(embedded.ownerConfig, 'create table kept (n int); insert into kept select generate_series(1, 100)');
  const before = embedded.pid();
  const [writer] = await query(
    embedded.administratorConfig,
    "select pid from pg_stat_activity where backend_type = 'background writer'",
  );
  process.kill(Number(writer?.pid), 'SIGKILL');
  await expect.poll(() => embedded.pid(), { timeout: 100_000 }).not.toBe(before);
  expect(await query(embedded.ownerConfig, 'select count(*)::int as rows from kept')).toEqual([{ rows: 100 }]);
});

test('a start during recovery changes nothing and waits until the database is promoted', async () => {
  copyDatabase();
  // A point-in-time recovery leaves this file there while it replays the archive.
  execFileSync('cp', ['-p', join(folder, 'postgres', 'PG_VERSION'), join(folder, 'postgres', 'standby.signal')]);
  const lines: unknown[] = [];
  const log = { ...createLog('silent'), warn: (...line: unknown[]) => lines.push(line) };
  let hasStarted = false;
  const appSecret = 'a secret of the tests, long enough';
  const starting = startDatabase({ database: undefined, dataDir: folder, appSecret }, log).finally(() => {
    hasStarted = true;
  });
  await expect.poll(() => JSON.stringify(lines)).toContain('the start waits until it is promoted');
  const superuser = { host: join(folder, 'postgres'), user: 'postgres', database: 'daybook' };
  expect(await query(superuser, 'select pg_is_in_recovery() as recovering')).toEqual([{ recovering: true }]);
  expect(await query(superuser, `select to_regclass('schema_migrations') as migrated`)).toEqual([{ migrated: null }]);
  expect(hasStarted).toBe(false);
  await query(superuser, 'select pg_promote()');
  const started = await starting;
  expect(await query(superuser, `select to_regclass('schema_migrations')::text as migrated`)).toEqual([
    { migrated: 'schema_migrations' },
  ]);
  await started.stop();
});

test('a second instance in the same folder is refused with an explanation, and the first one is not affected', async () => {
  copyDatabase();
  const first = await start();
  const attempt = start({ waitSeconds: 0.2 });
  await expect(attempt).rejects.toThrow(`in use by another running Daybook (its PostgreSQL is process ${first.pid()})`);
  expect(await query(first.appConfig, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a lock file with the process id of another program does not prevent the start', async () => {
  copyDatabase();
  const first = await start();
  const directory = join(folder, 'postgres');
  const lock = readFileSync(join(directory, 'postmaster.pid'), 'utf8');
  await first.stop();
  running = [];
  writeFileSync(join(directory, 'postmaster.pid'), lock.replace(/^\d+/, String(process.pid)));
  writeFileSync(join(directory, '.s.PGSQL.5432.lock'), lock.replace(/^\d+/, String(process.pid)));
  const next = await start();
  expect(await query(next.appConfig, 'select current_user as name')).toEqual([{ name: 'daybook_app' }]);
});

test('an incomplete database of a killed first start is created again', async () => {
  mkdirSync(join(folder, 'postgres.init-999999999'));
  writeFileSync(join(folder, 'postgres.init-999999999', 'PG_VERSION'), '18\n');
  const embedded = await start();
  expect(existsSync(join(folder, 'postgres.init-999999999'))).toBe(false);
  expect(await query(embedded.appConfig, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a path that is too long for a socket works, and the folder of the socket is private and removed', async () => {
  const deep = join(folder, 'a-folder-with-a-long-name-'.repeat(4), 'another');
  const embedded = await start({ dataDir: deep });
  const { host = '' } = embedded.ownerConfig;
  expect(host.startsWith(deep)).toBe(false);
  expect(lstatSync(host).mode & 0o777).toBe(0o700);
  expect(await query(embedded.appConfig, 'select 1 as one')).toEqual([{ one: 1 }]);
  await embedded.stop();
  running = [];
  expect(existsSync(host)).toBe(false);
});

test('a folder closed to other users works, also for root', async () => {
  chmodSync(folder, 0o700);
  const embedded = await start();
  expect(await query(embedded.appConfig, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(lstatSync(join(folder, 'postgres')).isDirectory()).toBe(true);
});

test('the database is private, has checksums and no network port, and can be archived without a restart', async () => {
  const embedded = await start();
  const directory = join(folder, 'postgres');
  expect(lstatSync(directory).mode & 0o777).toBe(0o700);
  expect(await query({ ...embedded.ownerConfig, user: 'postgres' }, settingsQuery)).toEqual([
    { name: 'archive_command', setting: 'true', context: 'sighup' },
    { name: 'archive_mode', setting: 'on', context: 'postmaster' },
    { name: 'data_checksums', setting: 'on', context: 'internal' },
    { name: 'fsync', setting: 'on', context: 'sighup' },
    { name: 'listen_addresses', setting: '', context: 'postmaster' },
    { name: 'max_wal_senders', setting: '4', context: 'postmaster' },
    { name: 'wal_level', setting: 'replica', context: 'postmaster' },
  ]);
  expect(await query(embedded.ownerConfig, rolesQuery)).toEqual([
    { rolname: 'daybook_app', privileged: false },
    { rolname: 'daybook_owner', privileged: false },
  ]);
  const environment = execFileSync('cat', [`/proc/${embedded.pid()}/environ`], { encoding: 'utf8' });
  expect(environment).not.toContain('VITEST');
});

const settingsQuery = `select name, setting, context from pg_settings where name in ('archive_command', 'archive_mode',
  'data_checksums', 'fsync', 'listen_addresses', 'max_wal_senders', 'wal_level') order by name`;

const rolesQuery = `select rolname, rolsuper or rolbypassrls or rolcreaterole or rolcreatedb as privileged
  from pg_roles where rolname like 'daybook%' order by rolname`;
