// The server to measure, on a data folder, and signed-in people.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { findChromium } from '../scripts/ensure.js';

const root = join(import.meta.dirname, '..');

export const chromiumOptions = {
  executablePath: findChromium() ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync', '--no-first-run'],
};

/** The load average of the last minute, including the measurement: more than the number of cores is too much. */
export const loadNow = (): number => Number((loadavg()[0] ?? Number.NaN).toFixed(1));

/** Runs the work with a temporary folder. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the demo during the work, with a temporary folder. */
export const withDemo = <T>(port: number, work: (baseURL: string, folder: string) => Promise<T>): Promise<T> =>
  withFolder(async (folder) => {
    const server = await startServer({ port, dataDir: join(folder, 'data'), options: ['--demo'] });
    try {
      return await work(server.baseURL, folder);
    } finally {
      await server.stop();
    }
  });

export const sessionCookieName = 'daybook_session';

/** Signs in by a name on the page of the demo, or by the token of an existing session. */
export async function signInAs(page: Page, baseURL: string, person: string | { token: string }): Promise<void> {
  if (typeof person !== 'string') {
    const cookie = { name: sessionCookieName, value: person.token, url: baseURL, httpOnly: true };
    return page.context().addCookies([cookie]);
  }
  await page.goto(`${baseURL}/demo`);
  await page.getByRole('button', { name: person }).click();
  await page.waitForURL('**/dashboard');
}

export type RunningServer = {
  baseURL: string;
  /** The process id of the application; its database is another process. */
  pid: number;
  /** From the command to "is ready". */
  seconds: number;
  stop: () => Promise<void>;
};

type Start = {
  port: number;
  dataDir: string;
  /** The options of `npm start`. */
  options?: readonly string[];
  env?: Readonly<Record<string, string>>;
};

/** `npm start` without npm, so that the started process is the application itself. */
export async function startServer({ port, dataDir, options = [], env = {} }: Start): Promise<RunningServer> {
  const began = performance.now();
  const server = spawn(process.execPath, [...argumentsOfStart(), ...options], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    // Ctrl-C must end only the bench, which then stops this process.
    detached: true,
  });
  await untilReady(server);
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  return {
    baseURL: `http://localhost:${port}`,
    pid: server.pid ?? 0,
    seconds: (performance.now() - began) / 1_000,
    stop: async () => {
      server.kill('SIGTERM');
      await ended;
    },
  };
}

/** Of `node` in the script `start` of package.json. */
function argumentsOfStart(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return String(scripts.start).split(' ').slice(2);
}

const untilReady = (server: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let printed = '';
    server.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes('is ready at')) resolve();
    });
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${printed.slice(-2_000)}`)));
  });
