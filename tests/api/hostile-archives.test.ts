// Archives that are none, are damaged, or were made to reach what is not theirs. Each is refused with a sentence that names the file and
// the place in it, and the installation is unchanged: its tables and its receipts.

import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { startTestApp } from '../support/app.ts';
import { changedArchive, exportFrom, importInto, refusedImport, startFilledCompany } from '../support/archives.ts';
import { foundTestCompany, type TestCompany } from '../support/company.ts';
import { png } from '../support/receipts.ts';
import { testFolder } from '../support/test-folder.ts';

const folder = testFolder('hostile-archives');
let source: TestApp;
let ours: TestCompany;
let target: TestApp;
let theirs: TestCompany;
let file: string;

beforeAll(async () => {
  ({ app: source, company: ours } = await startFilledCompany());
  target = await startTestApp();
  theirs = await foundTestCompany(target, { canary: 'Theirs' });
  file = await exportFrom(source, ours.id, folder);
});
afterAll(async () => {
  await source.close();
  await target.close();
  rmSync(folder, { recursive: true });
});

const place = (name: string): string => join(folder, name);

function written(name: string, content: Uint8Array | string): string {
  writeFileSync(place(name), content);
  return place(name);
}

describe('a file that is no archive', () => {
  test.each([
    [
      'text',
      () => written('list.csv', 'a,b\n1,2\n'),
      /list\.csv is not a complete ZIP file \(.*\)\. Export the company again/,
    ],
    ['an empty file', () => written('empty.zip', ''), /empty\.zip is not a complete ZIP file/],
    [
      'another ZIP',
      () => written('other.zip', zipSync({ 'xl/workbook.xml': strToU8('<x/>') })),
      /other\.zip has no meta\.json/,
    ],
    ['a folder', () => folder, /cannot be read: EISDIR|is not a complete ZIP file/],
    ['nothing', () => place('none.zip'), /none\.zip cannot be read: ENOENT/],
    ['half of an archive', () => half(), /is not a complete ZIP file/],
    [
      'meta.json of something else',
      () => changedArchive(file, (_, text) => text('meta.json', () => '{"product":"X"}'), 'unchanged'),
      /meta\.json is not that of an archive \(product/,
    ],
  ])('%s', async (_, make, sentence) => {
    expect(await refusedImport(target, make())).toMatch(sentence);
  });

  function half(): string {
    const path = written('half.zip', readFileSync(file));
    truncateSync(path, Math.floor(readFileSync(file).length / 2));
    return path;
  }
});

describe('an archive of a newer version', () => {
  const meta = (edit: (text: string) => string) => () =>
    changedArchive(file, (_, text) => text('meta.json', edit), 'unchanged');
  test.each([
    [
      'by its format',
      meta((text) => text.replace('"format": 1', '"format": 2')),
      /has the format 2; .* Update it first: npm run upgrade/,
    ],
    [
      'by its schema',
      meta((text) => text.replace(/"schema": "\d{4}/, '"schema": "9999')),
      /is from a newer version \(9999-.*Update this one first/,
    ],
    [
      'by a table',
      meta((text) => text.replace('"tasks"', '"clients_of_2030"')),
      /tables that this version does not know: clients_of_2030/,
    ],
    [
      'by a column',
      () => edited('projects', (csv) => csv.replace('id,', 'ids,')),
      /projects\.csv, line 1: this version does not know the column "(company_)?ids"/,
    ],
  ])('%s', async (_, make, sentence) => {
    expect(await refusedImport(target, make())).toMatch(sentence);
  });
});

const edited = (table: string, edit: (csv: string) => string): string =>
  changedArchive(file, (_, text) => text(`tables/${table}.csv`, edit));

/** Changes one row, counted from 1 below the heading. */
const editedRow = (table: string, row: number, edit: (line: string) => string): string =>
  edited(table, (csv) =>
    csv
      .split('\n')
      .map((line, index) => (index === row ? edit(line) : line))
      .join('\n'),
  );

const withFile = (name: string): string =>
  changedArchive(file, (files) => {
    files[name] = png();
  });

describe('a damaged or forged archive', () => {
  test.each([
    [
      'a path upwards',
      () => withFile('../evil.csv'),
      /damaged or was made by another program \(invalid relative path: \.\.\/evil\.csv\)/,
    ],
    ['an absolute path', () => withFile('/etc/passwd'), /\(absolute path: \/etc\/passwd\)/],
    ['a path of Windows', () => withFile('tables\\x.csv'), /invalid characters in fileName/],
    ['another file', () => withFile('tables/notes.txt'), /contains "tables\/notes\.txt", which no export writes/],
    [
      'a table that is missing',
      () => changedArchive(file, (files) => void delete files['tables/tasks.csv']),
      /tables\/tasks\.csv is missing/,
    ],
    [
      'a file that unpacks to far more',
      () => edited('worklogs', (csv) => csv + '\n'.repeat(50_000_000)),
      /worklogs\.csv would unpack from \d+ to 50\d+ bytes/,
    ],
    ['a file longer than stated', () => shorterThanStated(), /worklogs\.csv is damaged \(too many bytes in the stream/],
    [
      'other content than stated',
      () =>
        changedArchive(
          file,
          (_, text) => text('tables/projects.csv', (csv) => csv.replace('Acme', 'Evil')),
          'unchanged',
        ),
      /projects\.csv is not what was exported: its SHA-256 differs/,
    ],
    [
      'a day that does not exist',
      () => edited('worklogs', (csv) => csv.replace('2026-03-05', '2026-13-05')),
      /worklogs\.csv, line \d+, column day: date\/time field value out of range: "2026-13-05"/,
    ],
    [
      'a negative duration',
      () => edited('worklogs', (csv) => csv.replace(',60,', ',-60,')),
      /worklogs\.csv, line \d+: new row .* violates check constraint/,
    ],
    [
      'an unknown word',
      () => edited('members', (csv) => csv.replace('reviewer', 'emperor')),
      /members\.csv, line \d+: .*"members_role_check"/,
    ],
    [
      'cells that are missing',
      () => edited('tasks', (csv) => `${csv}x,y\n`),
      /tasks\.csv, line \d+, column company_id: invalid input syntax for type uuid: "x"/,
    ],
    [
      'the same row twice',
      () => edited('projects', (csv) => csv + (csv.trimEnd().split('\n').at(-1) ?? '')),
      /projects\.csv, row \d+: duplicate key value/,
    ],
    [
      'two companies',
      () => edited('companies', (csv) => csv + (csv.split('\n')[1] ?? '').replace(/^[0-9a-f]{8}/, '00000000')),
      /companies\.csv must have one row/,
    ],
    [
      'a receipt with other content',
      () => changedArchive(file, replaceReceipt),
      /receipts\.csv, row \d+: receipts\/.* is another file than was uploaded/,
    ],
    [
      'a receipt without its file',
      () => changedArchive(file, (files) => void delete files[receiptIn(files)]),
      /receipts\.csv, row \d+: its file, receipts\/.*, is not in the archive/,
    ],
    [
      'a receipt without its row',
      () => withFile(`receipts/${ours.id}.png`),
      /belongs to no row of tables\/receipts\.csv/,
    ],
    [
      'a receipt with a path as its name',
      () => edited('receipts', (csv) => csv.replace(/,[0-9a-f]{32},/, ',../../evil,')),
      /receipts\.csv, (line|row) \d+: /,
    ],
  ])('%s', async (_, make, sentence) => {
    expect(await refusedImport(target, make())).toMatch(sentence);
  });

  const receiptIn = (files: Record<string, unknown>): string =>
    Object.keys(files).find((name) => name.startsWith('receipts/')) ?? '';

  function replaceReceipt(files: Record<string, Uint8Array>): void {
    files[receiptIn(files)] = png(99);
  }

  /** The list of files states fewer bytes for one of them. */
  function shorterThanStated(): string {
    const content = readFileSync(file);
    const name = content.lastIndexOf('tables/worklogs.csv');
    const size = name - 46 + 24;
    content.writeUInt32LE(content.readUInt32LE(size) - 10, size);
    return written('longer.zip', content);
  }
});

describe('ids of others', () => {
  test('a row of another company is refused', async () => {
    const forged = editedRow('projects', 1, (line) => line.replace(ours.id, theirs.id));
    expect(await refusedImport(target, forged)).toMatch(
      /projects\.csv, row 1: it belongs to another company than the archive/,
    );
  });

  test('a project of another company is refused', async () => {
    const forged = edited('tasks', (csv) => csv.replace(ours.project.id, theirs.project.id));
    expect(await refusedImport(target, forged)).toMatch(/tasks\.csv, row \d+: .*violates foreign key constraint/);
  });

  test('a person of this installation who is not among the people of the archive is refused', async () => {
    const forged = edited('worklogs', (csv) => csv.replaceAll(ours.worker.userId, theirs.admin.userId));
    expect(await refusedImport(target, forged)).toMatch(
      /worklogs\.csv, row \d+: worker_id is nobody in tables\/users\.csv/,
    );
  });

  test('a person with the id of somebody here is another person', async () => {
    const forged = changedArchive(file, (files, text) => {
      for (const name of Object.keys(files))
        if (name.endsWith('.csv')) text(name, (csv) => csv.replaceAll(ours.worker.userId, theirs.admin.userId));
    });
    const { companyId } = await importInto(target, forged);
    const { rows } = await target.superuser.query(
      `select count(*) filter (where user_id = $2)::int as theirs, count(*)::int as members from members where company_id = $1`,
      [companyId, theirs.admin.userId],
    );
    expect(rows).toEqual([{ theirs: 0, members: 7 }]);
    const { rows: admin } = await target.superuser.query('select name, email from users where id = $1', [
      theirs.admin.userId,
    ]);
    expect(admin).toEqual([{ name: 'Theirs Admin', email: theirs.admin.email }]);
  });
});
