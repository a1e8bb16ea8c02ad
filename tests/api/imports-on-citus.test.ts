// What is refused where the tables are distributed by Citus (docs/scale.md): imports of history and of companies, before anything is read.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { sendArchive, sendForCheck } from '../support/archive-requests.ts';
import { foundTestCompany, type TestCompany } from '../support/company.ts';
import { historyOf } from '../support/history.ts';
import { testFolder } from '../support/test-folder.ts';

let app: TestApp;
let company: TestCompany;

beforeAll(async () => {
  app = await startTestApp({ DATABASE_URL: 'postgres://coordinator/daybook', DATABASE_DISTRIBUTION: 'citus' });
  company = await foundTestCompany(app);
});
afterAll(() => app.close());

test('a file of another tool', async () => {
  const { status, problem } = await historyOf(app, company.admin, company.id).send('Date,Hours\n2026-01-05,8\n');
  expect([status, problem?.code]).toEqual([409, 'server.not-on-citus']);
  const { rows } = await app.superuser.query('select from history_imports');
  expect(rows).toEqual([]);
});

test.each([
  ['the check of', sendForCheck],
  ['the import of', sendArchive],
])('%s an archive of a company', async (_, send) => {
  const file = join(testFolder('imports-on-citus'), 'company.zip');
  writeFileSync(file, 'not read');
  const { status, problem } = await send(company.admin, company.id, file);
  expect([status, problem?.code]).toEqual([409, 'server.not-on-citus']);
});
