import { expect, test } from 'vitest';
import { kindOfFormat } from './cell-kinds.ts';
import { textOfDate, textOfSerial } from './dates.ts';

test.each([
  ['General', 'number'],
  ['0.00', 'number'],
  ['#,##0.00 "days"', 'number'],
  ['0.00\\h', 'number'],
  ['[$Rp-421]#,##0;[Red]-[$Rp-421]#,##0', 'number'],
  ['_-* #,##0.00_-;_-@_-', 'number'],
  ['0.00E+00', 'number'],
  ['@', 'number'],
  ['yyyy-mm-dd', 'date'],
  ['[$-409]m/d/yy h:mm AM/PM;@', 'date'],
  ['dd"."mm"."yyyy', 'date'],
  ['h:mm:ss.000', 'date'],
  ['mm:ss,0', 'date'],
  ['0;yyyy', 'date'],
  ['[h]:mm', 'length'],
  ['[HH]:mm:ss', 'length'],
  ['[mm]" min"', 'length'],
  ['[s]', 'length'],
])('the format %s is a %s', (format, kind) => {
  expect(kindOfFormat(format)).toBe(kind);
});

const since1900 = { isLength: false, is1904: false };
const since1904 = { isLength: false, is1904: true };

test('numbers become dates, times of day and lengths, to the second', () => {
  expect(textOfSerial(46_083.375, since1900)).toBe('2026-03-02 09:00:00');
  expect(textOfSerial(46_083, since1900)).toBe('2026-03-02 00:00:00');
  expect(textOfSerial(44_621.375, since1904)).toBe('2026-03-02 09:00:00');
  expect(textOfSerial(0.3333333333333, since1900), 'not quite a third').toBe('08:00:00');
  expect(textOfSerial(1.25, since1900)).toBe('30:00:00');
  expect(textOfSerial(1.25, since1904)).toBe('30:00:00');
  expect(textOfSerial(2_000, { isLength: true, is1904: false }), 'more than five years').toBe('48000:00:00');
  expect(textOfSerial(0, since1900)).toBe('00:00:00');
});

test('what no program shows as a date stays a number', () => {
  expect(textOfSerial(-0.5, since1900)).toBe('-0.5');
  expect(textOfSerial(3_000_000, since1900)).toBe('3000000');
  expect(textOfSerial(1e300, { isLength: true, is1904: false })).toBe('1e+300');
});

test('dates that are written as text are in no zone, like all others', () => {
  expect(textOfDate('2026-03-02T09:00:00', false)).toBe('2026-03-02 09:00:00');
  expect(textOfDate('2026-03-02T09:00:00.000Z', true)).toBe('2026-03-02 09:00:00');
  expect(textOfDate('2026-03-02', false)).toBe('2026-03-02 00:00:00');
  expect(textOfDate('1899-12-31T02:00:00.000Z', false)).toBe('26:00:00');
  expect(textOfDate('09:30', false)).toBe('09:30');
});
