// The incidents of docs/bad-day.md: its commands are read from the page and run. Programs of the operating system that need a
// service, another user or fixed folders are replaced by small ones.

import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { apiPrefix } from '#contract/index.ts';
import { variables } from '#server/config/config.ts';
import { freePort } from '../support/free-port.ts';
import { type ProcessClient, registerOn, signalDatabase } from '../support/server-process.ts';
import { testFolder } from '../support/test-folder.ts';

// Generous, because the machine may be busy; only what never happens fails.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const root = dirname(dirname(import.meta.dirname));
const page = readFileSync(join(root, 'docs', 'bad-day.md'), 'utf8');

let place: string;
let dataDir: string;
let port: number;
let portBeside: number;
let client: ProcessClient;

beforeAll(async () => {
  place = testFolder('bad-day');
  dataDir = join(place, 'var', 'daybook');
  mkdirSync(dirname(dataDir), { mode: 0o711 });
  [port, portBeside] = [await freePort(), await freePort()];
  const settings = { PORT: port, BASE_URL: addressOf(port), BACKUP_PLACE: join(place, 'backups'), LOG_LEVEL: 'error' };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(place, 'daybook.env'), lines.join(''));
  writePrograms();
  run('systemctl start daybook');
  client = await registerOn({ address: addressOf(port) });
  await found('Before');
  // As every day.
  run('npm run backup');
});

afterAll(() => {
  run('systemctl stop daybook');
  rmSync(place, { recursive: true, force: true });
});

test('1: what was done by mistake is undone by restoring a moment', async () => {
  const [store, restore, beside, replace] = stepsOf(1);
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const moment = new Date();
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  await found('Mistake');
  run(store);
  run(restore?.replace('2026-11-22 14:32', moment.toISOString().replace('T', ' ')));
  const second = spawn('sh', ['-c', scriptOf(beside)], { env: environment(), stdio: 'ignore', detached: true });
  await expect.poll(() => companies(portBeside), { timeout: 100_000 }).toEqual(['Before']);
  expect(await companies(port)).toEqual(['Before', 'Mistake']);
  process.kill(-(second.pid ?? 0), 'SIGINT');
  await new Promise((resolve) => second.once('close', resolve));
  run(replace);
  expect(await companies(port)).toEqual(['Before']);
});

test('2: a lost disk is restored with everything that was stored', async () => {
  await found('After');
  // Stored within a minute.
  run('npm run backup');
  process.kill(Number(readFileSync(join(place, 'pid'), 'utf8')), 'SIGKILL');
  signalDatabase(dataDir, 'SIGKILL');
  rmSync(dataDir, { recursive: true });
  const [restore, start] = stepsOf(2);
  expect(run(restore)).toContain('Ready');
  expect(run(start)).toContain('ready');
  expect(await companies(port)).toEqual(['After', 'Before']);
});

test('3: the commands for a full disk show what fills it, and find the server well', () => {
  const [find, free, check] = stepsOf(3);
  expect(run(find)).toMatch(/\d\S*\s+\S*postgres$/m);
  run(free);
  expect(run(check)).toContain('ready');
});

test('4: an upgrade is rolled back by the command that tests/platform/upgrade.test.ts runs', () => {
  expect(stepsOf(4)[0]).toContain('npm run upgrade -- --rollback\n');
});

test('5: a lost secret comes from a backup, or is replaced', async () => {
  const [bring, accept] = stepsOf(5);
  run('systemctl stop daybook');
  rmSync(join(dataDir, 'app-secret'));
  run(bring);
  expect(await companies(port)).toEqual(['After', 'Before']);
  run('systemctl stop daybook');
  run(accept);
  expect(await companies(port)).toEqual(['After', 'Before']);
});

/** The commands of each numbered step of an incident. */
function stepsOf(incident: number): string[] {
  const section = page.split(/^## /m).find((part) => part.startsWith(`${incident} `)) ?? '';
  return [...section.matchAll(/^ {3}```sh\n([\s\S]*?)^ {3}```$/gm)].map(([, commands = '']) =>
    commands.replaceAll(/^ {3}/gm, ''),
  );
}

/** With the commands that the page begins with, in the folders of the test. */
function scriptOf(commands: string | undefined): string {
  const [, beginning] = /^```sh\n([\s\S]*?)^```$/m.exec(page) ?? [];
  if (commands === undefined || beginning === undefined) throw new Error('The page has no such commands.');
  return `set -e\n${beginning}\n${commands}`
    .replaceAll('/srv/daybook', root)
    .replaceAll('/var/lib', dirname(dataDir))
    .replaceAll('/etc/daybook.env', join(place, 'daybook.env'))
    .replaceAll('3999', String(portBeside));
}

const run = (commands: string | undefined): string =>
  execFileSync('sh', ['-c', scriptOf(commands)], { env: environment(), encoding: 'utf8', stdio: 'pipe' });

/** Not that of npm, with which a started server would end. */
function environment(): Record<string, string | undefined> {
  const own = new Set<string>(Object.keys(variables));
  const isLeft = (name: string) => own.has(name) || name.startsWith('npm_');
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !isLeft(name)));
  return { ...inherited, PATH: `${join(place, 'bin')}:${process.env.PATH}` };
}

function writePrograms(): void {
  mkdirSync(join(place, 'bin'));
  const write = (name: string, lines: string) =>
    writeFileSync(join(place, 'bin', name), `#!/bin/sh\n${lines}`, { mode: 0o755 });
  // Commands as the user of this test.
  write('runuser', 'shift 3\nexec "$@"\n');
  write(
    'install',
    'for target; do :; done\nif [ "$1" = -d ]; then mkdir -p -m 711 "$target"; else cp "$7" "$target"; fi\n',
  );
  const isReady = `fetch('${addressOf(port)}/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))`;
  write(
    'systemctl',
    `stop() { kill "$(cat ${place}/pid)"; while [ -d "/proc/$(cat ${place}/pid)" ]; do sleep 0.05; done; }
start() { setsid node scripts/start.js >/dev/null 2>&1 & echo $! > ${place}/pid; until node -e "${isReady}"; do sleep 0.2; done; }
case "$1" in stop) stop ;; start) start ;; restart) stop; start ;; esac
`,
  );
}

const addressOf = (at: number): string => `http://localhost:${at}`;

async function found(name: string): Promise<void> {
  const body = JSON.stringify({ name, timeZone: 'UTC', currency: 'EUR' });
  const headers = { ...headersOfPerson(), 'content-type': 'application/json' };
  const response = await fetch(`${addressOf(port)}${apiPrefix}/companies`, { method: 'POST', headers, body });
  expect(response.status).toBe(200);
}

/** What the person sees, sorted. */
async function companies(at: number): Promise<string[]> {
  const response = await fetch(`${addressOf(at)}${apiPrefix}/companies`, { headers: headersOfPerson() });
  const listed = z.object({ companies: z.array(z.object({ name: z.string() })) });
  return listed
    .parse(await response.json())
    .companies.map(({ name }) => name)
    .sort();
}

/** The server is restarted between requests. */
const headersOfPerson = () => ({ ...client.headers(), connection: 'close' });
