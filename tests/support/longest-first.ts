// The order of the test files: the longest first, so that no worker runs a long one alone at the end. Most of their time is
// waiting: for processes that start and end, for providers, and for mails that are retried.
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const longest = [
  'tests/platform/bad-day.test.ts',
  'tests/platform/upgrade.test.ts',
  'tests/platform/backup-faults.test.ts',
  'tests/platform/backup.test.ts',
  'tests/platform/workers.test.ts',
  'tests/platform/start.test.ts',
  'tests/platform/embedded.test.ts',
  'tests/platform/outages.test.ts',
  'tests/platform/restore.test.ts',
  'tests/platform/pgbackrest.test.ts',
  'tests/api/permissions.test.ts',
  'tests/api/report-file-streams.test.ts',
  'tests/api/tenancy.test.ts',
  'tests/api/history-undo.test.ts',
  'tests/api/history-imports.test.ts',
  'tests/api/history-kills.test.ts',
  'tests/api/imports.test.ts',
  'tests/api/imports-delivery.test.ts',
  'tests/api/notices-kills.test.ts',
  'tests/api/archive-import-ends.test.ts',
  'tests/api/revoked-downloads.test.ts',
  'tests/api/mail-delivery.test.ts',
  'tests/api/fairness.test.ts',
  'tests/platform/data-dir.test.ts',
  'tests/platform/monitoring.test.ts',
  'tests/platform/container.test.ts',
  'tests/platform/faults.test.ts',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const gone = longest.find((file) => !existsSync(join(root, file)));
    if (gone !== undefined) throw new Error(`${gone} is not there: tests/support/longest-first.ts names it.`);
    const sorted = await super.sort(files);
    const placeOf = ({ moduleId }: TestSpecification) =>
      longest.indexOf(relative(root, moduleId)) + 1 || longest.length + 1;
    // A worker belongs to one project: the projects run one after the other.
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    return projects.flatMap((name) => {
      const own = sorted.filter(({ project }) => project.name === name);
      return own.toSorted((one, other) => placeOf(one) - placeOf(other));
    });
  }
}
