// `node bench/citus/run.ts`: the tests of the API and the rows A to E of the benchmark on a temporary Citus, a coordinator and two worker
// nodes on this machine. CITUS_BIN names the programs of a PostgreSQL with Citus; by default, the newest one installed.
// --rows or --tests does only this; --worklogs 1000000 is the size of the data, in twenty companies.

import 'temporal-polyfill/global';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { addDays } from '#domain/calendar.ts';
import { loadSynthetic } from '#seed/synthetic/load.ts';
import { migrate } from '#server/db/migrate.ts';
import { asSuperuser, startCitusCluster } from '#tests/support/citus.ts';
import { addressOf, type TestCluster } from '#tests/support/cluster.ts';
import { findCitusBinaries } from '../../scripts/programs.js';
import { withFolder } from '../demo.ts';
import { measureRows, type ServerFigures } from '../server.ts';
import { serveSyntheticOn } from '../synthetic.ts';
import { printServer } from '../table.ts';

const port = 4396;
const companies = 20;
const thoroughness = { rounds: 60, seconds: 3 };
/** What is refused on Citus: docs/scale.md. */
const excluded = ['history-*', 'archive-*', 'hostile-archives.test.ts', 'company-*'];

const { values: options } = parseArgs({
  options: {
    rows: { type: 'boolean', default: false },
    tests: { type: 'boolean', default: false },
    worklogs: { type: 'string', default: '1000000' },
  },
});
const isBoth = options.rows === options.tests;

if (findCitusBinaries() === undefined) {
  console.error(
    'There is no Citus here. Build it, and set CITUS_BIN to the programs of its PostgreSQL: docs/scale.md.',
  );
  process.exit(1);
}
if (isBoth || options.tests) runTests();
if (isBoth || options.rows) printServer(await measureOnCitus(Number(options.worklogs)));
process.exit();

function runTests(): void {
  const files = excluded.flatMap((name) => ['--exclude', `tests/api/${name}`]);
  const root = join(import.meta.dirname, '../..');
  spawnSync(join(root, 'node_modules/.bin/vitest'), ['run', '--project', 'api on Citus', ...files], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TEST_DATABASE: 'citus' },
  });
}

async function measureOnCitus(worklogs: number): Promise<ServerFigures[]> {
  const cluster = await startCitusCluster();
  try {
    return await withFolder((folder) => measureOn(cluster, folder, worklogs));
  } finally {
    await cluster.stop();
  }
}

/** Loaded as on a server without Citus, and then distributed: COPY is not possible into a distributed table with row-level security. */
async function measureOn(cluster: TestCluster, folder: string, worklogs: number): Promise<ServerFigures[]> {
  const { host, workers } = cluster;
  for (const one of [host, ...workers]) await asSuperuser(one, 'postgres', ['grant daybook_app to daybook_owner']);
  const owner = addressOf(host, 'daybook', 'daybook_owner');
  const undistributed = { ...owner, options: '-c citus.enable_ddl_propagation=off' };
  await migrate({ owner: undistributed });
  const until = addDays(new Date().toISOString().slice(0, 10), -2);
  await loadSynthetic({ owner: undistributed, size: { worklogs, companies, seed: 2026, until }, report: console.log });
  const began = performance.now();
  await migrate({ owner, distribution: 'citus' });
  console.log(`distributed in ${Math.round((performance.now() - began) / 1_000)} s`);
  const address = addressOf(host, 'daybook', 'postgres');
  await analyze(address);
  const env = {
    DATABASE_URL: `postgres:///daybook?host=${encodeURIComponent(host)}&user=daybook_owner`,
    DATABASE_DISTRIBUTION: 'citus',
  };
  const pids = [host, ...workers].map((node) =>
    Number(readFileSync(join(node, 'postmaster.pid'), 'utf8').split('\n')[0]),
  );
  return serveSyntheticOn(
    () => ({ pids, address }),
    { port, dataDir: join(folder, 'data'), env },
    (synthetic) => measureRows(synthetic, thoroughness),
  );
}

async function analyze(address: pg.ClientConfig): Promise<void> {
  const superuser = new pg.Client(address);
  await superuser.connect();
  await superuser.query('analyze');
  await superuser.end();
}
