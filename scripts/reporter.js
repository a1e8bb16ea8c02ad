// A reporter for both vitest and Playwright: the number of tests and all failures, including failures outside of tests.
// scripts/test.js prints them again at its end, so that the last lines of a log show what failed.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export default class Reporter {
  tests = [];
  failures = [];
  /** First attempts that failed, of tests that passed in the second one. */
  repeated = [];

  /** Called by vitest. */
  onTestRunEnd(modules, unhandled) {
    for (const module of modules) {
      // The project name says which PostgreSQL was used.
      const file = [module.relativeModuleId, `[${module.project.name}]`].join(' › ');
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        this.add(state, `${file} › ${test.fullName}`, errors);
      }
      for (const suite of module.children.allSuites()) this.fail(`${file} › ${suite.fullName}`, suite.errors());
      this.fail(file, module.errors());
    }
    this.fail('outside of every test', unhandled);
    this.write();
  }

  /** The rest is called by Playwright. */
  onBegin(_config, suite) {
    this.suite = suite;
  }

  onError(error) {
    this.fail('outside of every test', [error]);
  }

  onEnd() {
    const states = { expected: 'passed', flaky: 'passed', unexpected: 'failed', skipped: 'skipped' };
    for (const test of this.suite?.allTests() ?? []) {
      const [, project, , ...titles] = test.titlePath();
      const name = [relative(process.cwd(), test.location.file), `[${project}]`, ...titles].join(' › ');
      this.add(states[test.outcome()], name, test.results.at(-1)?.errors);
      if (test.outcome() === 'flaky') this.fail(name, test.results[0]?.errors, this.repeated);
    }
    this.write();
  }

  add(state, name, errors) {
    this.tests.push(state);
    if (state === 'failed') this.fail(name, errors);
  }

  fail(name, errors = [], list = this.failures) {
    for (const { stack, message } of errors)
      list.push({ name, message: stripVTControlCharacters(stack || message || '') });
  }

  write() {
    const count = (...states) => this.tests.filter((state) => states.includes(state)).length;
    const report = {
      passed: count('passed'),
      failed: count('failed'),
      skipped: count('skipped', 'pending'),
      failures: this.failures,
      repeated: this.repeated,
    };
    writeFileSync(process.env.TESTS_REPORT, JSON.stringify(report));
  }
}
