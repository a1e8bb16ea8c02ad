import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/ensure.js';

const port = process.env.JOURNEYS_PORT ?? '3199';
const baseURL = `http://localhost:${port}`;
const executablePath = findChromium();

// Journeys run against the product as an operator starts it: one process, its embedded database, mail read at /dev/mail.
export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    baseURL,
    locale: 'en-GB',
    timezoneId: 'Asia/Jakarta',
    trace: 'retain-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  webServer: {
    command: 'node server/main.ts',
    url: `${baseURL}/ready`,
    reuseExistingServer: false,
    timeout: 30_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      PORT: port,
      BASE_URL: baseURL,
      DATA_DIR: process.env.JOURNEYS_DATA_DIR ?? join(tmpdir(), `daybook-journeys-${port}`),
      NODE_ENV: 'development',
    },
  },
});
