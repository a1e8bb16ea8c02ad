// An import of history from workbooks: as large as files of text, with the same rows, and with messages that say what to do.

import { expect, test } from 'vitest';
import { openHistoryFixture } from '../support/history.ts';
import { csvOf } from '../support/time-reports.ts';
import { workbookOf, workbookWith } from '../support/xlsx.ts';

const fixture = await openHistoryFixture();

const headings =
  'Project,Client,Description,Task,User,Email,Tags,Billable,Start Date,Start Time,End Date,End Time,Duration (h)';

type Row = { texts: string[]; day: number; start: number; minutes: number };

/** Times in steps of 15 minutes, as exact in days as in text. */
const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({
    texts: [
      `Project ${index % 40}`,
      `Client ${index % 12}`,
      `Call ${index} with the customer about the order of the spare parts, and its delivery & installation, see the letter`,
      `Task ${index % 60}`,
      `Person Name ${index % 30}`,
      `person${index % 30}@company.example`,
      'remote',
      index % 3 === 0 ? 'Yes' : 'No',
    ],
    day: 45_292 + Math.floor(index / 100),
    start: 480 + 15 * (index % 16),
    minutes: 15 + 15 * (index % 7),
  }));

const dayText = (day: number): string => new Date((day - 25_569) * 86_400_000).toISOString().slice(0, 10);
const timeText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const csv = (rows: readonly Row[]): string =>
  csvOf([
    headings.split(','),
    ...rows.map(({ texts, day, start, minutes }) => [
      ...texts,
      dayText(day),
      timeText(start),
      dayText(day),
      timeText(start + minutes),
      timeText(minutes),
    ]),
  ]);

/** With shared texts, and dates, times and lengths as numbers, as Excel writes them. */
function workbook(rows: readonly Row[]): Buffer {
  const places = new Map<string, number>();
  const text = (value: string): string => {
    if (!places.has(value)) places.set(value, places.size);
    return `<c t="s"><v>${places.get(value)}</v></c>`;
  };
  const number = (style: number, value: number): string => `<c s="${style}"><v>${value}</v></c>`;
  const sheet = rows.map(({ texts, day, start, minutes }) => [
    ...texts.map(text),
    number(1, day),
    number(2, start / 1440),
    number(1, day),
    number(2, (start + minutes) / 1440),
    number(3, minutes / 1440),
  ]);
  const placed = (cells: readonly string[], row: number): string =>
    cells.map((cell, index) => cell.replace('<c', `<c r="${String.fromCharCode(65 + index)}${row}"`)).join('');
  const all = [headings.split(',').map(text), ...sheet].map(
    (cells, index) => `<row r="${index + 1}">${placed(cells, index + 1)}</row>`,
  );
  const texts = [...places.keys()].map((value) => `<si><t>${value.replaceAll('&', '&amp;')}</t></si>`);
  return workbookWith(all.join(''), {
    formats: ['yyyy\\-mm\\-dd', '[h]:mm'],
    styles: [0, 164, 20, 165],
    texts: texts.join(''),
  });
}

const rowsRead = async (importId: string): Promise<unknown> => {
  const { rows } = await fixture.app.superuser.query(
    `select line, encode(identity, 'hex') as identity, person_key, person, email, client, project, task, notes, tags,
       is_billable, starts_at, ends_at, day, seconds, problem
     from history_rows where import_id = $1 order by line`,
    [importId],
  );
  return rows;
};

test('the same rows as a workbook and as CSV are the same', async () => {
  const rows = rowsOf(300);
  const fromWorkbook = await fixture.history.read(workbook(rows), { fileName: 'report.xlsx' });
  const fromText = await fixture.history.read(csv(rows));
  expect(await rowsRead(fromWorkbook)).toEqual(await rowsRead(fromText));
  expect(await rowsRead(fromText)).toHaveLength(300);
});

test('a workbook of more rows than fit into memory as a whole is read', async () => {
  const rows = rowsOf(28_000);
  const uploaded = await fixture.history.upload(workbook(rows), { fileName: 'report.xlsx' });
  expect(uploaded).toMatchObject({ outcome: 'read', tool: 'clockify', rows: 28_000 });
});

const heading = '<row r="1"><c t="str"><v>Name</v></c><c t="str"><v>Date</v></c><c t="str"><v>Hours</v></c></row>';
const oneRow = '<row><c t="str"><v>Sri</v></c><c t="str"><v>2026-03-02</v></c><c><v>1</v></c></row>';

test.each([
  ['one that claims gigabytes', workbookOf(heading + oneRow, 4_000_000_000), 'too-large', 'Export a shorter period'],
  [
    'one that contains more than it claims',
    workbookOf(heading + oneRow.repeat(10_000), 500),
    'damaged',
    'save it as CSV',
  ],
  ['one with an entity', workbookOf(heading + oneRow.replace('Sri', '&a;')), 'damaged', 'Export it again'],
  ['one that ends too early', workbookOf(`${heading + oneRow}<row>`), 'damaged', 'Export it again'],
  [
    'one with a cell far to the right',
    workbookOf(`${heading + oneRow}<row r="9"><c r="XFD9"><v>1</v></c></row>`),
    'too-many-columns',
    'Line 9 has more than 200 columns',
  ],
])('%s is refused with what to do', async (_, content, code, sentence) => {
  const { status, problem } = await fixture.history.send(content, { fileName: 'report.xlsx' });
  expect([status, problem?.code]).toEqual([422, `history-import.${code}`]);
  expect(problem?.detail).toContain(sentence);
});

test('the limit of rows is that of an import', async () => {
  const rows = Array.from({ length: 300_001 }, (_, index) => oneRow.replace('<row>', `<row r="${index + 2}">`));
  const { problem } = await fixture.history.send(workbookOf(heading + rows.join('')));
  expect(problem?.code).toBe('history-import.too-many-rows');
  expect(problem?.detail).toContain('at most 300,000 rows');
});
