// The data folder of an installation: it contains the database for every kind of user, a copy of it starts, and a missing
// database is not silently replaced. One installation is created below a folder closed to other users; the tests use copies.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { moveHome } from '#server/db/cluster/move-home.ts';
import { type Embedded, startEmbedded } from '#server/db/embedded.ts';
import { type RunningDatabase, startDatabase } from '#server/db/open.ts';
import { createLog } from '#server/log.ts';
import { secretFile } from '#server/secrets/app-secret.ts';
import { commandsOf } from '../support/document-commands.ts';
import { testFolder } from '../support/test-folder.ts';

const log = createLog('silent');
const isRoot = process.getuid?.() === 0;
const otherSecret = 'another secret of the tests, long enough';

let home: string;

beforeAll(async () => {
  home = testFolder('data-dir');
  chmodSync(home, 0o700);
  const first = await start('data');
  await first.database.ownerPool.query('create table kept as select 42 as number');
  await first.stop();
});

afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

function start(name: string, appSecret?: string): Promise<RunningDatabase> {
  return startDatabase({ database: undefined, dataDir: join(home, name), appSecret }, log);
}

/** Why the start is refused; the folder must be unchanged. */
async function refusalOf(name: string, appSecret?: string): Promise<string> {
  const before = contentOf(join(home, name));
  const refusal = await start(name, appSecret).then(
    (running) => running.stop().then(() => 'started'),
    (error: unknown) => String(error),
  );
  expect(contentOf(join(home, name))).toEqual(before);
  return refusal;
}

const contentOf = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder).sort() : []);

async function keptIn(name: string): Promise<unknown> {
  const running = await start(name);
  try {
    return (await running.database.ownerPool.query('select number from kept')).rows;
  } finally {
    await running.stop();
  }
}

/** Like `npm run doctor`. */
function examine(name: string, appSecret: string, ...options: string[]): { output: string; status: number | null } {
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(root, 'scripts/doctor.js'), ...options], {
    env: { PATH: process.env.PATH, DATA_DIR: join(home, name), APP_SECRET: appSecret },
    encoding: 'utf8',
  });
  return { output: stdout + stderr, status };
}

const root = join(import.meta.dirname, '../..');

/** A copy of the installation without its database, or changed as the case requires. */
function folder(name: string, ...files: string[]): string {
  mkdirSync(join(home, name));
  for (const file of files) writeFileSync(join(home, name, file), 'something');
  return join(home, name);
}

const copy = (name: string): void => void execFileSync('cp', ['-a', join(home, 'data'), join(home, name)]);

test('the database is in the data directory, even if other users cannot access it', () => {
  expect(lstatSync(join(home, 'data', 'postgres')).isDirectory()).toBe(true);
  expect(existsSync(join(home, 'data', 'postgres', 'global', 'pg_control'))).toBe(true);
});

