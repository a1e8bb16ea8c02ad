// npm run upgrade and its rollback in a clone of this project, as docs/operating.md describes them.
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { variables } from '#server/config/config.ts';
import { runuserScript, scriptOf, stepsOf, systemctlScript } from '../support/bad-day-page.ts';
import { freePort } from '../support/free-port.ts';
import { registerOn } from '../support/server-process.ts';
import { testFolder } from '../support/test-folder.ts';

// Generous, because the machine may be busy; only what never happens fails.
const patienceMs = 100_000;
vi.setConfig({ testTimeout: 400_000 });

const root = dirname(dirname(import.meta.dirname));
let place: string;
let origin: string;
let clone: string;

beforeAll(() => {
  place = testFolder('upgrade');
  origin = join(place, 'origin');
  clone = join(place, 'clone');
  mkdirSync(join(place, 'no-npm'));
  writeFileSync(join(place, 'no-npm', 'npm'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  copyOfSources(origin);
  git(origin, 'init', '--quiet', '--initial-branch=main');
  commit(origin, 'First release');
  git(place, 'clone', '--quiet', origin, clone);
  chmodSync(clone, 0o711);
  makeOutputs(clone);
});

afterAll(() => rmSync(place, { recursive: true, force: true }));

test('a release takes over while Daybook runs, hands back, and is the one that the next start runs', async () => {
  const port = await freePort();
  writePrograms(port);
  const first = await start(port);
  writeFileSync(join(place, 'pid'), String(first.pid));
  expect(await directories()).toEqual([clone]);

  writeFileSync(join(origin, 'server', 'db', 'migrations', addedMigration), addedColumn);
  const second = commit(origin, 'Second release');
  expect(upgrade()).toMatchObject({ status: 0, output: expect.stringContaining('has taken over') });
  const directory = join(clone, '.releases', second.slice(0, 12));
  expect(await directories()).toEqual([directory]);
  expect(upgrade()).toMatchObject({ status: 0, output: expect.stringContaining('already the release') });

  writeFileSync(join(origin, 'server', 'main.ts'), 'process.exit(7);');
  commit(origin, 'Broken release');
  const broken = upgrade();
  expect(broken).toMatchObject({ status: 1, output: expect.stringMatching(/could not take over.*exit code 7/s) });
  expect(await directories()).toEqual([directory]);
  expect(await isReady(port)).toBe(true);

  const [rollBack, restart] = stepsOf(4);
  await runFromPage(rollBack);
  expect(await directories()).toEqual([clone]);
  await expectWorkOnNewerSchema(port);
  expect(upgrade('--rollback').status).toBe(0);
  expect(await directories()).toEqual([directory]);

  expect(await runFromPage(restart)).toContain('ready');
  await expect.poll(() => first.exitCode, { message: 'the one before has ended' }).not.toBeNull();
  expect(await directories(), 'also after a restart').toEqual([directory]);
  await runFromPage('systemctl stop daybook');
});

const addedMigration = '9000-of-the-second-release.sql';
const addedColumn = `set local lock_timeout = '2s';\nalter table companies add column added text not null default 'by default';\n`;

/** The release that knows nothing of the column signs people up and creates a company. */
async function expectWorkOnNewerSchema(port: number): Promise<void> {
  const client = await registerOn({ address: `http://127.0.0.1:${port}` });
  const { status, body } = await client.send('POST', '/companies', { name: 'Acme', timeZone: 'UTC', currency: 'EUR' });
  expect(status, body).toBe(200);
  const superuser = new pg.Client({ host: join(clone, 'data', 'postgres'), user: 'postgres', database: 'daybook' });
  await superuser.connect();
  const { rows } = await superuser.query('select name, added from companies');
  await superuser.end();
  expect(rows).toEqual([{ name: 'Acme', added: 'by default' }]);
}

test('what is asked of it wrongly is refused with a sentence, and nothing is changed', () => {
  expect(upgrade('--back')).toMatchObject({ status: 1, output: expect.stringContaining('or --rollback') });
  expect(upgrade('no-such-tag')).toMatchObject({ status: 1, output: expect.stringContaining('no-such-tag') });
  writeFileSync(join(clone, '.releases', 'lock'), String(process.pid));
  expect(upgrade()).toMatchObject({ status: 1, output: expect.stringContaining('Another upgrade is running') });
});

/** Commands of docs/bad-day.md, in the folders of this test. Not synchronous: a process that they end belongs to this one. */
async function runFromPage(commands: string | undefined): Promise<string> {
  const places = {
    '/srv/daybook': clone,
    '/var/lib/daybook': join(clone, 'data'),
    '/etc/daybook.env': join(place, 'daybook.env'),
  };
  const { PATH, ...others } = environment();
  const env = { ...others, PATH: `${join(place, 'programs')}:${PATH}` };
  const script = promisify(execFile)('sh', ['-c', scriptOf(commands, places)], { env });
  const { stdout } = await script.catch((error) => {
    throw new Error(`${error.message}\n${error.stdout}`);
  });
  return stdout;
}

function writePrograms(port: number): void {
  writeFileSync(join(place, 'daybook.env'), `PORT=${port}\nBASE_URL=http://localhost:${port}\nWORKERS=1\n`);
  mkdirSync(join(place, 'programs'));
  const write = (name: string, lines: string) =>
    writeFileSync(join(place, 'programs', name), `#!/bin/sh\n${lines}`, { mode: 0o755 });
  write('runuser', runuserScript);
  write('systemctl', systemctlScript(join(place, 'pid'), `http://localhost:${port}/ready`));
  // That of the machine: only installing is prevented.
  write('npm', `PATH='${process.env.PATH}' exec npm "$@"\n`);
}

function upgrade(...args: string[]): { status: number | null; output: string } {
  const options = { cwd: clone, env: environment(), encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/upgrade.js', ...args], options);
  return { status, output: stdout + stderr };
}

async function start(port: number) {
  const program = spawn(process.execPath, ['scripts/start.js'], {
    cwd: clone,
    env: { ...environment(), PORT: String(port), WORKERS: '1' },
    stdio: 'ignore',
  });
  await vi.waitUntil(() => isReady(port), { timeout: patienceMs });
  // The control socket is opened after the port.
  await vi.waitUntil(() => existsSync(join(clone, 'data', 'control.sock')), { timeout: patienceMs });
  return program;
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Without npm: the clone has the installed packages of this folder, which an installation would change. */
function environment(): Record<string, string | undefined> {
  const own = new Set<string>(Object.keys(variables));
  const isLeft = (name: string) => own.has(name) || name.startsWith('npm_');
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !isLeft(name)));
  return { ...inherited, PATH: `${join(place, 'no-npm')}:${process.env.PATH}` };
}

const state = z.object({ workers: z.array(z.object({ directory: z.string() })) });

function directories(): Promise<string[]> {
  return new Promise((resolve, reject) => {
    request({ socketPath: join(clone, 'data', 'control.sock'), path: '/', agent: false }, async (response) => {
      const { workers } = state.parse(JSON.parse(await text(response)));
      resolve(workers.map(({ directory }) => directory));
    })
      .once('error', reject)
      .end();
  });
}

function git(folder: string, ...args: string[]): string {
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.test'];
  return execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8' }).trim();
}

function commit(folder: string, message: string): string {
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '-m', message);
  return git(folder, 'rev-parse', 'HEAD');
}

function copyOfSources(target: string): void {
  mkdirSync(target);
  const left = new Set([
    '.git',
    'node_modules',
    'dist',
    'data',
    'test-results',
    'screenshots',
    '.releases',
    'tests',
    'bench',
  ]);
  cpSync(root, target, {
    recursive: true,
    filter: (path) => !left.has(path.slice(root.length + 1)) && !path.endsWith('/locales/generated'),
  });
}

/** What npm start would install and build; the records in dist show that it is up to date. */
function makeOutputs(folder: string): void {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
  cpSync(join(root, 'locales', 'generated'), join(folder, 'locales', 'generated'), { recursive: true });
}
