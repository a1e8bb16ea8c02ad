import { describe, expect, test } from 'vitest';
import { parseDay } from './day-text.ts';

describe('a day', () => {
  test.each([
    ['16', '2026-11-16'],
    ['3/12', '2026-12-03'],
    ['16.11.26', '2026-11-16'],
    ['1 2 2027', '2027-02-01'],
    ['2026-10-05', '2026-10-05'],
    ['Mon 16 Nov', '2026-11-16'],
    ['Sen, 17 Agustus 2026', '2026-08-17'],
    ['17 agu', '2026-08-17'],
    ['Nov 16, 2025', '2025-11-16'],
    ['Mon, Nov 16', '2026-11-16'],
  ])('typed as "%s" is %s', (typed, day) => {
    expect(parseDay(typed, '2026-11-20')).toBe(day);
  });

  test('has the month first by choice', () => {
    const typed = ['3/12', '12/3/2025', '3 Dec', 'Dec 3', '2026-12-03', '16'];
    expect(typed.map((text) => parseDay(text, '2026-11-20', 'month-first'))).toEqual([
      '2026-03-12',
      '2025-12-03',
      '2026-12-03',
      '2026-12-03',
      '2026-12-03',
      '2026-11-16',
    ]);
    expect(parseDay('16/11', '2026-11-20', 'month-first')).toBeNull();
  });

  test.each(['', '31', '30/2', 'tomorrow', '16 foo', '1/1/1'])('typed as "%s" is invalid', (typed) => {
    expect(parseDay(typed, '2026-11-20')).toBeNull();
  });
});
