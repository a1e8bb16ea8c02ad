// How workbooks are read: the text of every kind of cell, the numbers of rows, which sheet, and what is refused. Case A42.

import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import type { ListLine } from '#domain/people-list.ts';
import { openWorkbook } from '#server/imports/workbook/open-workbook.ts';
import { workbookOf, workbookWith, xlsxOf } from '../support/xlsx.ts';

const opened = async (workbook: Buffer, maxSheetBytes = 12_000_000) =>
  openWorkbook(await fromBufferPromise(workbook, { lazyEntries: true, autoClose: false }), maxSheetBytes);

const linesIn = async (workbook: Buffer, maxSheetBytes?: number): Promise<ListLine[]> =>
  Array.fromAsync((await opened(workbook, maxSheetBytes))());

const cellsIn = async (workbook: Buffer) => (await linesIn(workbook)).map(({ cells }) => cells);

const codeOf = (reading: Promise<unknown>): Promise<unknown> =>
  reading.then(
    () => 'read',
    (error: { code?: string }) => error.code,
  );

const row = (cells: string): string => `<row r="1">${cells}</row>`;

describe('a cell is read as', () => {
  const styles = { formats: ['yyyy\\-mm\\-dd', '[h]:mm', '0.00" h"'], styles: [0, 14, 20, 22, 46, 164, 165, 166] };
  test.each([
    ['a day, in a format of Excel', '<c s="1"><v>46083</v></c>', '2026-03-02 00:00:00'],
    ['a day, in a format of the file', '<c s="5"><v>46083</v></c>', '2026-03-02 00:00:00'],
    ['a moment', '<c s="3"><v>46083.375</v></c>', '2026-03-02 09:00:00'],
    ['a moment of which only the time is shown', '<c s="2"><v>46083.375</v></c>', '2026-03-02 09:00:00'],
    ['a time of day', '<c s="2"><v>0.35416666666666669</v></c>', '08:30:00'],
    ['a length of more than a day', '<c s="4"><v>1.0625</v></c>', '25:30:00'],
    ['a length of more than a day, in a format of the file', '<c s="6"><v>1.0625</v></c>', '25:30:00'],
    ['a number', '<c s="7"><v>7.5</v></c>', '7.5'],
    ['a number without a style', '<c><v>1.5E-2</v></c>', '0.015'],
    ['a number with a style that the file lacks', '<c s="99"><v>3</v></c>', '3'],
    ['a date as text', '<c t="d"><v>2026-03-02T09:00:00Z</v></c>', '2026-03-02 09:00:00'],
    ['yes', '<c t="b"><v>1</v></c>', 'true'],
    ['no', '<c t="b"><v>0</v></c>', 'false'],
    ['the last result of a formula', '<c t="str"><f>A2&amp;"x"</f><v>done</v></c>', 'done'],
    ['the last number of a formula', '<c s="1"><f>TODAY()</f><v>46083</v></c>', '2026-03-02 00:00:00'],
    ['an error', '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>', '#DIV/0!'],
    ['text in the cell', '<c t="inlineStr"><is><t>a &lt; b &#x1F600;</t></is></c>', 'a < b 😀'],
    ['text in CDATA', '<c t="inlineStr"><is><t><![CDATA[a < b]]></t></is></c>', 'a < b'],
    ['text with formats', '<c t="inlineStr"><is><r><t>bold </t></r><r><rPr/><t>plain</t></r></is></c>', 'bold plain'],
    ['a shared text', '<c t="s"><v>0</v></c>', 'shared'],
    ['a shared text with formats, without how it is pronounced', '<c t="s"><v>1</v></c>', '山田'],
    ['line breaks, and no characters that cannot be stored', '<c t="s"><v>2</v></c>', 'a\r\nb_x'],
  ])('%s', async (_, cell, text) => {
    const texts =
      '<si><t>shared</t></si><si><r><t>山</t></r><r><t>田</t></r><rPh sb="0" eb="2"><t>ヤマダ</t></rPh></si><si><t>a_x000D_\nb_x0000_<!-- c -->_x005F_x_xD83D_</t></si>';
    expect(await cellsIn(workbookWith(row(cell), { ...styles, texts }))).toEqual([[text]]);
  });

  test('days since 1904, where the workbook says so', async () => {
    for (const properties of ['date1904="1"', 'date1904="true"'])
      expect(await cellsIn(workbookWith(row('<c s="1"><v>44621</v></c>'), { ...styles, properties }))).toEqual([
        ['2026-03-02 00:00:00'],
      ]);
  });

  test('nothing, where it is empty or has only a format', async () => {
    const cells =
      '<c r="A1" t="s"/><c r="B1" s="1"/><c r="C1" t="str"><v>x</v></c><c r="D1" t="inlineStr"/><c r="XFD1" s="1"/>';
    expect(await cellsIn(workbookOf(row(cells)))).toEqual([['', '', 'x']]);
  });
});

test('rows keep the numbers that they have in the sheet', async () => {
  const cell = '<c t="str"><v>x</v></c>';
  const rows = `<row>${cell}</row><row r="3"><c r="B3" t="str"><v>x</v></c>${cell}</row><row>${cell}</row><row r="1048576"><c r="AB1048576" t="str"><v>x</v></c></row>`;
  const lines = await linesIn(workbookOf(rows));
  expect(lines.map(({ line, cells }) => [line, cells.length])).toEqual([
    [1, 1],
    [3, 3],
    [4, 1],
    [1_048_576, 28],
  ]);
  expect(lines[1]?.cells).toEqual(['', 'x', 'x']);
});

