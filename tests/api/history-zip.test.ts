// ZIP files in an import of history: several tables are read one by one, and an archive cannot be larger than it says, or name paths.

import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { foundTestCompany, type TestCompany } from '../support/company.ts';
import { historyOf } from '../support/history.ts';
import { clockify, entry, harvest, toggl } from '../support/time-reports.ts';
import { xlsxOf, zipOf } from '../support/xlsx.ts';

const app = await startTestApp();
afterAll(() => app.close());

let company: TestCompany;
let history: ReturnType<typeof historyOf>;
beforeEach(async () => {
  company = await foundTestCompany(app);
  history = historyOf(app, company.admin, company.id);
});

const file = (name: string, content: string | Buffer) => ({ name, content: Buffer.from(content) });

const years = zipOf([
  file('reports/', ''),
  file('reports/2025.csv', toggl([entry('2025-03-03T09:00:00', '2025-03-03T10:30:00')])),
  file('reports/2026.CSV', clockify([entry('2026-03-13T09:00:00', '2026-03-13T11:00:00')])),
  file('workspace.json', '{}'),
  file('__MACOSX/reports/2025.csv', 'x'),
  file('reports/.hidden.csv', 'x'),
]);

test('the tables of a ZIP are read one by one into one import, each under its name', async () => {
  const uploaded = await history.upload(years);
  expect(uploaded).toEqual({ outcome: 'asks-file', files: ['reports/2025.csv', 'reports/2026.CSV'] });
  const importId = await history.read(years, { entry: '0', fileName: 'reports/2025.csv' });
  await history.read(years, { entry: '1', fileName: 'reports/2026.CSV', importId });
  const checked = await history.check(importId);
  expect(checked.files.map(({ name, tool, rows }) => [name, tool, rows])).toEqual([
    ['reports/2025.csv', 'toggl', 1],
    ['reports/2026.CSV', 'clockify', 1],
  ]);
  expect((await history.run(importId)).counts.new).toBe(2);
  const totals = await history.totals(importId);
  expect(totals.map(({ month, importedMinutes }) => [month, importedMinutes])).toEqual([
    ['2025-03-01', 90],
    ['2026-03-01', 120],
  ]);
});

test('a ZIP with one table is that table, as its rows were before it was packed; a workbook stays one', async () => {
  const report = harvest([entry('2026-03-02T00:00:00', '2026-03-02T01:00:00')]);
  await history.importFile(zipOf([file('report.csv', report), file('notes.html', '<p>Export')]));
  expect((await history.check(await history.read(report))).counts).toMatchObject({ known: 1, placed: 0 });
  const sheet = xlsxOf([
    ['Name', 'Date', 'Hours'],
    ['Sri', '2026-03-04', '1'],
  ]);
  expect((await history.importFile(sheet)).counts.placed).toBe(1);
});

describe('refused, and nothing is left of it:', () => {
  const table = 'Name,Date,Hours\nSri,2026-03-02,1\n';
  const many = Array.from({ length: 21 }, (_, index) => file(`${index}.csv`, table));
  const bomb = `Name,Date,Hours\n${'Sri,2026-03-02,1\n'.repeat(1_000_000)}`;
  test.each([
    ['a table that unpacks to hundreds of times its size', zipOf([file('a.csv', bomb)]), 'too-large'],
    ['a table that is longer than the list says', zipOf([{ ...file('a.csv', table), claimsBytes: 9 }]), 'damaged'],
    ['more tables than an import has', zipOf(many), 'too-many-files'],
    ['names that lead out of the archive', zipOf([file('../../a.csv', table)]), 'archive'],
    ['absolute names', zipOf([file('/etc/a.csv', table)]), 'archive'],
    ['no table', zipOf([file('workspace_users.json', '[]')]), 'archive'],
    ['an empty table', zipOf([file('a.csv', '')]), 'empty'],
    ['half an archive', years.subarray(0, 400), 'damaged'],
  ])('%s', async (_, content, code) => {
    const { status, problem } = await history.send(content);
    expect([status, problem?.code]).toEqual([422, `history-import.${code}`]);
    const { rows } = await app.superuser.query(
      'select count(*)::int as left from history_imports where company_id = $1',
      [company.id],
    );
    expect(rows).toEqual([{ left: 0 }]);
  });
});
