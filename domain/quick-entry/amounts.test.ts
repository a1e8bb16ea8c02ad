import { describe, expect, test } from 'vitest';
import type { QuickEntryFacts } from './facts.ts';
import { parseQuickEntry } from './line.ts';

const read = (line: string, facts: Partial<QuickEntryFacts> = {}) =>
  parseQuickEntry(line, { today: '2026-11-16', locale: 'id', currency: 'IDR', ...facts });

describe('an amount in a line', () => {
  test.each([
    ['parkir 35000', '35000'],
    ['parkir 35rb', '35000'],
    ['35k parkir', '35000'],
    ['parkir 35 ribu kemarin', '35000'],
    ['parkir Rp 1,5jt', '1500000'],
    ['parkir 2 juta', '2000000'],
  ])('"%s" is %s in both languages', (line, amount) => {
    for (const locale of ['en', 'id']) {
      const { amount: found, words, unclear } = read(line, { locale });
      expect([found, words, unclear]).toEqual([amount, 'parkir', []]);
    }
  });

  test('shortened in another currency is unclear', () => {
    expect(read('parkir $35k').unclear).toMatchObject([{ doubt: 'currency' }]);
  });

  test('is no number that may be a part of a name, unless the task is for expenses', () => {
    expect(read('parkir 350')).toMatchObject({ amount: null, words: 'parkir 350' });
    expect(read('parkir 350', { isExpense: true })).toMatchObject({ amount: '350', words: 'parkir' });
    expect(read('blok 12k5')).toMatchObject({ amount: null });
  });
});
