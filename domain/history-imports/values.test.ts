import { assert, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalSignOf, readDay, readDuration, readEnd, readTags, readTime, readYes, unorderedDate } from './values.ts';

describe('a day', () => {
  test.each([
    ['2026-11-26', '2026-11-26'],
    ['2026/1/5', '2026-01-05'],
    ['05.01.2026', '2026-01-05'],
    ['5/1/26', '2026-01-05'],
    ['2026-11-26T09:00:00Z', '2026-11-26'],
    ['29/02/2024', '2024-02-29'],
    ['29/02/2026', null],
    ['31/04/2026', null],
    ['00/04/2026', null],
    ['2026-13-01', null],
    ['26 November', null],
    ['26 Nov 2026', '2026-11-26'],
    ['26-Nov-26', '2026-11-26'],
    ['Thursday, November 26, 2026', '2026-11-26'],
    ['26 Nov 2026 09:00', '2026-11-26'],
    ['26. März 2026', '2026-03-26'],
    ['26 de março de 2026', '2026-03-26'],
    ['26 Agustus 2026', '2026-08-26'],
    ['31 Apr 2026', null],
    ['26 Monat 2026', null],
    ['', null],
  ])('%j with the day first is %j', (text, expected) => {
    expect(readDay(text, 'day-month')).toBe(expected);
  });

  test('with the month first; with dots the day is first all the same', () => {
    expect(readDay('01/05/2026', 'month-day')).toBe('2026-01-05');
    expect(readDay('13/05/2026', 'month-day')).toBeNull();
    expect(readDay('13.05.2026', 'month-day')).toBe('2026-05-13');
  });

  test('is ambiguous only with slashes and dashes', () => {
    expect(unorderedDate('01/05/2026')).toEqual({ first: 1, second: 5 });
    expect(unorderedDate('01.05.2026')).toBeNull();
    expect(unorderedDate('2026-05-01')).toBeNull();
  });
});

test.each([
  ['09:00', 32_400],
  ['9:00:15', 32_415],
  ['9:05 PM', 75_900],
  ['12:00 AM', 0],
  ['12:30 pm', 45_000],
  ['09.30', 34_200],
  ['9h05', 32_700],
  ['2026-11-26T09:00:00Z', 32_400],
  ['24:00', null],
  ['9:60', null],
  ['nine', null],
])('the time %j is %j seconds after midnight', (text, expected) => {
  expect(readTime(text)).toBe(expected);
});

test.each([
  ['24:00', 86_400],
  ['24:00:00', 86_400],
  ['2026-11-26 24:00', 86_400],
  ['24:01', null],
  ['09:00', 32_400],
])('the end %j is %j seconds after midnight', (text, expected) => {
  expect(readEnd(text)).toBe(expected);
});

const inHours = { unit: 'hours', decimalSign: null } as const;

describe('a length', () => {
  test.each([
    ['1:30', 5_400],
    ['25:00', 90_000],
    ['00:00:40', 40],
    ['1.33', 4_788],
    ['1,5', 5_400],
    ['2.000,0', 7_200_000],
    ['2,000.5', 7_201_800],
    ["2'000.5", 7_201_800],
    ['1,234,567', 4_444_441_200],
    ['1.234.567,5', 4_444_443_000],
    ['1,250', 4_500],
    ['1.250', 4_500],
    ['0,125', 450],
    ['1,2.3,4', null],
    ['1h 30m', 5_400],
    ['45 min', 2_700],
    ['1h30', 5_400],
    ['1 h, 30 min', 5_400],
    ['1.5 hrs', 5_400],
    ['PT1H30M', 5_400],
    ['2 jam', 7_200],
    ['-1:30', -5_400],
    ['much', null],
  ])('%j is %j seconds', (text, expected) => {
    expect(readDuration(text, inHours)).toBe(expected);
  });

  test('may be in seconds or minutes', () => {
    const lengths = [
      readDuration('5400', { unit: 'seconds', decimalSign: null }),
      readDuration('90', { unit: 'minutes', decimalSign: null }),
    ];
    expect(lengths).toEqual([5_400, 5_400]);
  });

  test.each([
    ['1,440', 'minutes', null, 86_400],
    ['1.440', 'minutes', null, 86_400],
    ['28,800', 'seconds', null, 28_800],
    ['90.5', 'minutes', null, 5_430],
    ['0.125', 'minutes', null, 8],
    ['1,440', 'minutes', '.', 86_400],
    ['1.440', 'minutes', '.', 86],
    ['1.250', 'hours', ',', 4_500_000],
    ['1,250', 'hours', ',', 4_500],
  ] as const)('%j in %s, in a column with the decimal sign %j, is %j seconds', (text, unit, decimalSign, expected) => {
    expect(readDuration(text, { unit, decimalSign })).toBe(expected);
  });

  test.each([
    ['1,5', ','],
    ['0.125', '.'],
    ['1234,500', ','],
    ['2.000,5 h', ','],
    ['1,234,567', '.'],
    ["1'234.500", '.'],
    ['1,440', 'unclear'],
    ['1.440 h', 'unclear'],
    ['480', null],
    ['1:30', null],
  ])('%j shows the decimal sign %j', (text, expected) => {
    expect(decimalSignOf(text)).toBe(expected);
  });

  test('as a clock is read back to the second', () => {
    assert(
      property(integer({ min: 0, max: 99_999 }), (seconds) => {
        const two = (value: number) => String(value).padStart(2, '0');
        const text = `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
        expect(readDuration(text, inHours)).toBe(seconds);
      }),
    );
  });
});

test('tags are between separators or in JSON, each once', () => {
  expect(readTags('urgent, remote; urgent')).toEqual(['urgent', 'remote']);
  expect(readTags('["urgent","on site, by \\"car\\""]')).toEqual(['urgent', 'on site, by "car"']);
  expect(readTags('[draft], urgent')).toEqual(['[draft]', 'urgent']);
  expect(readTags('[]')).toEqual([]);
});

test('yes and no in several languages, and an empty cell that is neither', () => {
  expect(['Yes', 'Ja', 'ya', '1', 'Sim'].map(readYes)).toEqual([true, true, true, true, true]);
  expect(['Approved', 'Disetujui', 'Genehmigt', 'Aprovado'].map(readYes)).toEqual([true, true, true, true]);
  expect(['No', 'Nein', 'Tidak', '0', 'Pending'].map(readYes)).toEqual([false, false, false, false, false]);
  expect(readYes('')).toBeNull();
});
