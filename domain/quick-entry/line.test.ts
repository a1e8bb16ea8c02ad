import { assert, constantFrom, integer, oneof, pre, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../calendar.ts';
import { formatMinutes } from '../duration.ts';
import { formatMoney, toMinor } from '../money.ts';
import type { QuickEntryFacts } from './facts.ts';
import { looksLikeEntry, parseQuickEntry, replaceTimes, replaceToken } from './line.ts';

/** A Saturday. */
const today = '2026-11-21';
const read = (line: string, facts: Partial<QuickEntryFacts> = {}) =>
  parseQuickEntry(line, { today, locale: 'en', currency: 'IDR', ...facts });

const timesIn = (line: string): string => {
  const { times, unclear } = read(line);
  if (times) return `${times.start}–${times.end}${times.nights > 0 ? ` +${times.nights}` : ''}`;
  return unclear.map(({ options }) => options.join(' or ')).join('; ');
};

describe('times', () => {
  test.each([
    ['9-17:30', '09:00–17:30'],
    ['0900 1730', '09:00–17:30'],
    ['0900-1730', '09:00–17:30'],
    ['9–5pm', '09:00–17:00'],
    ['9.30-12', '09:30–12:00'],
    ['9:00 17:30', '09:00–17:30'],
    ['9am to 5pm', '09:00–17:00'],
    ['09.00 s/d 17.00', '09:00–17:00'],
    ['8-12', '08:00–12:00'],
    ['13 - 17', '13:00–17:00'],
    ['1-5pm', '13:00–17:00'],
    ['1pm-5', '13:00–17:00'],
    ['12-1pm', '12:00–13:00'],
    ['22-6', '22:00–06:00 +1'],
    ['10pm-6am', '22:00–06:00 +1'],
    ['10pm-2', '22:00–02:00 +1'],
    ['22:00–06:00 +1', '22:00–06:00 +1'],
    ['16-24', '16:00–00:00 +1'],
    ['05:00-07:00', '05:00–07:00'],
  ])('%s is %s', (line, times) => {
    expect(timesIn(line)).toBe(times);
  });

  test.each([
    ['9-5', '09:00-17:00 or 09:00-05:00'],
    ['2-4', '14:00-16:00 or 02:00-04:00'],
    ['9:30-5', '09:30-17:00 or 09:30-05:00'],
    ['12-1', '12:00-13:00 or 12:00-01:00'],
  ])('%s could be %s, so it is unclear', (line, options) => {
    expect(read(line).times).toBeNull();
    expect(timesIn(line)).toBe(options);
  });

  test.each(['25-26', '9:75-10', '9-', '9-17-12', 'A9-17', '24-8'])('%s is not a range', (line) => {
    expect(read(line).times).toBeNull();
  });

  test.each([
    ['0900 2h', '09:00'],
    ['at 9 2h', '09:00'],
    ['pukul 9 2 jam', '09:00'],
    ['9am 2h', '09:00'],
    ['13:15 2h', '13:15'],
  ])('%s starts at %s', (line, start) => {
    expect(read(line)).toMatchObject({ start, minutes: 120, words: '' });
  });
});

describe('durations', () => {
  test.each([
    ['8h', 480],
    ['1.5h', 90],
    ['1,5 jam', 90],
    ['90m', 90],
    ['90 menit', 90],
    ['1h30', 90],
    ['1h 30m', 90],
    ['1:30h', 90],
    ['2 hours', 120],
    ['7 j 30 m', 450],
    ['0.25h', 15],
  ])('%s is %i minutes', (line, minutes) => {
    expect(read(line)).toMatchObject({ minutes, words: '', unclear: [] });
  });

  test.each(['h', '0h', '8hx', '8house'])('%s is not a duration', (line) => {
    expect(read(line).minutes).toBeNull();
  });

  test('a duration beside times of the same duration is accepted; a different one is a contradiction', () => {
    expect(read('9-17 8h')).toMatchObject({ minutes: 480, unclear: [] });
    expect(read('9-17 7h').unclear).toMatchObject([{ doubt: 'twice', options: [''], from: 5, to: 7 }]);
    expect(read('9-14 13-17').unclear).toMatchObject([{ doubt: 'twice' }]);
  });
});

describe('days', () => {
  test.each([
    ['today', '2026-11-21'],
    ['hari ini', '2026-11-21'],
    ['yesterday', '2026-11-20'],
    ['kemarin', '2026-11-20'],
    ['besok', '2026-11-22'],
    ['-1', '2026-11-20'],
    ['-10', '2026-11-11'],
    ['Monday', '2026-11-16'],
    ['mon', '2026-11-16'],
    ['Senin', '2026-11-16'],
    ['saturday', '2026-11-21'],
    ['last saturday', '2026-11-14'],
    ['Sabtu lalu', '2026-11-14'],
    ['16 nov', '2026-11-16'],
    ['Nov 16', '2026-11-16'],
    ['16 November 2025', '2025-11-16'],
    ['16/11', '2026-11-16'],
    ['16/11/25', '2025-11-16'],
    ['16.11.2026', '2026-11-16'],
    ['2026-11-16', '2026-11-16'],
    ['3 jan', '2027-01-03'],
    ['30 jun', '2026-06-30'],
    ['16 Agustus', '2026-08-16'],
    ['Mon 16 Nov', '2026-11-16'],
    ['Mon, 16 Nov', '2026-11-16'],
  ])('%s is %s', (line, day) => {
    expect(read(line)).toMatchObject({ day, words: '', unclear: [] });
  });

  test('short names of weekdays are those of the page’s language', () => {
    expect(read('sen', { locale: 'id' }).day).toBe('2026-11-16');
    expect(read('sen')).toMatchObject({ day: null, words: 'sen' });
    expect(read('Min 22 Nov', { locale: 'id' }).day).toBe('2026-11-22');
  });

  test('a date with another weekday, or with the month first, is unclear', () => {
    expect(read('Tue 16 Nov').unclear).toMatchObject([{ doubt: 'weekday', options: ['2026-11-16', '2026-11-17'] }]);
    expect(read('11/16').unclear).toMatchObject([{ doubt: 'date', options: ['2026-11-16'] }]);
  });

  test('a year is not parsed as a time, nor a time as a year', () => {
    expect(read('16 nov 2025 0900 1730')).toMatchObject({ day: '2025-11-16', times: { start: '09:00' } });
    expect(read('16 nov 2030 2230')).toMatchObject({ day: '2026-11-16', times: { start: '20:30', end: '22:30' } });
  });

  test.each(['2 marble', '31 feb', '2 no', 'monkey', 'today’s'])('%s is not a day', (line) => {
    expect(read(line).day).toBeNull();
  });
});

describe('amounts', () => {
  test.each([
    ['12.50', 'USD', 'en', '12.50'],
    ['$12', 'USD', 'en', '12'],
    ['US$12', 'USD', 'id', '12'],
    ['Rp 50.000', 'IDR', 'en', '50000'],
    ['rp50.000', 'IDR', 'id', '50000'],
    ['IDR 50,000', 'IDR', 'en', '50000'],
    ['50.000', 'IDR', 'id', '50000'],
    ['1.250.000,50', 'IDR', 'id', '1250000.50'],
    ['12,50 €', 'EUR', 'id', '12.50'],
    ['€1,250.5', 'EUR', 'en', '1250.5'],
    ['BHD 1.250', 'BHD', 'en', '1.250'],
  ])('%s in %s (%s) is %s', (line, currency, locale, amount) => {
    expect(read(line, { currency, locale })).toMatchObject({ amount, words: '', unclear: [] });
  });

  test('thousands or decimals, hours or money, and other currencies are unclear', () => {
    expect(read('50.000').unclear).toMatchObject([{ doubt: 'thousands', options: ['IDR 50000', 'IDR 50.00'] }]);
    expect(read('$12').unclear).toMatchObject([{ doubt: 'currency', options: [] }]);
    expect(read('1.5').unclear).toMatchObject([{ doubt: 'number', options: ['1.5h', 'IDR 1.5'] }]);
    expect(read('9.30', { locale: 'id' }).unclear).toMatchObject([{ options: ['09:30', 'IDR 9.30'] }]);
    expect(read('NEW 12').words, 'three capitals are no currency').toBe('NEW 12');
  });
});

describe('the rest', () => {
  test('contains words for the task, in their order, and notes after slashes or in quotes', () => {
    expect(read('yesterday 9-17:30 quay wall // north side, "wet"')).toMatchObject({
      day: '2026-11-20',
      words: 'quay wall',
      notes: 'north side, "wet"',
    });
    expect(read('8h “north side” masonry')).toMatchObject({ minutes: 480, words: 'masonry', notes: 'north side' });
    expect(read('8h masonry "half a th').notes, 'while it is typed').toBe('half a th');
    expect(read('see https://example.test').notes, 'an address is none').toBe('');
  });

  test('a number among the words gives a hint only while a time is missing', () => {
    expect(read('lot 9').words).toBe('lot 9');
    expect(read('lot 9').hints).toMatchObject([{ from: 4, to: 5, options: ['9h', '09:00'] }]);
    expect(read('1730 masonry').hints).toMatchObject([{ options: ['17:30'] }]);
    expect(read('lot 9 8h').hints).toEqual([]);
  });

  test('has the position of each token, so that it can be replaced', () => {
    const line = 'masonry 9-5 yesterday';
    const [doubt] = read(line).unclear;
    expect(replaceToken(line, doubt ?? { from: 0, to: 0 }, '09:00-17:00')).toBe('masonry 09:00-17:00 yesterday');
    expect(replaceToken('8h 7h masonry', { from: 3, to: 5 }, '')).toBe('8h masonry');
  });

  test('the day and times can be replaced together; everything else is unchanged', () => {
    const line = 'quay 8h  yesterday dig // at 9';
    expect(replaceTimes(line, read(line), '2026-11-20 13:00-14:00')).toBe('2026-11-20 13:00-14:00 quay dig // at 9');
  });

  test('only a line with times or a length looks like a worklog', () => {
    const facts = { today, locale: 'en', currency: 'IDR' };
    expect(['8h', '9-17 masonry'].map((line) => looksLikeEntry(line, facts))).toEqual([true, true]);
    expect(['masonry', 'lot 9', 'monday'].map((line) => looksLikeEntry(line, facts))).toEqual([false, false, false]);
  });
});

describe('the output of our formatters is parsed to the same value', () => {
  const locales = constantFrom('en', 'id');

  test('a duration', () => {
    assert(
      property(integer({ min: 1, max: 1440 }), locales, (minutes, locale) => {
        expect(read(formatMinutes(minutes, locale), { locale })).toMatchObject({ minutes, words: '', unclear: [] });
      }),
    );
  });

  test('an amount', () => {
    const currencies = constantFrom('IDR', 'EUR', 'USD', 'JPY', 'BHD', 'GBP');
    assert(
      property(integer({ min: 1, max: 100_000_000_000 }), currencies, locales, (amountMinor, currency, locale) => {
        const { amount, unclear } = read(formatMoney({ amountMinor, currency }, locale), { locale, currency });
        expect([toMinor(amount ?? '', currency), unclear]).toEqual([amountMinor, []]);
      }),
    );
  });

  test('times, also over midnight', () => {
    const clock = integer({ min: 0, max: 1439 });
    const text = (minutes: number) =>
      [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
    assert(
      property(clock, clock, (start, end) => {
        pre(start !== end); // No worklog has a duration of zero; "10:00–10:00" is unclear.
        const nights = end < start ? 1 : 0;
        const line = `${text(start)}–${text(end)}${nights ? ' +1' : ''}`;
        expect(read(line).times).toEqual({ start: text(start), end: text(end), nights });
      }),
    );
  });

  test('a day, as a date', () => {
    assert(
      property(integer({ min: -20_000, max: 20_000 }), (days) => {
        const day = addDays(today, days);
        expect(read(day).day).toBe(day);
      }),
    );
  });
});

describe('any text', () => {
  const pieces = constantFrom(
    '9',
    '-',
    ':',
    ' ',
    '.',
    ',',
    '"',
    '//',
    'h',
    'm',
    'Rp',
    '$',
    '0900',
    'nov',
    'mon',
    '\u0000',
    '😀',
    'İ',
  );

  test('is parsed without an exception, with tokens in order and within the line', () => {
    const lines = oneof(string({ maxLength: 60 }), string({ unit: pieces, maxLength: 60 }));
    assert(
      property(lines, constantFrom('en', 'id'), (line, locale) => {
        const { tokens } = read(line, { locale });
        const ends = [0, ...tokens.map(({ to }) => to)];
        const isInOrder = tokens.every(({ from, to }, index) => from >= (ends[index] ?? 0) && to > from);
        return isInOrder && Math.max(...ends) <= line.length;
      }),
      { numRuns: 200 },
    );
  });

  test.each(['9', '9-', '"', '//', ' ', '1.', '0900 ', 'a ', '16 nov ', '\u00a0'])(
    'a hundred thousand repetitions of “%s” are parsed quickly',
    (piece) => {
      expect(read(piece.repeat(100_000)).words.length).toBeLessThanOrEqual(600);
    },
  );
});