describe('a copy made as documented is complete and starts', () => {
  const commands = commandsOf('docs/operating.md', 'A copy by hand', 0);

  test('docs/operating.md contains the commands', () => {
    expect(commands.map((command) => command.split(' ')[0])).toEqual(['cp', 'cp', 'rsync', 'tar']);
  });

  test.each(commands.filter((command) => !command.startsWith('tar')))('%s', async (command) => {
    execFileSync('sh', ['-ec', command], { cwd: home, stdio: 'ignore' });
    expect(await keptIn('backup')).toEqual([{ number: 42 }]);
    rmSync(join(home, 'backup'), { recursive: true });
  });

  test('an archive replaces the folder', async () => {
    const archive = commands.filter((command) => command.startsWith('tar'));
    for (const command of [...archive, ...commandsOf('docs/operating.md', 'A copy by hand', 1)])
      execFileSync('sh', ['-ec', command], { cwd: home, stdio: 'ignore' });
    expect(await keptIn('data')).toEqual([{ number: 42 }]);
  });

  test('also with all permissions lost, and with the lock and socket of a running original', async () => {
    copy('loose');
    const directory = join(home, 'loose', 'postgres');
    execFileSync('chmod', ['-R', 'a+rwX', directory]);
    if (isRoot) execFileSync('chown', ['-R', '0:0', directory]);
    const original = await start('data');
    execFileSync('cp', ['-a', join(home, 'data', 'postgres', 'postmaster.pid'), directory]);
    execFileSync('cp', ['-a', join(home, 'data', 'postgres', '.s.PGSQL.5432.lock'), directory]);
    expect(await keptIn('loose')).toEqual([{ number: 42 }]);
    expect((await original.database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await original.stop();
    expect(lstatSync(directory).mode & 0o777).toBe(0o700);
  });
});

describe('no database is created', () => {
  test('if a link has no target', async () => {
    symlinkSync(join(home, 'gone'), join(home, 'dangling'));
    expect(await refusalOf('dangling')).toContain(
      `${join(home, 'dangling')} is a symbolic link to ${join(home, 'gone')}`,
    );
    symlinkSync('../gone', join(folder('inside'), 'postgres'));
    expect(await refusalOf('inside')).toContain(`is a symbolic link to ${join(home, 'gone')}, which is not there`);
    symlinkSync('../gone', join(folder('receipts-gone'), 'receipts'));
    expect(await refusalOf('receipts-gone')).toContain('receipts is a symbolic link to');
    expect(existsSync(join(home, 'gone'))).toBe(false);
  });

  test('if a link leads to an empty folder, such as that of an unmounted disk', async () => {
    const empty = folder('empty');
    symlinkSync(empty, join(folder('unmounted'), 'postgres'));
    expect(await refusalOf('unmounted')).toContain(`${empty} is there, but no database is in it`);
    copy('disk');
    symlinkSync(join(home, 'disk'), join(home, 'link'));
    expect(await keptIn('link')).toEqual([{ number: 42 }]);
    rmSync(join(home, 'link'));
    symlinkSync(empty, join(home, 'link'));
    expect(await refusalOf('link')).toContain(`where there was a database and is none now`);
    expect(readdirSync(empty)).toEqual([]);
  });

  test.each(['app-secret', 'postgres.log'])('beside %s', async (file) => {
    folder(`with-${file}`, file);
    expect(await refusalOf(`with-${file}`)).toContain(`(it has ${file}), but its database is missing`);
  });

  test('beside receipts', async () => {
    mkdirSync(join(folder('with-receipts'), 'receipts', 'of-a-company'), { recursive: true });
    expect(await refusalOf('with-receipts')).toContain('(it has receipts), but its database is missing');
  });

  /** The refusal to a user who is neither root nor the owner. */
  const refusalToOthers = (name: string): string => {
    chmodSync(home, 0o711);
    const path = join(import.meta.dirname, '../../server/db/cluster/place.ts');
    const program = `import(${JSON.stringify(path)}).then((m) => m.findCluster(process.argv[1])).catch((e) => console.log(e.message))`;
    const { stdout } = spawnSync(process.execPath, ['-e', program, join(home, name)], {
      uid: 65534,
      gid: 65534,
      cwd: '/',
      encoding: 'utf8',
    });
    chmodSync(home, 0o700);
    return stdout;
  };

  test.runIf(isRoot)('by another user than the one whose database it is', () => {
    copy('owned');
    execFileSync('chown', ['-R', '12345:12345', join(home, 'owned', 'postgres')]);
    const refusal = refusalToOthers('owned');
    expect(refusal).toContain('belongs to another user (number 12345)');
    expect(refusal).toContain(`chown -R 65534:65534 ${join(home, 'owned', 'postgres')}`);
    // The folder can be read, but not what is in it.
    chmodSync(join(home, 'owned', 'postgres'), 0o755);
    expect(refusalToOthers('owned')).toContain('belongs to another user (number 12345)');
  });

  test.runIf(isRoot)('in the empty mount point of root', () => {
    mkdirSync(join(folder('mount-point'), 'postgres'));
    expect(refusalToOthers('mount-point')).toContain('no database is in it. Mount the disk it is on');
  });
});

describe('a start with another secret', () => {
  test('is refused before anything is changed, until the secret is restored or accepted', async () => {
    copy('secret');
    const file = secretFile(join(home, 'secret'));
    const secret = readFileSync(file, 'utf8').trim();
    expect(await refusalOf('secret', otherSecret)).toContain('is not the one that the database was created with');
    renameSync(file, `${file}.aside`);
    expect(await refusalOf('secret')).toContain('a secret that is missing');
    expect(existsSync(file)).toBe(false);
    await (await start('secret', secret)).stop();
    expect(examine('secret', otherSecret).output).toMatch(/✗ the secret is the one of the database +1 wrong/);
    const accepted = examine('secret', otherSecret, '--accept-secret');
    expect(accepted).toMatchObject({ status: 0 });
    const { output, status } = examine('secret', otherSecret);
    expect(output).toMatch(/✓ the secret is the one of the database +yes/);
    expect(output).toMatch(/✓ tables and indexes are whole +yes/);
    expect(status).toBe(0);
    await (await start('secret', otherSecret)).stop();
  });
});

test('the doctor finds an index whose pages are damaged', async () => {
  copy('damaged');
  const running = await start('damaged');
  const { rows } = await running.database.ownerPool.query<{ path: string }>(
    `select pg_relation_filepath('schema_migrations_pkey') as path`,
  );
  await running.stop();
  const file = join(home, 'damaged', 'postgres', rows[0]?.path ?? '');
  const pages = readFileSync(file);
  writeFileSync(file, pages.fill(7, 8192 + 100, 8192 + 200));
  const { output, status } = examine('damaged', readFileSync(secretFile(join(home, 'damaged')), 'utf8').trim());
  expect(output).toMatch(/✗ tables and indexes are whole +1 wrong/);
  expect(output).toContain('schema_migrations_pkey: ');
  expect(status).toBe(1);
});

test.runIf(isRoot)('a database that an earlier version kept elsewhere is moved in, also after a kill', async () => {
  const elsewhere = join(home, 'elsewhere');
  const dataDir = join(home, 'earlier');
  copy('earlier');
  renameSync(join(dataDir, 'postgres'), elsewhere);
  symlinkSync(elsewhere, join(dataDir, 'postgres'));
  const move = () => moveHome({ dataDir, log, waitSeconds: 0, isEarlierPlace: (path) => path === elsewhere });
  // As a kill between the two steps leaves it.
  renameSync(elsewhere, join(dataDir, 'postgres.moved'));
  await move();
  expect(lstatSync(join(dataDir, 'postgres')).isDirectory()).toBe(true);
  renameSync(join(dataDir, 'postgres'), elsewhere);
  symlinkSync(elsewhere, join(dataDir, 'postgres'));
  await move();
  expect([existsSync(elsewhere), readdirSync(dataDir).filter((name) => name.startsWith('postgres.m'))]).toEqual([
    false,
    [],
  ]);
  const embedded: Embedded = await startEmbedded({ dataDir, log });
  const client = new pg.Client(embedded.ownerConfig);
  await client.connect();
  expect((await client.query('select number from kept')).rows).toEqual([{ number: 42 }]);
  await client.end();
  await embedded.stop();
  expect(realpathSync(join(dataDir, 'postgres'))).toBe(join(realpathSync(dataDir), 'postgres'));
});
