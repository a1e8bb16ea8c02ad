// `npm run bench`: measures everything, prints it and keeps it in bench/results.json.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { measureSizes } from './sizes.ts';
import { measureStarts } from './start.ts';

const port = 4390;
const lastTest = join(import.meta.dirname, '..', 'test-results', 'duration.json');

const results = {
  date: new Date().toISOString().slice(0, 10),
  machine: `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`,
  sizes: await measureSizes(port),
  start: await measureStarts(port),
  npmTestSeconds: existsSync(lastTest) ? JSON.parse(readFileSync(lastTest, 'utf8')).seconds : null,
};
console.table(results.sizes);
console.log(results.start, `npm test: ${results.npmTestSeconds} s`);
writeFileSync(join(import.meta.dirname, 'results.json'), `${JSON.stringify(results, null, 2)}\n`);
