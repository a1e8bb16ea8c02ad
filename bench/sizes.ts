// What a screen costs: the bytes that Chromium receives for it with an empty cache, compressed as they are sent.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';

export type ScreenFigures = {
  screen: string;
  jsKiB: number;
  cssKiB: number;
  otherKiB: number;
  /** Scripts and styles fetched after the screen was shown. */
  aheadKiB: number;
  budgetJsKiB: number;
  budgetCssKiB: number;
};

const root = join(import.meta.dirname, '..');

/** Budgets in KiB of brotli. */
const screens = [
  { screen: 'sign-in', path: '/login', person: null, budgetJsKiB: 85, budgetCssKiB: 12 },
  { screen: 'worklogs', path: '/worklogs', person: 'Andi Saputra', budgetJsKiB: 170, budgetCssKiB: 36 },
  { screen: 'approvals', path: '/approvals', person: 'Dewi Lestari', budgetJsKiB: 200, budgetCssKiB: 40 },
] as const;

export async function measureSizes(port: number): Promise<ScreenFigures[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'daybook-sizes-'));
  const server = await startDemo(port, dataDir);
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const found: ScreenFigures[] = [];
    for (const screen of screens) found.push(await measure(browser, `http://localhost:${port}`, screen));
    return found;
  } finally {
    await browser.close();
    const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
    if (server.pid) process.kill(-server.pid, 'SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measure(
  browser: Browser,
  baseUrl: string,
  { screen, path, person, ...budgets }: (typeof screens)[number],
): Promise<ScreenFigures> {
  const context = await browser.newContext({ baseURL: baseUrl });
  const signedIn = await context.newPage();
  if (person) {
    await signedIn.goto('/demo');
    await signedIn.getByRole('button', { name: person }).click();
    await signedIn.waitForURL('**/dashboard');
  }
  // A page of its own, without what the first one fetched.
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  const kinds = new Map<string, string>();
  const bytes = { Script: 0, Stylesheet: 0, other: 0 };
  devtools.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind === 'Script' || kind === 'Stylesheet') bytes[kind] += encodedDataLength;
    else if (kind !== 'EventSource') bytes.other += encodedDataLength;
  });
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const shown = { ...bytes };
  // What is fetched ahead once the screen is there, such as its form.
  await page.waitForTimeout(3_000);
  await context.close();
  const inKiB = (count: number) => Number((count / 1024).toFixed(1));
  return {
    screen,
    jsKiB: inKiB(shown.Script),
    cssKiB: inKiB(shown.Stylesheet),
    otherKiB: inKiB(shown.other),
    aheadKiB: inKiB(bytes.Script + bytes.Stylesheet - shown.Script - shown.Stylesheet),
    ...budgets,
  };
}

async function startDemo(port: number, dataDir: string): Promise<ChildProcess> {
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
