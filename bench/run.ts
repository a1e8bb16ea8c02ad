// `npm run bench`: measures everything, prints it and keeps it in bench/results.json. `npm run bench -- sizes start`
// measures only these and leaves the other figures as they were.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { measureBrowsing } from './browsing.ts';
import { measureConflicts } from './conflicts.ts';
import { measureInteractions } from './interactions.ts';
import { measureLighthouse } from './lighthouse.ts';
import { measureLive } from './live.ts';
import { measureSizes } from './sizes.ts';
import { measureStarts } from './start.ts';
import { measureWorklogs } from './worklogs.ts';

const port = 4390;
const root = join(import.meta.dirname, '..');
const lastTest = join(root, 'test-results', 'duration.json');
const file = join(import.meta.dirname, 'results.json');

const measures = {
  sizes: () => measureSizes(port),
  lighthouse: () => measureLighthouse(port),
  interactions: () => measureInteractions(port),
  start: () => measureStarts(port),
  worklogs: () => measureWorklogs(port),
  browsing: () => measureBrowsing(port),
  live: () => measureLive(port),
  conflicts: () => measureConflicts(port),
};
type Measure = keyof typeof measures;

const isMeasure = (name: string): name is Measure => Object.hasOwn(measures, name);
const named = process.argv.slice(2);
const unknown = named.filter((name) => !isMeasure(name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. Known: ${Object.keys(measures).join(', ')}.`);
  process.exit(1);
}

const wanted = named.length === 0 ? Object.keys(measures).filter(isMeasure) : named.filter(isMeasure);
const results: Record<string, unknown> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
results.date = new Date().toISOString().slice(0, 10);
results.machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
for (const name of wanted) {
  results[name] = await measures[name]();
  console.log(`\n${name}`);
  console.table(results[name]);
}
if (existsSync(lastTest)) results.npmTestSeconds = JSON.parse(readFileSync(lastTest, 'utf8')).seconds;
console.log(`npm test: ${results.npmTestSeconds} s`);
writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
// As every other file is written.
execFileSync(join(root, 'node_modules', '.bin', 'biome'), ['format', '--write', file], { stdio: 'ignore' });
