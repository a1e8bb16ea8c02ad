import { describe, expect, test } from 'vitest';
import { amountText, parseAmount } from '../ui/amount-text.ts';
import { parseTime, stepTime } from '../ui/time-text.ts';

describe('a time', () => {
  test.each([
    ['9', '09:00'],
    ['17', '17:00'],
    ['930', '09:30'],
    ['0930', '09:30'],
    ['9:05', '09:05'],
    ['9.30', '09:30'],
    [' 23:59 ', '23:59'],
    ['12 am', '00:00'],
    ['12pm', '12:00'],
    ['5:15 PM', '17:15'],
  ])('typed as "%s" is %s', (typed, time) => {
    expect(parseTime(typed)).toBe(time);
  });

  test.each(['', '24:00', '9:60', '99', 'noon', '13 pm', '9:5'])('typed as "%s" is invalid', (typed) => {
    expect(parseTime(typed)).toBeNull();
  });
});

test('the arrow keys move to the next quarter of an hour, cyclically', () => {
  expect(stepTime('09:20', 15)).toBe('09:30');
  expect(stepTime('9.20', -15)).toBe('09:15');
  expect(stepTime('23:50', 15)).toBe('00:00');
  expect(stepTime('00:00', -15)).toBe('23:45');
  expect(stepTime('', 15)).toBeNull();
});

describe('an amount', () => {
  test.each([
    ['1.250.000', 'id', '1250000'],
    ['1.250.000,5', 'id', '1250000.5'],
    ['12,50', 'id', '12.50'],
    ['12.50', 'id', '12.50'],
    ['Rp 50.000', 'id', '50000'],
    ['1,250.5', 'en', '1250.5'],
    ['12,50', 'en', '12.50'],
    ['50000', 'en', '50000'],
    ['35rb', 'id', '35000'],
    ['Rp 35 ribu', 'en', '35000'],
    ['1,5jt', 'id', '1500000'],
    ['1.250k', 'id', '1250000'],
    ['2.5K', 'en', '2500'],
  ])('typed as "%s" in %s is %s', (typed, locale, plain) => {
    expect(parseAmount(typed, locale)).toBe(plain);
  });

  test.each(['', 'ten', '-5', '1,2,3', '1.250,000.00'])('typed as "%s" is invalid', (typed) => {
    expect(parseAmount(typed, 'en')).toBeNull();
  });

  test('is shown with thousands separators, and with cents only if there are any', () => {
    expect(amountText('1250000.00', 'id')).toBe('1.250.000');
    expect(amountText('1250000.50', 'id')).toBe('1.250.000,50');
    expect(amountText('12.50', 'en')).toBe('12.50');
  });
});
