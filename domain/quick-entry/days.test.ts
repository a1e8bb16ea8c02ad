import { expect, test } from 'vitest';
import { parseQuickDay } from './days.ts';

const facts = { today: '2026-11-16', locale: 'en', currency: 'USD', isMonthFirst: true };
const read = (typed: string) => parseQuickDay(typed, facts)?.meaning;

test('a date with slashes has the month first for people who chose that date format', () => {
  expect(read('11/16')).toEqual({ kind: 'day', day: '2026-11-16' });
  expect(read('11/3/26')).toEqual({ kind: 'day', day: '2026-11-03' });
  expect(read('16/11')).toMatchObject({ kind: 'unclear', doubt: 'date', options: ['2026-11-16'] });
  expect(read('3.11.2026'), 'dots are not American').toEqual({ kind: 'day', day: '2026-11-03' });
});
