// `npm run mutants`: removes one rule of access after the other and expects that a test fails each time. Prints those that no test
// notices, and stores the first failing test of each in faults/mutants/results.json.
// --only cells,keys  some kinds · --match TEXT  those whose name contains it · --sample 20  every n-th of them · --resume  only those
// without a result · --minutes 10  begins none after that time · --stages 1  only the quickest test files; what survives is not stored

import { z } from 'zod';
import 'temporal-polyfill/global';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { catalogMutants } from './catalog.ts';
import { cellMutants } from './cells.ts';
import { type Copy, makeCopy } from './copy.ts';
import { startMutantDatabase } from './database.ts';
import { guardMutants } from './guards.ts';
import { type Kind, kinds, type Mutant } from './mutant.ts';
import { predicateMutants } from './predicates.ts';
import { unobservable } from './unobservable.ts';

const failures = z.record(z.string(), z.record(z.string(), z.string().nullable()));

type Results = {
  date: string;
  killed: number;
  survived: number;
  total: number;
  /** By kind and mutant: the first test that failed, or null. */
  firstFailure: z.output<typeof failures>;
};

const root = join(import.meta.dirname, '../..');
const file = join(import.meta.dirname, 'results.json');
const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: kinds.join(',') },
    match: { type: 'string', default: '' },
    sample: { type: 'string' },
    resume: { type: 'boolean', default: false },
    minutes: { type: 'string' },
    stages: { type: 'string' },
  },
});

const before = failures.parse(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).firstFailure : {});
const begunAt = performance.now();
const database = await startMutantDatabase();
try {
  const all = [
    ...cellMutants(root),
    ...guardMutants(root),
    ...predicateMutants(root),
    ...(await catalogMutants(database)),
  ].filter(({ id }) => unobservable.every((mutant) => mutant.id !== id));
  await tryAll(all, stillKnown(all));
} finally {
  await database.stop();
}
process.exit();

/** Results of mutants that exist now. */
function stillKnown(all: readonly Mutant[]): Results['firstFailure'] {
  const ofKind = (wanted: Kind) => {
    const known = all.filter(({ kind }) => kind === wanted).map(({ id }) => id);
    return Object.fromEntries(Object.entries(before[wanted] ?? {}).filter(([id]) => known.includes(id)));
  };
  return Object.fromEntries(kinds.map((kind) => [kind, ofKind(kind)]));
}

async function tryAll(all: readonly Mutant[], firstFailure: Results['firstFailure']): Promise<void> {
  const wanted = chosen(all, firstFailure);
  console.log(`${wanted.length} of ${all.length} mutants`);
  const endsAt = begunAt + Number(options.minutes ?? 'Infinity') * 60_000;
  const copy = await makeCopy(root, database);
  const undecided: Mutant[] = [];
  try {
    for (const mutant of wanted) {
      if (performance.now() > endsAt) break;
      if (!(await tryOne(mutant, copy, firstFailure))) undecided.push(mutant);
      save(all.length, firstFailure);
    }
  } finally {
    await copy.remove();
  }
  report(firstFailure, undecided);
}

/** Of every kind as soon as possible: each kind is distributed over the whole order. */
function chosen(mutants: readonly Mutant[], firstFailure: Results['firstFailure']): Mutant[] {
  const matching = mutants
    .filter(({ kind, id }) => options.only.split(',').includes(kind) && id.includes(options.match))
    .filter(({ kind, id }) => !options.resume || !Object.hasOwn(firstFailure[kind] ?? {}, id));
  const distributed = kinds
    .map((wanted) => matching.filter(({ kind }) => kind === wanted))
    .flatMap((ofKind) => ofKind.map((mutant, index) => ({ mutant, place: (index + 0.5) / ofKind.length })))
    .toSorted((one, other) => one.place - other.place)
    .map(({ mutant }) => mutant);
  const step = options.sample === undefined ? 1 : Math.max(1, Math.ceil(matching.length / Number(options.sample)));
  return distributed.filter((_, index) => index % step === 0);
}

/** Returns whether there is a result: a mutant that survives only the quickest test files has none. */
async function tryOne(mutant: Mutant, copy: Copy, firstFailure: Results['firstFailure']): Promise<boolean> {
  const { kind, id } = mutant;
  const stages = options.stages === undefined ? mutant.stages : mutant.stages.slice(0, Number(options.stages));
  // The test file that noticed it the last time, if it is still there.
  const last = before[kind]?.[id]?.split(':')[0] ?? '';
  const likely = last.endsWith('.test.ts') && existsSync(join(root, last)) ? [[last]] : [];
  const failure = await copy.firstFailure({ ...mutant, stages: [...likely, ...stages] });
  const hasResult = failure !== null || stages.length === mutant.stages.length;
  if (hasResult) firstFailure[kind] = { ...firstFailure[kind], [id]: failure };
  const seconds = Math.round((performance.now() - begunAt) / 1_000);
  console.log(`${seconds} s  ${kind}  ${id}  ${failure === null ? 'SURVIVED' : `noticed by ${failure}`}`);
  return hasResult;
}

function save(total: number, firstFailure: Results['firstFailure']): void {
  const outcomes = Object.values(firstFailure).flatMap((one) => Object.values(one));
  const survived = outcomes.filter((failure) => failure === null).length;
  const results: Results = {
    date: new Date().toISOString().slice(0, 10),
    killed: outcomes.length - survived,
    survived,
    total,
    firstFailure,
  };
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
}

function report(firstFailure: Results['firstFailure'], undecided: readonly Mutant[]): void {
  execFileSync(join(root, 'node_modules', '.bin', 'biome'), ['format', '--write', file], {
    cwd: root,
    stdio: 'ignore',
  });
  const survivors = kinds.flatMap((kind) =>
    Object.entries(firstFailure[kind] ?? {})
      .filter(([, failure]) => failure === null)
      .map(([id]) => ({ kind, id })),
  );
  printMutants('Not noticed by any test:', survivors);
  printMutants('Not noticed by the quickest test files:', undecided);
  const isDone = survivors.length === 0 && undecided.length === 0;
  if (isDone) console.log('\nEvery mutant that was tried was noticed.');
  process.exitCode = isDone ? 0 : 1;
}

function printMutants(title: string, mutants: readonly Pick<Mutant, 'kind' | 'id'>[]): void {
  if (mutants.length > 0) console.log(`\n${title}\n${mutants.map(({ kind, id }) => `${kind}  ${id}`).join('\n')}`);
}
