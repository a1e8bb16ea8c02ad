// A copy of the working tree in which one mutant at a time is tested. It shares the dependencies, which nothing writes to.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Edit, Mutant } from './mutant.ts';

export type Copy = {
  /** The first test that fails; null if all pass. */
  firstFailure(mutant: Pick<Mutant, 'edits' | 'sql' | 'stages'>): Promise<string | null>;
  remove(): void;
};

const setup = 'tests/support/global-setup.ts';

export function makeCopy(root: string): Copy {
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
  const firstFailure: Copy['firstFailure'] = async ({ edits = [], sql, stages }) => {
    const undo = [...edits, ...(sql === undefined ? [] : [asEdit(sql)])].map((edit) => apply(folder, edit));
    try {
      for (const stage of stages) {
        const failure = await confirmed(folder, stage);
        if (failure !== null) return failure;
      }
      return null;
    } finally {
      for (const each of undo) each();
    }
  };
  return { firstFailure, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** After the migrations, before the tests copy the database. */
function asEdit(sql: string): Edit {
  const statement = `const { default: pg } = await import('pg');
    const mutating = new pg.Client(addressOf(cluster.host, 'daybook', 'postgres'));
    await mutating.connect();
    await mutating.query(${JSON.stringify(sql)});
    await mutating.end();
`;
  return { file: setup, from: '  } catch (error) {\n', to: `${statement}  } catch (error) {\n` };
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

/** A test that uses the database could fail because the machine is busy: it has to fail twice. */
async function confirmed(folder: string, files: readonly string[]): Promise<string | null> {
  const failure = await run(folder, files);
  const file = failure?.split(':')[0] ?? '';
  if (failure === null || !file.startsWith('tests/')) return failure;
  const again = await run(folder, [file]);
  return again ?? run(folder, files);
}

const testReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});

async function run(folder: string, files: readonly string[]): Promise<string | null> {
  const output = join(folder, 'report.json');
  rmSync(output, { force: true });
  const vitest = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--bail=1',
      '--reporter=json',
      `--outputFile=${output}`,
      '--maxWorkers=2',
      ...files,
    ],
    { cwd: folder, stdio: 'ignore' },
  );
  const [code] = await once(vitest, 'exit');
  if (code === 0) return null;
  if (!existsSync(output)) return 'the tests do not start';
  const { testResults } = testReport.parse(JSON.parse(readFileSync(output, 'utf8')));
  for (const { name, message, assertionResults } of testResults) {
    const failed =
      assertionResults.find(({ status }) => status === 'failed')?.fullName ??
      (message === '' ? undefined : message.split('\n')[0]);
    if (failed !== undefined) return `${name.slice(folder.length + 1)}: ${withoutDetails(failed)}`;
  }
  return 'a test file does not load';
}

/** Of a message, what does not change with each run. */
const withoutDetails = (failed: string): string => (failed.split('{', 1)[0] ?? '').trim();
