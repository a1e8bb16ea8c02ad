// `npm run faults`: causes every fault, prints what was measured and stores it in faults/results.json. `npm run faults -- R07 R09`
// causes only these and keeps the other figures; `--quick` causes each once and briefly; `--seed 7` repeats one seed;
// `npm run failover` causes that one, which needs the most programs. `--allow R10` accepts that a fault does not run because a program is missing.

import { z } from 'zod';
import 'temporal-polyfill/global';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { randomFrom } from '#seed/random.ts';
import { isRoot } from '../scripts/ensure.js';
import { ensureProgram } from '../scripts/programs.js';
import type { Fault, FaultOutcome } from './fault.ts';
import { covered, faults } from './list.ts';
import { removeTemplates } from './support/installation.ts';
import { findPreviousCommit } from './support/previous-release.ts';

type Kept = {
  danger: string;
  target: string;
  date: string;
  machine: string;
  /** The load average of the minute of the measurement, this program included. */
  load: number;
  /** All trials, with making their data. */
  seconds: number;
  trials: ({ seed: number } & FaultOutcome)[];
};

const root = join(import.meta.dirname, '..');
const maxSeconds = 30 * 60;
const file = join(import.meta.dirname, 'results.json');
const { values: options, positionals: named } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    seed: { type: 'string' },
    allow: { type: 'string', multiple: true, default: [] },
  },
});

const unknown = named.filter((id) => ![...faults, ...covered].some((one) => one.id === id));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. Known: ${faults.map(({ id }) => id).join(', ')}.`);
  process.exit(1);
}

const kept = z.record(z.string(), z.unknown());
const results = kept.parse(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
const failures: string[] = [];
try {
  for (const fault of faults.filter(({ id }) => (named.length === 0 ? id !== 'failover' : named.includes(id))))
    await runFault(fault).catch((error: unknown) => failures.push(`${fault.id} ended with an error: ${error}`));
} finally {
  removeTemplates();
}
for (const { id, danger, tests } of covered)
  if (named.length === 0 || named.includes(id)) console.log(`${id}  ${danger}: in npm test, ${tests.join(', ')}`);
if (named.length === 0 && !options.quick) judgeDuration();
console.log(failures.length === 0 ? '\nEvery fault was survived.' : `\n${failures.join('\n')}`);
process.exit(failures.length === 0 ? 0 : 1);

async function runFault(fault: Fault): Promise<void> {
  const missing = fault.needs.find((need) => !isThere(need));
  if (missing !== undefined) {
    console.log(`${fault.id}  ${fault.danger}: not run, needs ${missing}`);
    if (!options.allow.includes(fault.id)) failures.push(`${fault.id} was not run: it needs ${missing}`);
    return;
  }
  console.log(`\n${fault.id}  ${fault.danger}\n      target: ${fault.target}`);
  const trials: Kept['trials'] = [];
  const began = performance.now();
  for (const seed of seedsOf(fault)) {
    const outcome = await fault.run({ random: randomFrom(seed), isQuick: options.quick });
    trials.push({ seed, ...outcome });
    failures.push(...outcome.missed.map((target) => `${fault.id} (seed ${seed}) missed: ${target}`));
  }
  print(trials);
  if (!options.quick) keep(fault, trials, Math.round((performance.now() - began) / 1_000));
}

/** Of all faults that ran, without the failover drill. */
function judgeDuration(): void {
  const seconds = Math.round(performance.now() / 1_000);
  console.log(`All of them took ${Math.round(seconds / 60)} minutes.`);
  if (seconds > maxSeconds) failures.push(`They took longer than ${maxSeconds / 60} minutes.`);
}

function isThere(need: Fault['needs'][number]): boolean {
  if (need === 'history') return findPreviousCommit() !== null;
  return need === 'root' ? isRoot() : ensureProgram(need);
}

function seedsOf({ trials }: Fault): number[] {
  if (options.seed !== undefined) return [Number(options.seed)];
  return Array.from({ length: options.quick ? 1 : trials }, (_, index) => index + 1);
}

function print(trials: Kept['trials']): void {
  console.table(
    trials.map(({ seed, acknowledged, lost, duplicates, gapMs, figures, missed }) => ({
      seed,
      acknowledged,
      lost,
      duplicates,
      'gap (ms)': gapMs,
      ...figures,
      met: missed.length === 0 ? '✓' : `✗ ${missed.join(', ')}`,
    })),
  );
}

/** After each fault, so that a run that is interrupted keeps what it measured. */
function keep({ id, danger, target }: Fault, trials: Kept['trials'], seconds: number): void {
  const date = new Date().toISOString().slice(0, 10);
  const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
  const load = Number((loadavg()[0] ?? 0).toFixed(1));
  const run: Kept = { danger, target, date, machine, load, seconds, trials };
  results[id] = run;
  const sorted = Object.fromEntries(Object.entries(results).sort(([one], [other]) => (one < other ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`);
  execFileSync(join(root, 'node_modules', '.bin', 'biome'), ['format', '--write', file], { stdio: 'ignore' });
}
