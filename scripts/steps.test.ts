import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import Reporter from './reporter.js';
import { failuresOf, printOutcomes } from './steps.js';

/** What Playwright passes to a reporter, of journeys with the errors of their attempts. */
const suiteOf = (journeys: Record<string, (string | null)[]>) => ({
  allTests: () =>
    Object.entries(journeys).map(([name, attempts]) => ({
      titlePath: () => ['', 'journeys', `${name}.spec.ts`, name],
      location: { file: `${name}.spec.ts` },
      results: attempts.map((message) => ({ errors: message === null ? [] : [{ message }] })),
      outcome: () => (attempts.at(-1) !== null ? 'unexpected' : attempts.length > 1 ? 'flaky' : 'expected'),
    })),
});

function reportOf(journeys: Record<string, (string | null)[]>) {
  const file = join(mkdtempSync(join(tmpdir(), 'daybook-report-')), 'report.json');
  vi.stubEnv('TESTS_REPORT', file);
  const reporter = new Reporter();
  reporter.onBegin(null, suiteOf(journeys));
  reporter.onEnd();
  vi.unstubAllEnvs();
  return JSON.parse(readFileSync(file, 'utf8'));
}

test('a second attempt that passes counts, and the error of the first is kept', () => {
  const report = reportOf({ sound: [null], slow: ['Not in time.', null] });
  expect(report).toMatchObject({ passed: 2, failed: 0, failures: [] });
  expect(report.repeated).toEqual([{ name: 'slow.spec.ts › [journeys] › slow', message: 'Not in time.' }]);
  expect(failuresOf(report, true)).toBe(0);
});

test('a journey that fails twice has failed', () => {
  const report = reportOf({ sound: [null], broken: ['Missing.', 'Missing.'] });
  expect(report).toMatchObject({ passed: 1, failed: 1, repeated: [] });
  expect(failuresOf(report, false)).toBe(1);
});

test('three that needed a second attempt are too many', () => {
  const slow = ['Not in time.', null];
  expect(failuresOf(reportOf({ a: slow, b: slow }), true)).toBe(0);
  expect(failuresOf(reportOf({ a: slow, b: slow, c: slow }), true)).toBe(1);
});

test('none passed, one was skipped, or the program failed: the step fails', () => {
  const sound = { passed: 1, failed: 0, skipped: 0, repeated: [] };
  expect(failuresOf(sound, true)).toBe(0);
  expect(failuresOf(sound, false)).toBe(1);
  expect(failuresOf({ ...sound, passed: 0 }, true)).toBe(1);
  expect(failuresOf({ ...sound, skipped: 1 }, true)).toBe(1);
});

test('the summary names what needed a second attempt', () => {
  const lines = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const { repeated } = reportOf({ slow: ['Not in time.', null] });
  printOutcomes([{ name: 'journeys', isOk: true, seconds: 1, passed: 1, failed: 0, failures: [], repeated }]);
  const printed = lines.mock.calls.flat().join('\n');
  lines.mockRestore();
  expect(printed).toContain(
    '✗ journeys, passed only in the second attempt: slow.spec.ts › [journeys] › slow\n  Not in time.',
  );
});
