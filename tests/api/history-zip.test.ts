// ZIP files in an import of history: several tables are read one by one, and an archive cannot be larger than it says, or name paths.

import { describe, expect, test } from 'vitest';
import { openHistoryFixture } from '../support/history.ts';
import { clockify, entry, harvest, minutesOf, solidtimeArchive, toggl } from '../support/time-reports.ts';
import { xlsxOf, zipOf } from '../support/xlsx.ts';

const fixture = await openHistoryFixture();
const { app } = fixture;

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
  const uploaded = await fixture.history.upload(years);
  expect(uploaded).toEqual({ outcome: 'asks-file', files: ['reports/2025.csv', 'reports/2026.CSV'] });
  const importId = await fixture.history.read(years, { entry: '0', fileName: 'reports/2025.csv' });
  await fixture.history.read(years, { entry: '1', fileName: 'reports/2026.CSV', importId });
  const checked = await fixture.history.check(importId);
  expect(checked.files.map(({ name, tool, rows }) => [name, tool, rows])).toEqual([
    ['reports/2025.csv', 'toggl', 1],
    ['reports/2026.CSV', 'clockify', 1],
  ]);
  expect((await fixture.history.run(importId)).counts.new).toBe(2);
  const totals = await fixture.history.totals(importId);
  expect(totals.map(({ month, importedMinutes }) => [month, importedMinutes])).toEqual([
    ['2025-03-01', 90],
    ['2026-03-01', 120],
  ]);
});

test('a ZIP with one table is that table, as its rows were before it was packed; a workbook stays one', async () => {
  const report = harvest([entry('2026-03-02T00:00:00', '2026-03-02T01:00:00')]);
  await fixture.history.importFile(zipOf([file('report.csv', report), file('notes.html', '<p>Export')]));
  expect((await fixture.history.check(await fixture.history.read(report))).counts).toMatchObject({
    known: 1,
    placed: 0,
  });
  const sheet = xlsxOf([
    ['Name', 'Date', 'Hours'],
    ['Sri', '2026-03-04', '1'],
  ]);
  expect((await fixture.history.importFile(sheet)).counts.placed).toBe(1);
});

test('the archive of a solidtime organization is one table: its ids become names', async () => {
  const entries = [
    entry('2026-03-02T09:00:00', '2026-03-02T10:30:00', { email: 'sri@karya.example', notes: 'Line one\n"two"' }),
    entry('2026-03-02T11:00:00', '2026-03-02T12:00:00', { email: 'sri@karya.example', client: 'Globex' }),
    entry('2026-03-03T09:00:00', '2026-03-03T10:00:00', { person: 'Eko', client: '', project: '', task: '' }),
  ];
  const importId = await fixture.history.read(zipOf(solidtimeArchive(entries)));
  const checked = await fixture.history.check(importId, { zone: 'Asia/Jakarta' });
  expect(checked).toMatchObject({
    files: [{ tool: 'solidtime', rows: 3, ignored: [] }],
    counts: { new: 3 },
    creates: { people: 2, clients: 2, projects: 3, tasks: 3, tags: 2 },
  });
  expect(checked.people.map(({ name, email }) => [name, email])).toEqual([
    ['Eko', ''],
    ['Sri Rahayu', 'sri@karya.example'],
  ]);
  await fixture.history.run(importId);
  const { worklogs } = await fixture.company.admin.ok('GET /companies/{companyId}/worklogs', {
    companyId: fixture.company.id,
    from: '2026-03-01',
    to: '2026-03-31',
    sort: 'oldest',
  });
  expect(
    worklogs.map((one) => [one.workerName, one.clientName, one.projectName, one.taskName, one.tags, one.isBillable]),
  ).toEqual([
    ['Sri Rahayu', 'Acme', 'Website', 'Design', ['on site, by car', 'remote'], true],
    ['Sri Rahayu', 'Globex', 'Website', 'Design', [], false],
    ['Eko', null, 'Imported', 'Imported', [], true],
  ]);
  expect(worklogs.map(({ minutes }) => minutes)).toEqual(entries.map(minutesOf));
  expect(worklogs[0]).toMatchObject({ notes: 'Line one\n"two"', startsAt: '2026-03-02T09:00:00.000Z' });
});

test('an archive without one of the tables to which solidtime refers is several tables', async () => {
  const files = solidtimeArchive([entry('2026-03-02T09:00:00', '2026-03-02T10:30:00')]);
  const uploaded = await fixture.history.upload(zipOf(files.filter(({ name }) => name !== 'tags.csv')));
  expect(uploaded).toMatchObject({ outcome: 'asks-file' });
});

const pictures = (count: number) => Array.from({ length: count }, (_, index) => file(`${index}.png`, ''));

test('a table among as many files as an archive may have is found', async () => {
  const report = harvest([entry('2026-03-02T00:00:00', '2026-03-02T01:00:00')]);
  await fixture.history.read(zipOf([...pictures(1_999), file('report.csv', report)]));
});

describe('refused, and nothing is left of it:', () => {
  const table = 'Name,Date,Hours\nSri,2026-03-02,1\n';
  const many = Array.from({ length: 21 }, (_, index) => file(`${index}.csv`, table));
  const bomb = `Name,Date,Hours\n${'Sri,2026-03-02,1\n'.repeat(1_000_000)}`;
  test.each([
    ['a table that unpacks to hundreds of times its size', zipOf([file('a.csv', bomb)]), 'too-large'],
    ['a table that is longer than the list says', zipOf([{ ...file('a.csv', table), claimsBytes: 9 }]), 'damaged'],
    ['more tables than an import has', zipOf(many), 'too-many-files'],
    ['more files than time reports have', zipOf([...pictures(2_000), file('a.csv', table)]), 'archive'],
    ['names that lead out of the archive', zipOf([file('../../a.csv', table)]), 'archive'],
    ['absolute names', zipOf([file('/etc/a.csv', table)]), 'archive'],
    ['no table', zipOf([file('workspace_users.json', '[]')]), 'archive'],
    ['an empty table', zipOf([file('a.csv', '')]), 'empty'],
    ['half an archive', years.subarray(0, 400), 'damaged'],
  ])('%s', async (_, content, code) => {
    const { status, problem } = await fixture.history.send(content);
    expect([status, problem?.code]).toEqual([422, `history-import.${code}`]);
    if (code === 'too-many-files') expect(problem?.detail).toContain('at most 20 files');
    const { rows } = await app.superuser.query(
      'select count(*)::int as left from history_imports where company_id = $1',
      [fixture.company.id],
    );
    expect(rows).toEqual([{ left: 0 }]);
  });
});
