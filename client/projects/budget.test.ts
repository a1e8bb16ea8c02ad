import { expect, test } from 'vitest';
import { formatBudgetMoney, formatHours, parseHours, parseMoney } from './budget.ts';
import { emptyProject, emptyTask, invalidBudgetPaths } from './project-values.ts';

test.each([
  ['120', 'en', 7_200],
  ['7.5', 'en', 450],
  ['7,5', 'id', 450],
  ['1,200', 'en', 72_000],
  ['1.200', 'id', 72_000],
  [' 8 ', 'en', 480],
])('%s hours in %s are %d minutes', (typed, locale, minutes) => {
  expect(parseHours(typed, locale)).toEqual({ value: minutes, isWrong: false });
});

test.each(['0', '-4', 'many', '1.2.3', '7 h'])('%s is not a number of hours', (typed) => {
  expect(parseHours(typed, 'en').isWrong).toBe(true);
});

test('an empty field means no budget', () => {
  expect(parseHours(' ', 'en')).toEqual({ value: null, isWrong: false });
  expect(parseMoney('', 'IDR', 'id')).toEqual({ value: null, isWrong: false });
});

test('money is parsed by language, with the decimals of the currency', () => {
  expect(parseMoney('1.250.000', 'IDR', 'id').value).toBe(125_000_000);
  expect(parseMoney('1,250.50', 'EUR', 'en').value).toBe(125_050);
  expect(parseMoney('10.5', 'JPY', 'en').isWrong).toBe(true);
});

test('a formatted value is parsed as the same value', () => {
  for (const locale of ['en', 'id']) {
    for (const minutes of [1, 50, 450, 252_000])
      expect(parseHours(formatHours(minutes, locale), locale).value).toBe(minutes);
    for (const minor of [1, 250, 125_000_000])
      expect(parseMoney(formatBudgetMoney(minor, 'IDR', locale), 'IDR', locale).value).toBe(minor);
  }
});

test('of a task only the budget that its kind shows is checked', () => {
  const wrong = { ...emptyTask('Masonry'), hours: 'abc', money: 'xyz' };
  const tasks = [wrong, { ...wrong, kind: 'expense' as const }];
  const format = { currency: 'EUR', locale: 'en' };
  expect(invalidBudgetPaths({ ...emptyProject, tasks }, format)).toEqual(['tasks.0.hours', 'tasks.1.money']);
  expect(invalidBudgetPaths({ ...emptyProject, hours: 'abc', money: 'xyz' }, format)).toEqual(['hours', 'money']);
});
