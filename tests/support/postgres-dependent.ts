// The API tests that run on the machine's PostgreSQL as well as on the embedded one: their results depend on what PostgreSQL does
// with our statements, such as constraints, locks, plans, sort order, time zones, row-level security and privileges. The others
// test rules of the product, HTTP, mails, providers, streams and sign-in, which are the same in front of every PostgreSQL (decision
// 051).
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const names = [
  'cleanup',
  'closed-periods',
  'concurrent-decisions',
  'concurrent-removal',
  'conflicts',
  'consistent-totals',
  'cursors',
  'dashboard',
  'decidable-worklogs',
  'idempotency',
  'list-bounds',
  'lists',
  'lock-order',
  'mail',
  'overlap-plans',
  'payroll',
  // Every endpoint as every role, so that every statement runs on both.
  'permissions',
  'races',
  'report-files',
  'report-totals',
  'reports',
  'row-level-security',
  'search',
  'stand-ins',
  'tasks',
  'time-zones',
  'timers',
  'transactions',
  'visibility',
  'worklog-fields',
  'worklog-texts',
  'worklogs',
];

export const postgresDependentFiles = names.map((name) => `tests/api/${name}.test.ts`);

const gone = postgresDependentFiles.find((file) => !existsSync(join(import.meta.dirname, '../..', file)));
if (gone !== undefined) throw new Error(`${gone} is not there: tests/support/postgres-dependent.ts names it.`);
