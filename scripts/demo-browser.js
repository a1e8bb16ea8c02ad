// The demo and a browser for screenshots, both at the current time: what PostgreSQL calls today cannot be set.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { ensureClient, ensureMessages, findChromium, modernNode, root, toolEnvironment } from './ensure.js';

const node = modernNode();
// The staging of screens is written in TypeScript.
if (node !== process.execPath) {
  const { status } = spawnSync(node, process.argv.slice(1), { stdio: 'inherit' });
  process.exit(status ?? 1);
}

/** Starts the demo with an own database. `newPage` opens a page of a new browser context in this theme. */
export async function openDemo() {
  ensureMessages(node);
  ensureClient(node);
  const dataDir = mkdtempSync(join(tmpdir(), 'daybook-pictures-'));
  const port = process.env.PORT ?? (await freePort());
  const origin = `http://localhost:${port}`;
  const server = spawn(node, ['server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...toolEnvironment(node), PORT: String(port), BASE_URL: origin, DATA_DIR: dataDir, DAYBOOK_DEMO: '1' },
  });
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'],
  });
  const newPage = async (theme) => {
    const context = await browser.newContext({
      baseURL: origin,
      locale: 'en-GB',
      timezoneId: 'Asia/Jakarta',
      colorScheme: theme,
      reducedMotion: 'reduce',
    });
    return context.newPage();
  };
  const close = async () => {
    await browser.close();
    const hasEnded = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await hasEnded;
    rmSync(dataDir, { recursive: true, force: true });
  };
  await untilReady(origin);
  return { browser, origin, newPage, close };
}

async function untilReady(origin) {
  for (let attempt = 0; attempt < 240; attempt += 1) {
    const isReady = await fetch(`${origin}/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error('The demo did not start.');
}

export function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
