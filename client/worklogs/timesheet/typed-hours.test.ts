import { expect, test } from 'vitest';
import { parseBlock, readHours, splitLine } from './typed-hours.ts';

test.each([
  ['8', ['8']],
  ['8 8 8 8', ['8', '8', '8', '8']],
  ['7:30  7,5;450m', ['7:30', '7,5', '450m']],
  ['7 h 30 m', ['7 h 30 m']],
  ['7h 30m 8h', ['7h 30m', '8h']],
  ['7 jam 30 menit 8 j', ['7 jam 30 menit', '8 j']],
  ['90 min 8', ['90 min', '8']],
  ['8 long 8', ['8', 'long', '8']],
  ['  ', []],
])('"%s" is split into its durations', (typed, cells) => {
  expect(splitLine(typed)).toEqual(cells);
});

test('a block of a spreadsheet keeps its empty cells, and a single column is lines', () => {
  expect(parseBlock('8\t\t7,5\r\n4\t"7:30"\t\r\n')).toEqual([
    ['8', '', '7,5'],
    ['4', '7:30', ''],
  ]);
  expect(parseBlock('8\n\n7.5\n')).toEqual([['8'], [], ['7.5']]);
  expect(parseBlock('8 8 8')).toEqual([['8', '8', '8']]);
});

test('a cell is empty, a duration or unreadable', () => {
  expect(readHours(' ')).toEqual({ state: 'empty' });
  expect(readHours(' – '), 'a zero of a spreadsheet').toEqual({ state: 'empty' });
  expect(readHours('7h30')).toEqual({ state: 'read', minutes: 450 });
  expect(readHours('7 h 30 m')).toEqual({ state: 'read', minutes: 450 });
  expect(readHours('sick')).toEqual({ state: 'unreadable' });
});
