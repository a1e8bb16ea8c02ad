import { defineConfig } from 'vitest/config';
import { compileCache } from './scripts/ensure.js';
import { LongestFirst } from './tests/support/longest-first.ts';
import { postgresDependentFiles } from './tests/support/postgres-dependent.ts';

const system = 'api on the system’s PostgreSQL';
const databases = process.env.TEST_DATABASE ?? 'embedded';

// Two kinds of tests: `unit` needs no database, `api` needs a PostgreSQL, which is started only when one of its files runs.
// TEST_DATABASE=system runs API tests on the PostgreSQL installed on the machine, TEST_DATABASE=both all of them on the embedded
// one, and those whose results depend on PostgreSQL on both.
export default defineConfig({
  test: {
    // Twice the minimum number of processors: half of its time a test waits for PostgreSQL, processes and timers.
    maxWorkers: 4,
    // A worker runs several files without loading the product again. Each file has a separate application and database; state
    // that the product keeps between two files would be a defect that a test should find.
    isolate: false,
    // Processes that tests start load the product in half the time, as under scripts/start.js.
    env: { NODE_COMPILE_CACHE: compileCache },
    sequence: { sequencer: LongestFirst },
    setupFiles: ['temporal-polyfill/global'],
    // Waiting ends with the expected event; these timeouts end only what never happens, also on a slow and busy machine.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{domain,contract,server,client,locales,seed,bench,scripts}/**/*.test.{ts,tsx}'],
        },
      },
      ...(['system', 'citus'].includes(databases) ? [] : [onDatabase('api', 'embedded', ['tests/**/*.test.ts'])]),
      ...(databases === 'citus' ? [onDatabase('api on Citus', 'citus', ['tests/api/**/*.test.ts'])] : []),
      ...(['embedded', 'citus'].includes(databases)
        ? []
        : [onDatabase(system, 'system', databases === 'both' ? postgresDependentFiles : ['tests/api/**/*.test.ts'])]),
    ],
  },
});

function onDatabase(name: string, database: string, include: string[]) {
  return {
    extends: true as const,
    test: {
      name,
      include,
      env: { TEST_DATABASE: database },
      globalSetup: ['./tests/support/global-setup.ts'],
    },
  };
}
