// The demo to measure: its server with a filled company, and people signed in to it.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { findChromium } from '../scripts/ensure.js';

const root = join(import.meta.dirname, '..');

export const chromiumOptions = {
  executablePath: findChromium() ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync', '--no-first-run'],
};

/** How busy the machine was in the last minute, with what measures: more than it has cores is too much. */
export const loadNow = (): number => Number((loadavg()[0] ?? Number.NaN).toFixed(1));

/** Runs the demo for as long as the work takes, with an empty folder for what is measured. */
export async function withDemo<T>(port: number, work: (baseURL: string, folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-bench-'));
  const server = await start(port, join(folder, 'data'));
  try {
    return await work(`http://localhost:${port}`, folder);
  } finally {
    const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
    if (server.pid) process.kill(-server.pid, 'SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function signInAs(page: Page, baseURL: string, person: string): Promise<void> {
  await page.goto(`${baseURL}/demo`);
  await page.getByRole('button', { name: person }).click();
  await page.waitForURL('**/dashboard');
}

async function start(port: number, dataDir: string): Promise<ChildProcess> {
  const server = spawn('npm', ['run', 'demo'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  await new Promise<void>((resolve, reject) => {
    let printed = '';
    server.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes('is ready at')) resolve();
    });
    server.once('exit', (code) => reject(new Error(`npm run demo ended with ${code}: ${printed.slice(-2_000)}`)));
  });
  return server;
}
