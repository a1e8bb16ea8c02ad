import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findHeadlessChromium } from './scripts/ensure.js';
import { hasRoomInMemory } from './tests/support/test-folder.ts';

const port = process.env.JOURNEYS_PORT ?? '3199';
const demoPort = String(Number(port) - 1);
const folder = process.env.JOURNEYS_DATA_DIR ?? join(tmpdir(), `daybook-journeys-${port}`);
const addressOf = (itsPort: string) => `http://localhost:${itsPort}`;
const executablePath = findHeadlessChromium();
const admin = /Sri Wahyuni/;
const inDemo = ['screens.spec.ts', 'density.spec.ts', 'opened.spec.ts', 'tab-order.spec.ts', 'long-texts.spec.ts'];

// Journeys run against the product as an operator starts it: one process, its embedded database, mail read at /dev/mail.
// Screens are checked in a second process, which runs the demo.
export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: 'test-results',
  snapshotPathTemplate: '{testDir}/{arg}{ext}',
  fullyParallel: true,
  // Twice the minimum number of processors: a journey also waits, for timers, emails and the database.
  workers: 4,
  forbidOnly: true,
  retries: 0,
  // Long enough for a slow machine. Nobody waits for it where the product works.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    locale: 'en-GB',
    timezoneId: 'Asia/Jakarta',
    // Decision 057: axe must not see colours during a fade.
    reducedMotion: 'reduce',
    // Requests of a service worker cannot be replaced by a test: installed.spec.ts allows it.
    serviceWorkers: 'block',
    // Recording costs a fifth of the time: JOURNEYS_TRACE=1 records, to see why a journey fails.
    trace: process.env.JOURNEYS_TRACE === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      // Without it Chromium saves no file whose name is not ASCII.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      // Playwright moves the memory that the browser’s processes share to files on the disk, because containers may have little.
      ignoreDefaultArgs: hasRoomInMemory(2048) ? ['--disable-dev-shm-usage'] : [],
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // Drawing by the processor needs no separate process.
        '--in-process-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  projects: [
    // Sequential, because the people of the demo and their settings are shared. The admin, who has the most screens, runs in
    // parallel to the others. Started first.
    { name: 'demo-admin', testMatch: inDemo, grep: admin, workers: 1, use: { baseURL: addressOf(demoPort) } },
    { name: 'demo', testMatch: inDemo, grepInvert: admin, workers: 1, use: { baseURL: addressOf(demoPort) } },
    {
      name: 'journeys',
      testIgnore: inDemo,
      use: { baseURL: addressOf(port) },
      metadata: { dataDir: join(folder, 'empty') },
    },
  ],
  webServer: [server(port, join(folder, 'empty'), {}), server(demoPort, join(folder, 'demo'), { DAYBOOK_DEMO: '1' })],
});

function server(itsPort: string, dataDir: string, more: Record<string, string>) {
  return {
    command: 'node server/main.ts',
    url: `${addressOf(itsPort)}/ready`,
    reuseExistingServer: false,
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
    env: {
      PORT: itsPort,
      BASE_URL: addressOf(itsPort),
      DATA_DIR: dataDir,
      NODE_ENV: 'development',
      NEW_COMPANY_INVITES: '1000',
      // People of journeys sign up from separate addresses (tests/journeys/support/staging.ts), because registrations are limited.
      TRUST_PROXY: '127.0.0.0/8, ::1',
      ...more,
    },
  };
}
