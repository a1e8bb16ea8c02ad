import { defineConfig } from 'vitest/config';

// Two kinds of tests: `unit` needs nothing, `api` needs a PostgreSQL, which is started only when one of its files runs.
export default defineConfig({
  test: {
    // One more than the processors there are at least: a test waits for PostgreSQL a third of its time.
    maxWorkers: 3,
    // Files follow one another in a worker that has the product loaded, and warm: each brings an application and a database
    // of its own, and what the product would carry over from one to the next ought to be found.
    isolate: false,
    setupFiles: ['temporal-polyfill/global'],
    // Waiting ends when it happens; these only end what never will, also where a machine is slow and has other things to do.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{domain,contract,server,client,locales,seed,bench,scripts}/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['tests/**/*.test.ts'],
          globalSetup: ['./tests/support/global-setup.ts'],
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
