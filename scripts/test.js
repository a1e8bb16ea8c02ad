// npm test: checks everything, from formatting to journeys in a real browser. --check omits the build and the journeys, and runs
// only API tests that are related to the changes. Every step runs even if an earlier one failed, so that one run shows all
// failures; the last line has the number of tests.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changedFiles } from './changed-files.js';
import {
  ensureDependencies,
  ensureMessages,
  giveUp,
  modernNode,
  recordOutput,
  root,
  toolEnvironment,
} from './ensure.js';
import { findCitusBinaries, hasPgbackrest, hasSystemPostgres, startInstallingPrograms } from './programs.js';
import { relatedTests } from './related-tests.js';
import { printOutcomes, stepsIn } from './steps.js';

/** Only what has changed is analysed again. Not in `npm test`, which depends on no earlier run. */
const cached = {
  types: ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo'],
  unused: ['--cache'],
};
const foldersOfUnitTests = ['domain', 'contract', 'server', 'client', 'locales', 'seed', 'bench', 'scripts'];
const isCheck = process.argv.includes('--check');
const startedAt = Date.now();
process.chdir(root);
if (!isCheck) await ensureFreePorts();
// Beside each other: both wait for a server most of the time.
const programs = isCheck ? true : startInstallingPrograms();
ensureDependencies();
if (!(await programs)) process.exit(1);
const node = modernNode();
if (node !== process.execPath) {
  const { status } = spawnSync(node, process.argv.slice(1), { stdio: 'inherit' });
  process.exit(status ?? 1);
}
const { variables } = await import('../server/config/config.ts');
const { testFolder } = await import('../tests/support/test-folder.ts');

const reports = mkdtempSync(join(tmpdir(), 'daybook-tests-'));
const journeysData = testFolder('journeys');
const { outcomes, step, stepInParallel, vitest, playwright } = stepsIn(cleanEnvironment(), reports);

if (isCheck) ensureMessages(node);
else if (await step('messages', [node, 'scripts/compile-messages.js'])) recordOutput('messages');
// Side by side: some compute on one processor only. The server under test reads the output of the build.
const [isBuilt] = await Promise.all([
  isCheck
    ? false
    : stepInParallel('build', [node, 'node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
        NODE_ENV: 'production',
      }),
  // Several checkers repeat each other’s work: on two processors, four take longer than one.
  stepInParallel('types', ['tsc', '--noEmit', '--checkers', '1', ...(isCheck ? cached.types : [])]),
  stepInParallel('format and lint', ['biome', 'check', '--error-on-warnings', '.']),
  stepInParallel('unused code', ['knip', '--no-progress', ...(isCheck ? cached.unused : [])]),
]);
// Tests that start the product as an operator does must not build it again.
if (isBuilt) recordOutput('client');
await (isCheck ? quickTests() : allTests());
if (isBuilt) {
  await step('sizes', [node, 'scripts/check-sizes.js']);
  await playwright('journeys', { JOURNEYS_DATA_DIR: journeysData });
}
finish();

/** Of the two servers of the journeys (playwright.config.ts), which start only when all other tests have ended. */
async function ensureFreePorts() {
  const port = Number(process.env.JOURNEYS_PORT ?? 3199);
  for (const needed of [port - 1, port])
    if (!(await isFree(needed)))
      giveUp(
        `Port ${needed} is in use, and the journeys need it.`,
        'End the program that uses it, or set JOURNEYS_PORT to a port that is free like the one before it.',
      );
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}

async function quickTests() {
  const changed = changedFiles();
  const testsIn = (folder) => readdirSync(folder).filter((file) => file.endsWith('.test.ts'));
  const files = [
    ...testsIn('tests').map((file) => `tests/${file}`),
    ...relatedTests(changed, testsIn('tests/api')).map((file) => `tests/api/${file}`),
    ...testsIn('tests/platform')
      .map((file) => `tests/platform/${file}`)
      .filter((file) => changed.includes(file)),
  ];
  const name = 'unit and architecture tests, and API tests related to the changes';
  await vitest(name, [...foldersOfUnitTests.map((folder) => `${folder}/`), ...files]);
}

async function allTests() {
  const ofPgbackrest = 'tests/platform/pgbackrest.test.ts';
  // These tests need an installed PostgreSQL with its programs.
  const ofSystemPostgres = ['tests/platform/restore.test.ts', 'tests/platform/major-version.test.ts', ofPgbackrest];
  const ofCitus = findCitusBinaries() ? [] : ['tests/platform/citus.test.ts', 'tests/platform/citus-data.test.ts'];
  const without = (files) => files.map((file) => `--exclude=${file}`);
  if (ofCitus.length > 0)
    console.log(
      '\nCitus is not installed (docs/scale.md). Not proven: tables that are distributed over several servers.',
    );
  if (hasSystemPostgres()) {
    const left = [...ofCitus, ...(hasPgbackrest() ? [] : [ofPgbackrest])];
    await vitest('unit, architecture and API tests, some of them on two PostgreSQLs', without(left), {
      TEST_DATABASE: 'both',
    });
    if (left.includes(ofPgbackrest))
      console.log(
        '\npgBackRest is not installed (apt-get install pgbackrest). Not proven: continuous backup of your own PostgreSQL.',
      );
    return;
  }
  await vitest('unit, architecture and API tests', without([...ofCitus, ...ofSystemPostgres]));
  console.log(
    '\nNo other PostgreSQL is installed (apt-get install postgresql). Not proven: the API on another PostgreSQL, backup and restore of your own PostgreSQL, and another major version of the embedded one.',
  );
}

function finish() {
  rmSync(reports, { recursive: true, force: true });
  rmSync(journeysData, { recursive: true, force: true });
  printOutcomes(outcomes);
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
  const seconds = (Date.now() - startedAt) / 1000;
  // For bench/run.ts.
  mkdirSync('test-results', { recursive: true });
  if (!isCheck) writeFileSync('test-results/duration.json', JSON.stringify({ seconds }));
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}

/** Tests never see the configuration of an installation: a DATABASE_URL in the shell must not be written to. */
function cleanEnvironment() {
  const own = new Set(Object.keys(variables));
  return Object.fromEntries(Object.entries(toolEnvironment(node)).filter(([name]) => !own.has(name)));
}
