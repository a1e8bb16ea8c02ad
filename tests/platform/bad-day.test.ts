// The incidents of docs/bad-day.md: its commands are read from the page and run (those of the fourth one in upgrade.test.ts).
// Programs of the operating system that need a service, another user or fixed folders are replaced by small ones.

import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { apiPrefix } from '#contract/index.ts';
import { variables } from '#server/config/config.ts';
import { runuserScript, scriptOf, stepsOf, systemctlScript } from '../support/bad-day-page.ts';
import { freePort } from '../support/free-port.ts';
import { smallVolume, type Volume } from '../support/full-disk.ts';
import { type ProcessClient, registerOn, signalDatabase } from '../support/server-process.ts';
import { testFolder } from '../support/test-folder.ts';

// Generous, because the machine may be busy; only what never happens fails.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const root = dirname(dirname(import.meta.dirname));

let place: string;
let volume: Volume;
let dataDir: string;
let port: number;
let portBeside: number;
let client: ProcessClient;

beforeAll(async () => {
  place = testFolder('bad-day');
  // An old log is what fills it, as on the page.
  volume = smallVolume({ megabytes: 1_500, data: 'daybook', filler: 'postgres.log.1' });
  dataDir = join(volume.folder, 'daybook');
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
  volume.remove();
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
  const second = spawn('sh', ['-c', scriptOf(beside, places())], {
    env: environment(),
    stdio: 'ignore',
    detached: true,
  });
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

test('3: a full disk: what fills it is found and deleted, and people continue without a restart', async () => {
  const [find, free, check] = stepsOf(3);
  const saved = await companies(port);
  // PostgreSQL writes small rows into space that it has already, until it needs more.
  const fillAndFound = async (): Promise<number> => {
    volume.fill();
    const name = `Full ${saved.length}`;
    const { status } = await tryToFound(name);
    if (status === 200) saved.push(name);
    return status;
  };
  await expect.poll(fillAndFound, { timeout: 100_000, interval: 100 }).toBe(503);
  const shown = run(find);
  expect(shown).toMatch(/\d\S*\s+\S*postgres$/m);
  if (volume.isMounted) expect(shown).toMatch(/ 100% /);
  run(free);
  // Where the volume could not be mounted, its folders were closed.
  if (!volume.isMounted) volume.free();
  await expect.poll(async () => (await tryToFound('Free')).status, { timeout: 100_000, interval: 500 }).toBe(200);
  expect(run(check)).toMatch(/ready[\s\S]*Backup \S+ is complete/);
  expect(await companies(port)).toEqual([...saved, 'Free'].sort());
});

test('5: a lost secret comes from a backup, or is replaced', async () => {
  const [bring, accept] = stepsOf(5);
  const saved = await companies(port);
  run('systemctl stop daybook');
  rmSync(join(dataDir, 'app-secret'));
  run(bring);
  expect(await companies(port)).toEqual(saved);
  run('systemctl stop daybook');
  run(accept);
  expect(await companies(port)).toEqual(saved);
});

/** The folders and ports of the page, and those of the test. */
const places = () => ({
  '/srv/daybook': root,
  '/var/lib': dirname(dataDir),
  '/etc/daybook.env': join(place, 'daybook.env'),
  '3999': String(portBeside),
});

const run = (commands: string | undefined): string =>
  execFileSync('sh', ['-c', scriptOf(commands, places())], { env: environment(), encoding: 'utf8', stdio: 'pipe' });

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
  write('runuser', runuserScript);
  write(
    'install',
    'for target; do :; done\nif [ "$1" = -d ]; then mkdir -p -m 711 "$target"; else cp "$7" "$target"; fi\n',
  );
  write('systemctl', systemctlScript(join(place, 'pid'), `${addressOf(port)}/ready`));
}

const addressOf = (at: number): string => `http://localhost:${at}`;

async function found(name: string): Promise<void> {
  expect((await tryToFound(name)).status).toBe(200);
}

function tryToFound(name: string): Promise<Response> {
  const body = JSON.stringify({ name, timeZone: 'UTC', currency: 'EUR' });
  const headers = { ...headersOfPerson(), 'content-type': 'application/json' };
  return fetch(`${addressOf(port)}${apiPrefix}/companies`, { method: 'POST', headers, body });
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
