import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/support/longest-first.ts';

const system = 'api on the system’s PostgreSQL';
const databases = process.env.TEST_DATABASE ?? 'embedded';

// Two kinds of tests: `unit` needs nothing, `api` needs a PostgreSQL, which is started only when one of its files runs.
// TEST_DATABASE=system runs the API tests on the PostgreSQL that the machine has installed, TEST_DATABASE=both on it too.
export default defineConfig({
  test: {
    // Twice the processors there are at least: a test waits for PostgreSQL, for processes and for timers half of its time.
    maxWorkers: 4,
    // Files follow one another in a worker that has the product loaded, and warm: each brings an application and a database
    // of its own, and what the product would carry over from one to the next ought to be found.
    isolate: false,
    // Processes that tests start load the product in half the time, as under scripts/start.js.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules', '.cache', 'daybook') },
    sequence: { sequencer: LongestFirst },
    setupFiles: ['temporal-polyfill/global'],
    // Waiting ends when it happens; these only end what never will, also where a machine is slow and has other things to do.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 90_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{domain,contract,server,client,locales,seed,bench,scripts}/**/*.test.{ts,tsx}'],
        },
      },
      ...(databases === 'system' ? [] : [onDatabase('api', 'embedded', 'tests/**/*.test.ts')]),
      ...(databases === 'embedded' ? [] : [onDatabase(system, 'system', 'tests/api/**/*.test.ts')]),
    ],
  },
});

function onDatabase(name: string, database: string, include: string) {
  return {
    extends: true as const,
    test: {
      name,
      include: [include],
      env: { TEST_DATABASE: database },
      globalSetup: ['./tests/support/global-setup.ts'],
    },
  };
}
