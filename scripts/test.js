// npm test: proves everything, from formatting to journeys in a real browser. --check leaves out build and journeys.
// Every step runs even after one has failed, so that one run tells all; the last line counts the tests.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ensureDependencies,
  findChromium,
  findHeadlessChromium,
  giveUp,
  installPackages,
  isRoot,
  modernNode,
  root,
  toolEnvironment,
} from './ensure.js';

const isCheck = process.argv.includes('--check');
const startedAt = Date.now();
process.chdir(root);
ensureDependencies();
const node = modernNode();
if (node !== process.execPath) {
  const { status } = spawnSync(node, process.argv.slice(1), { stdio: 'inherit' });
  process.exit(status ?? 1);
}
const { variables } = await import('../server/config/config.ts');
if (!isCheck) ensureChromium();
ensureRsync();
ensureSystemPostgres();

const reports = mkdtempSync(join(tmpdir(), 'daybook-tests-'));
const journeysData = mkdtempSync(join(tmpdir(), 'daybook-journeys-'));
chmodSync(journeysData, 0o711);
const environment = cleanEnvironment();
const outcomes = [];
const reporter = './scripts/reporter.js';

step('messages', [node, 'scripts/compile-messages.js']);
step('format and lint', ['biome', 'check', '--error-on-warnings', '.']);
step('types', ['tsc', '--noEmit']);
step('unused code', ['knip', '--no-progress']);
const hasPostgres = hasSystemPostgres();
// A server of their own, with its programs: without one they would fail.
const ofSystemPostgres = ['tests/platform/restore.test.ts'];
vitestStep('unit, house and API tests', hasPostgres ? [] : ofSystemPostgres.map((file) => `--exclude=${file}`));
if (hasPostgres) vitestStep('API tests on the system’s PostgreSQL', ['tests/api'], { TEST_DATABASE: 'system' });
else
  console.log(
    '\nNo other PostgreSQL is installed (apt-get install postgresql). Not proven: the API on another PostgreSQL, and backup and restore of your own PostgreSQL.',
  );
if (!isCheck) {
  const isBuilt = step('build', [node, 'node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
    NODE_ENV: 'production',
  });
  if (isBuilt) {
    step('sizes', [node, 'scripts/check-sizes.js']);
    journeysStep();
  }
}
finish();

function step(name, [program, ...args], extra = {}) {
  console.log(`\n── ${name} ──`);
  const started = Date.now();
  const { status, error } = spawnSync(program, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...environment, ...extra },
  });
  if (error) console.error(error.message);
  const isOk = status === 0;
  outcomes.push({ name, isOk, seconds: (Date.now() - started) / 1000, passed: 0, failed: isOk ? 0 : 1, failures: [] });
  return isOk;
}

function vitestStep(name, filters, extra) {
  testsStep(name, ['vitest', 'run', ...filters, '--reporter=default', `--reporter=${reporter}`], extra);
}

function journeysStep() {
  const extra = { JOURNEYS_DATA_DIR: journeysData };
  testsStep('journeys', ['playwright', 'test', `--reporter=list,${reporter}`], extra);
}

/** A step with tests counts its tests. None passed, one skipped, or a failure outside every test is a failure of its own. */
function testsStep(name, command, extra) {
  const file = join(reports, `${outcomes.length}.json`);
  const isOk = step(name, command, { ...extra, TESTS_REPORT: file });
  const { passed, failed, skipped, failures } = readReport(file);
  const outcome = outcomes.at(-1);
  Object.assign(outcome, { passed, failed, failures });
  if (skipped > 0) outcome.note = `${skipped} skipped`;
  if (failed === 0 && (!isOk || passed === 0 || skipped > 0)) outcome.failed = 1;
  outcome.isOk = outcome.failed === 0;
}

function finish() {
  rmSync(reports, { recursive: true, force: true });
  rmSync(journeysData, { recursive: true, force: true });
  console.log('\n── summary ──');
  for (const { name, isOk, seconds, passed, note } of outcomes)
    console.log(
      `${isOk ? '✓' : '✗'} ${name} (${[passed > 0 && `${passed} passed`, note, `${seconds.toFixed(1)} s`].filter(Boolean).join(', ')})`,
    );
  nameFailures();
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
  // For bench/run.ts; installing what was missing is not counted.
  mkdirSync('test-results', { recursive: true });
  if (!isCheck)
    writeFileSync('test-results/duration.json', JSON.stringify({ seconds: (Date.now() - startedAt) / 1000 }));
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}

/** The last hundred lines of a log are what is kept of it: they tell what failed. */
function nameFailures() {
  const failures = outcomes.flatMap(({ name: of, failures }) => failures.map((failure) => ({ of, ...failure })));
  const [most, lines] = failures.length > 10 ? [20, 2] : [10, 6];
  for (const { of, name, message } of failures.slice(0, most)) {
    const said = message.split('\n').filter((line) => line.trim() !== '' && !/node_modules|node:internal/.test(line));
    console.log(`\n✗ ${of}: ${name}`);
    for (const line of said.slice(0, lines)) console.log(`  ${line.slice(0, 240)}`);
  }
  if (failures.length > most) console.log(`\n✗ and ${failures.length - most} more`);
}

/** Tests never see the configuration of an installation: a DATABASE_URL in the shell must not be written to. */
function cleanEnvironment() {
  const own = new Set(Object.keys(variables));
  return Object.fromEntries(Object.entries(toolEnvironment(node)).filter(([name]) => !own.has(name)));
}

function readReport(file) {
  const nothing = { passed: 0, failed: 0, skipped: 0, failures: [] };
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : nothing;
}

function ensureChromium() {
  const isQuick = process.env.CHROMIUM_PATH || findHeadlessChromium() !== findChromium();
  if (!isQuick) installPackages('chromium-headless-shell');
  if (findChromium() || (installPackages('chromium') && findChromium())) return;
  giveUp(
    'The journeys need Chromium, which is not installed. Install it and run npm test again:',
    '  sudo apt-get install chromium',
    'or name the program of another Chromium: CHROMIUM_PATH=/path/to/chromium npm test',
  );
}

/** The tests of backups execute the commands that the documentation names. */
function ensureRsync() {
  const isInstalled = () => spawnSync('rsync', ['--version'], { stdio: 'ignore' }).status === 0;
  if (isInstalled() || (installPackages('rsync') && isInstalled())) return;
  giveUp(
    'The tests of backups need rsync, which is not installed. Install it and run npm test again:',
    '  sudo apt-get install rsync',
  );
}

function hasSystemPostgres() {
  const folder = '/usr/lib/postgresql';
  return (
    existsSync(folder) &&
    readdirSync(folder).some((release) => Number(release) >= 15 && existsSync(`${folder}/${release}/bin/initdb`))
  );
}

/** Only its programs are wanted: Debian is told not to create and start a database of its own. */
function ensureSystemPostgres() {
  if (!isRoot() || hasSystemPostgres() || !existsSync('/etc/debian_version')) return;
  const settings = '/etc/postgresql-common/createcluster.conf';
  if (!existsSync(settings)) {
    mkdirSync('/etc/postgresql-common', { recursive: true });
    writeFileSync(settings, 'create_main_cluster = false\n');
  }
  installPackages('postgresql');
}
