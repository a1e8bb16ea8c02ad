// Runs the steps of npm test: each is a program; its duration and number of tests are recorded. Every step runs even if an earlier
// one failed, so that one run shows all failures.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const reporter = './scripts/reporter.js';

/** Decision 079: journeys of one run that may need a second attempt. */
const maxRepeated = 2;

export function stepsIn(environment, reports) {
  const outcomes = [];

  async function run(name, [program, ...args], { extra = {}, isParallel = false } = {}) {
    const started = Date.now();
    const title = `\n── ${name} ──`;
    if (!isParallel) console.log(title);
    const child = spawn(program, args, {
      stdio: ['ignore', ...(isParallel ? ['pipe', 'pipe'] : ['inherit', 'inherit'])],
      env: { ...environment, ...extra },
    });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk));
    const isOk = await new Promise((resolve) => {
      child.once('error', (error) => resolve(console.error(error.message)));
      child.once('close', (status) => resolve(status === 0));
    });
    if (isParallel) console.log(`${title}\n${Buffer.concat(output)}`);
    const seconds = (Date.now() - started) / 1000;
    const outcome = { name, isOk: isOk === true, seconds, passed: 0, failed: isOk ? 0 : 1, failures: [], repeated: [] };
    outcomes.push(outcome);
    return outcome;
  }

  /** Counts the tests of a step. The step also fails if no test passed, one was skipped, too many needed a second attempt, or something failed outside of tests. */
  async function runTests(name, command, extra) {
    const file = join(reports, `${outcomes.length}.json`);
    const outcome = await run(name, command, { extra: { ...extra, TESTS_REPORT: file } });
    const report = readReport(file);
    const { passed, skipped, failures, repeated } = report;
    Object.assign(outcome, { passed, failed: failuresOf(report, outcome.isOk), failures, repeated });
    if (skipped > 0) outcome.note = `${skipped} skipped`;
    outcome.isOk = outcome.failed === 0;
  }

  return {
    outcomes,
    step: async (name, command, extra) => (await run(name, command, { extra })).isOk,
    /** Prints its output when it ends, because another step may be running. */
    stepInParallel: async (name, command, extra) => (await run(name, command, { extra, isParallel: true })).isOk,
    vitest: (name, args, extra) =>
      runTests(name, ['vitest', 'run', ...args, '--reporter=default', `--reporter=${reporter}`], extra),
    playwright: (name, extra) =>
      runTests(name, ['playwright', 'test', '--retries=1', `--reporter=list,${reporter}`], extra),
  };
}

/** Of a step with tests that ended well or not. It also fails without a failed test, for what `runTests` says. */
export function failuresOf({ passed, failed, skipped, repeated }, isOk) {
  const isAcceptable =
    isOk && passed > 0 && skipped === 0 && new Set(repeated.map(({ name }) => name)).size <= maxRepeated;
  return failed === 0 && !isAcceptable ? 1 : failed;
}

function readReport(file) {
  const nothing = { passed: 0, failed: 0, skipped: 0, failures: [], repeated: [] };
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : nothing;
}

export function printOutcomes(outcomes) {
  console.log('\n── summary ──');
  for (const { name, isOk, seconds, passed, note } of outcomes)
    console.log(
      `${isOk ? '✓' : '✗'} ${name} (${[passed > 0 && `${passed} passed`, note, `${seconds.toFixed(1)} s`].filter(Boolean).join(', ')})`,
    );
  nameAll('passed only in the second attempt', listOf(outcomes, 'repeated'));
  nameAll('failed', listOf(outcomes, 'failures'));
}

const listOf = (outcomes, list) =>
  outcomes.flatMap((outcome) => outcome[list].map((one) => ({ of: outcome.name, ...one })));

/** Often only the last hundred lines of a log are kept, so they must show what failed. */
function nameAll(result, failures) {
  const [maxFailures, maxLines] = failures.length > 10 ? [20, 2] : [10, 6];
  for (const { of, name, message } of failures.slice(0, maxFailures)) {
    const trace = message.split('\n').filter((line) => line.trim() !== '' && !/node_modules|node:internal/.test(line));
    console.log(`\n✗ ${of}, ${result}: ${name}`);
    for (const line of trace.slice(0, maxLines)) console.log(`  ${line.slice(0, 240)}`);
  }
  if (failures.length > maxFailures) console.log(`\n✗ and ${failures.length - maxFailures} more ${result}`);
}