test('what drawings on a sheet have of the same names are no rows', async () => {
  const afterRows = '<extLst xmlns:x="x"><x:row><x:c><x:v>5</x:v></x:c></x:row></extLst>';
  expect(await cellsIn(workbookWith(row('<c t="str"><v>x</v></c>'), { afterRows }))).toEqual([['x']]);
});

test.each([
  ['the first', '<sheet name="a" r:id="rId1"/><sheet name="b" r:id="rId4"/>', 'first'],
  ['the first that is not hidden', '<sheet state="hidden" r:id="rId1"/><sheet state="visible" r:id="rId4"/>', 'second'],
  ['the first that is no chart', '<sheet r:id="rId5"/><sheet r:id="rId4"/>', 'second'],
  ['a hidden one, if there is no other', '<sheet state="veryHidden" r:id="rId1"/>', 'first'],
  ['the one that another prefix names', '<sheet xmlns:q="x" q:id="rId4"/>', 'second'],
])('of several sheets %s is read', async (_, sheets, found) => {
  expect(await cellsIn(workbookWith(row('<c t="str"><v>first</v></c>'), { sheets }))).toEqual([[found]]);
});

test('elements may have a prefix', async () => {
  const rows = '<x:row xmlns:x="x"><x:c t="inlineStr"><x:is><x:t>x</x:t></x:is></x:c></x:row>';
  expect(await cellsIn(workbookOf(rows))).toEqual([['x']]);
});

test('rows are read when they are needed, each time from the first on', async () => {
  const rows = await opened(workbookOf(`${'<row><c><v>1</v></c></row>'.repeat(100_000)}<row><c>`));
  const [first] = [await rows().next(), await rows().next()];
  expect(first?.value).toEqual({ line: 1, cells: ['1'] });
  expect(await codeOf(Array.fromAsync(rows())), 'the end is damaged').toBe('import.damaged');
});

describe('refused:', () => {
  const cell = (text: string): string => row(`<c t="inlineStr"><is><t>${text}</t></is></c>`);
  const distinct = Array.from({ length: 100_000 }, (_, index) => `<row r="${index + 1}"/>`).join('');
  test.each([
    ['a file that ends within a row', workbookOf('<row r="1"><c r="A1"><v>1</v>'), 'damaged'],
    ['fewer bytes than claimed', workbookOf(cell('a'), 5_000), 'damaged'],
    ['more bytes than claimed', workbookOf('<row/>'.repeat(100_000), 5_000), 'damaged'],
    ['a claim of gigabytes', workbookOf('', 4_000_000_000), 'too-large'],
    ['a sheet that is too large', workbookOf(distinct.repeat(9)), 'too-large'],
    [
      'a sheet that unpacks to a thousand times its size',
      workbookOf('<row/>'.repeat(3_000_000)),
      'too-large',
      50_000_000,
    ],
    ['more shared texts than fit into memory', workbookWith('', { texts: longTexts() }), 'too-large', 100_000_000],
    ['an entity', workbookOf(cell('&lol;')), 'damaged'],
    ['a document type', workbookWith('', { documentType: '<!DOCTYPE sst [<!ENTITY a "aaaa">]>' }), 'damaged'],
    ['elements within elements', workbookOf('<a>'.repeat(1_000) + '</a>'.repeat(1_000)), 'damaged'],
    ['a cell of megabytes', workbookOf(cell('x'.repeat(3_000_000))), 'damaged'],
    ['a comment of megabytes', workbookOf(`<!--${'x'.repeat(3_000_000)}-->`), 'damaged'],
    ['rows that are not in order', workbookOf('<row r="2"/><row r="1"/>'), 'damaged'],
    ['the same row twice', workbookOf('<row r="1"/><row r="1"/>'), 'damaged'],
    ['more rows than a sheet has', workbookOf('<row r="1048577"/>'), 'damaged'],
    ['a row without a number', workbookOf('<row r="first"/>'), 'damaged'],
    ['more columns than a sheet has', workbookOf(row('<c r="XFE1"><v>1</v></c>')), 'damaged'],
    ['a cell without a column', workbookOf(row('<c r="1"><v>1</v></c>')), 'damaged'],
    ['a shared text that is missing', workbookOf(row('<c t="s"><v>7</v></c>')), 'damaged'],
    ['a sheet that is missing', workbookWith('', { sheets: '<sheet r:id="rId5"/>' }), 'damaged'],
    ['a workbook without sheets', workbookWith('', { sheets: '<!-- none -->' }), 'damaged'],
  ])('%s', async (_, workbook, code, maxSheetBytes?: number) => {
    expect(await codeOf(linesIn(workbook, maxSheetBytes))).toBe(`import.${code}`);
  });

  /** A hundred times its packed size, as notes may be. */
  function longTexts(): string {
    const text = () => 'x'.repeat(900_000) + randomBytes(5_000).toString('hex');
    return Array.from({ length: 60 }, () => `<si><t>${text()}</t></si>`).join('');
  }

  test('and the same without that is read', async () => {
    expect(await cellsIn(xlsxOf([['a', '', 'b']]))).toEqual([['a', '', 'b']]);
    expect(await codeOf(linesIn(workbookOf('<row/>'.repeat(500_000))))).toBe('read');
  });
});
