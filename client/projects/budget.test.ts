import { expect, test } from 'vitest';
import { hoursText, moneyText, readHours, readMoney } from './budget.ts';

test.each([
  ['120', 'en', 7_200],
  ['7.5', 'en', 450],
  ['7,5', 'id', 450],
  ['1,200', 'en', 72_000],
  ['1.200', 'id', 72_000],
  [' 8 ', 'en', 480],
])('%s hours in %s are %d minutes', (typed, locale, minutes) => {
  expect(readHours(typed, locale)).toEqual({ value: minutes, isWrong: false });
});

test.each(['0', '-4', 'many', '1.2.3', '7 h'])('%s is no number of hours', (typed) => {
  expect(readHours(typed, 'en').isWrong).toBe(true);
});

test('nothing typed is no budget', () => {
  expect(readHours(' ', 'en')).toEqual({ value: null, isWrong: false });
  expect(readMoney('', 'IDR', 'id')).toEqual({ value: null, isWrong: false });
});

test('money is read in the way of the language and to the decimals of the currency', () => {
  expect(readMoney('1.250.000', 'IDR', 'id').value).toBe(125_000_000);
  expect(readMoney('1,250.50', 'EUR', 'en').value).toBe(125_050);
  expect(readMoney('10.5', 'JPY', 'en').isWrong).toBe(true);
});

test('what is written is read back as the same value', () => {
  for (const locale of ['en', 'id']) {
    for (const minutes of [1, 50, 450, 252_000])
      expect(readHours(hoursText(minutes, locale), locale).value).toBe(minutes);
    for (const minor of [1, 250, 125_000_000])
      expect(readMoney(moneyText(minor, 'IDR', locale), 'IDR', locale).value).toBe(minor);
  }
});
