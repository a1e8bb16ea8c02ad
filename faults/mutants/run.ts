// `npm run mutants`: removes one rule of access after the other and expects that a test fails each time. Prints those that no test
// notices, and stores the first failing test of each in faults/mutants/results.json.
// --only cells,keys  some kinds · --match TEXT  those whose name contains it · --sample 20  every n-th of them · --resume  only those
// without a result · --lanes 2  how many at once · --stages 1  only the quickest test files; what survives these is not stored

import { z } from 'zod';
import 'temporal-polyfill/global';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { catalogMutants } from './catalog.ts';
import { cellMutants } from './cells.ts';
import { makeCopy } from './copy.ts';
import { guardMutants } from './guards.ts';
import { kinds, type Mutant } from './mutant.ts';
import { predicateMutants } from './predicates.ts';

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
    lanes: { type: 'string', default: '2' },
    stages: { type: 'string' },
  },
});

const before = failures.parse(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).firstFailure : {});
const all = [...cellMutants(root), ...guardMutants(root), ...predicateMutants(root), ...(await catalogMutants())];
const firstFailure: Results['firstFailure'] = {};
for (const kind of kinds) {
  const known = all.filter((mutant) => mutant.kind === kind).map(({ id }) => id);
  firstFailure[kind] = Object.fromEntries(Object.entries(before[kind] ?? {}).filter(([id]) => known.includes(id)));
}
const wanted = chosen(all);
console.log(`${wanted.length} of ${all.length} mutants`);
const queue = [...wanted];
await Promise.all(Array.from({ length: Number(options.lanes) }, work));
report();

function chosen(mutants: readonly Mutant[]): Mutant[] {
  const matching = mutants
    .filter(({ kind, id }) => options.only.split(',').includes(kind) && id.includes(options.match))
    .filter(({ kind, id }) => !options.resume || !Object.hasOwn(firstFailure[kind] ?? {}, id));
  const step = options.sample === undefined ? 1 : Math.max(1, Math.ceil(matching.length / Number(options.sample)));
  return matching.filter((_, index) => index % step === 0);
}

async function work(): Promise<void> {
  const copy = makeCopy(root);
  try {
    for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
      const stages = options.stages === undefined ? mutant.stages : mutant.stages.slice(0, Number(options.stages));
      const failure = await copy.firstFailure({ ...mutant, stages });
      const ofKind = firstFailure[mutant.kind] ?? {};
      if (failure !== null || stages.length === mutant.stages.length) ofKind[mutant.id] = failure;
      console.log(
        `${failure === null ? 'SURVIVED' : 'killed  '}  ${mutant.kind}  ${mutant.id}${failure === null ? '' : `  by ${failure}`}`,
      );
      save();
    }
  } finally {
    copy.remove();
  }
}

function save(): void {
  const outcomes = Object.values(firstFailure).flatMap((one) => Object.values(one));
  const survived = outcomes.filter((failure) => failure === null).length;
  const results: Results = {
    date: new Date().toISOString().slice(0, 10),
    killed: outcomes.length - survived,
    survived,
    total: all.length,
    firstFailure,
  };
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
}

function report(): void {
  execFileSync(join(root, 'node_modules', '.bin', 'biome'), ['format', '--write', file], { stdio: 'ignore' });
  const survivors = kinds.flatMap((kind) =>
    Object.entries(firstFailure[kind] ?? {})
      .filter(([, failure]) => failure === null)
      .map(([id]) => `${kind}  ${id}`),
  );
  console.log(
    survivors.length === 0 ? '\nEvery mutant was noticed.' : `\nNot noticed by any test:\n${survivors.join('\n')}`,
  );
  process.exitCode = survivors.length === 0 ? 0 : 1;
}
