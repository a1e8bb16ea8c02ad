// A copy of the working tree in which one mutant at a time is tested. It shares the dependencies, which nothing writes to.

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { MutantDatabase } from './database.ts';
import type { Edit, Mutant } from './mutant.ts';
import { type Failure, openTests, type RunTests } from './tests.ts';

export type Copy = {
  /** The first test that fails; null if all pass. */
  firstFailure(mutant: Pick<Mutant, 'edits' | 'sql' | 'stages'>): Promise<string | null>;
  remove(): Promise<void>;
};

export async function makeCopy(root: string, database: MutantDatabase): Promise<Copy> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-mutants-'));
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  }).split('\n');
  for (const file of files.filter((name) => name !== '' && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  cpSync(join(root, 'locales/generated'), join(folder, 'locales/generated'), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const { runTests, invalidate, close } = await openTests(folder, database.host);
  const firstFailure: Copy['firstFailure'] = async ({ edits = [], sql, stages }) => {
    const undo = edits.map((edit) => apply(folder, edit));
    const changed = edits.map(({ file }) => join(folder, file));
    for (const file of changed) invalidate(file);
    try {
      if (sql !== undefined) await database.query(sql);
      // One file at a time: the next one only if all tests pass.
      for (const file of new Set(stages.flat())) {
        const failure = await confirmed(file, runTests);
        if (failure !== null) return failure;
      }
      return null;
    } finally {
      for (const each of undo) each();
      for (const file of changed) invalidate(file);
      await database.reset(sql !== undefined);
    }
  };
  const remove = async () => {
    await close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { firstFailure, remove };
}

function apply(folder: string, { file, from, to }: Edit): () => void {
  const path = join(folder, file);
  const before = readFileSync(path, 'utf8');
  if (before.split(from).length !== 2)
    throw new Error(`${file} contains this ${before.split(from).length - 1} times:\n${from}`);
  writeFileSync(
    path,
    before.replace(from, () => to),
  );
  return () => writeFileSync(path, before);
}

const sentenceOf = ({ file, test }: Failure): string => `${file}: ${withoutDetails(test)}`;

/** A test that uses requests could fail because the machine is busy: it has to fail twice, by itself or after those before it. */
async function confirmed(file: string, runTests: RunTests): Promise<string | null> {
  const first = await runTests({ file });
  if (first === null || !file.startsWith('tests/api/')) return first && sentenceOf(first);
  const again = (await runTests({ file, name: first.test })) ?? (await runTests({ file }));
  return again && sentenceOf(again);
}

/** Of a message, what does not change with each run. */
const withoutDetails = (failed: string): string => (failed.split('{', 1)[0] ?? '').trim();
