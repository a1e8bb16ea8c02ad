import { expect, test } from 'vitest';
import { multiplyByWord } from './amount-words.ts';

test.each([
  ['35', 'k', '35000'],
  ['35', 'RB', '35000'],
  ['1.5', 'jt', '1500000'],
  ['0.5', 'ribu', '500'],
  ['1.2345', 'k', '1234.5'],
  ['2', 'juta', '2000000'],
  ['12.50', '', '12.50'],
])('%s with "%s" is %s', (plain, word, amount) => {
  expect(multiplyByWord(plain, word)).toBe(amount);
});
