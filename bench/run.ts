// `npm run bench`: measures everything, prints the figures and stores them in bench/results.json. `npm run bench -- sizes start`
// measures only these and keeps the other figures; `npm run bench -- --quick` measures a part in less than five minutes.
// `npm run bench -- server --worklogs 10000000 --data FOLDER` uses synthetic companies of that size, which it creates there unless they exist.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { measureArchive } from './archive.ts';
import { measureBrowsing } from './browsing.ts';
import { measureConflicts } from './conflicts.ts';
import { measureFairness } from './fairness.ts';
import { measureHistory } from './history.ts';
import { measureInteractions } from './interactions.ts';
import { measureLighthouse } from './lighthouse.ts';
import { measureLive } from './live.ts';
import { measureMetrics } from './metrics.ts';
import { measureProfile } from './profile.ts';
import { measureRestore } from './restore.ts';
import { measureServer } from './server.ts';
import { measureSizes } from './sizes.ts';
import { measureStarts } from './start.ts';
import { printServer } from './table.ts';
import { measureTasks } from './tasks.ts';
import { measureTracing } from './tracing.ts';
import { measureVisits } from './visits.ts';
import { measureWorkers } from './workers.ts';

const port = 4390;
const root = join(import.meta.dirname, '..');
const lastTest = join(root, 'test-results', 'duration.json');
const file = join(import.meta.dirname, 'results.json');

const { values: options, positionals: named } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    worklogs: { type: 'string' },
    data: { type: 'string' },
    port: { type: 'string', default: String(port) },
  },
});

const thorough = { worklogs: 1_000_000, rounds: 200, seconds: 5 };
const quick = { worklogs: 100_000, rounds: 60, seconds: 2 };
const { worklogs, ...thoroughness } = options.quick ? quick : thorough;
const where = { port: Number(options.port), dataDir: options.data === undefined ? undefined : resolve(options.data) };
const synthetic = { ...where, worklogs: Number(options.worklogs ?? worklogs) };
const small = { ...where, worklogs: Number(options.worklogs ?? quick.worklogs) };

const measures = {
  sizes: () => measureSizes(where.port),
  lighthouse: () => measureLighthouse(where.port),
  interactions: () => measureInteractions(where.port),
  profile: () => measureProfile(where.port),
  visits: () => measureVisits(where.port),
  tasks: () => measureTasks(where.port),
  start: () => measureStarts(where.port),
  server: () => measureServer({ ...synthetic, thoroughness }),
  browsing: () => measureBrowsing(small),
  live: () => measureLive(small),
  conflicts: () => measureConflicts(small),
  fairness: () => measureFairness(small),
  metrics: () => measureMetrics(small),
  tracing: () => measureTracing(small),
  workers: () => measureWorkers(small),
  history: () => measureHistory(small),
  archive: () => measureArchive({ worklogs: synthetic.worklogs }),
  restore: () => measureRestore({ port: where.port, worklogs: synthetic.worklogs }),
};
type Measure = keyof typeof measures;

const isMeasure = (name: string): name is Measure => Object.hasOwn(measures, name);
const unknown = named.filter((name) => !isMeasure(name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. Known: ${Object.keys(measures).join(', ')}.`);
  process.exit(1);
}

const byDefault: readonly string[] = options.quick ? ['sizes', 'server', 'live'] : Object.keys(measures);
const wanted = (named.length === 0 ? byDefault : named).filter(isMeasure);
const figures = z.record(z.string(), z.unknown());
const results = figures.parse(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
const today = new Date().toISOString().slice(0, 10);
const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
const measuredAt: Record<string, unknown> = isRecord(results.measuredAt) ? results.measuredAt : {};
for (const name of wanted) {
  console.log(`\n${name}`);
  if (name === 'server') await keepServer();
  else {
    results[name] = await measures[name]();
    print(results[name]);
  }
  measuredAt[name] = { date: today, machine };
}
if (existsSync(lastTest)) results.npmTestSeconds = JSON.parse(readFileSync(lastTest, 'utf8')).seconds;
console.log(`npm test: ${results.npmTestSeconds} s`);
writeFileSync(file, `${JSON.stringify({ measuredAt, ...results }, null, 2)}\n`);
// In the format of all other files.
execFileSync(join(root, 'node_modules', '.bin', 'biome'), ['format', '--write', file], { stdio: 'ignore' });

/** A list is a table; otherwise each part of the figures is one. */
function print(figures: unknown): void {
  const parts = Array.isArray(figures) || !isRecord(figures) ? [figures] : Object.values(figures);
  for (const part of parts) console.table(part);
}

/** One entry for each size of the synthetic data, to compare how costs grow. */
async function keepServer(): Promise<void> {
  const measured = await measures.server();
  printServer(measured.rows);
  const sizes: Record<string, unknown> = isRecord(results.server) ? results.server : {};
  const before = sizes[synthetic.worklogs];
  // Loading is measured only if the data had to be loaded.
  const loadSeconds = measured.loadSeconds ?? (isRecord(before) ? before.loadSeconds : null);
  results.server = { ...sizes, [synthetic.worklogs]: { date: today, ...measured, loadSeconds } };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
