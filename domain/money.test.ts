import { array, assert, constantFrom, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import {
  currencyDecimals,
  formatMoney,
  isCurrency,
  maxAmountMinor,
  multiplyByWord,
  sumByCurrency,
  toDecimal,
  toMinor,
} from './money.ts';

const currency = constantFrom('IDR', 'EUR', 'JPY', 'BHD');
const amountMinor = integer({ min: -maxAmountMinor, max: maxAmountMinor });

test.each([
  ['EUR', 2],
  ['IDR', 2],
  ['JPY', 0],
  ['BHD', 3],
])('%s has %i decimals', (code, decimals) => {
  expect(currencyDecimals(code)).toBe(decimals);
});

test.each([
  ['12.5', 'EUR', 1250],
  [' 12.50 ', 'EUR', 1250],
  ['12.500', 'EUR', 1250],
  ['12.505', 'EUR', null],
  ['0.1', 'EUR', 10],
  ['-3', 'EUR', -300],
  ['-0', 'EUR', 0],
  ['1200', 'JPY', 1200],
  ['1200.5', 'JPY', null],
  ['1.234', 'BHD', 1234],
  ['1,200', 'EUR', null],
  ['1e3', 'EUR', null],
  ['', 'EUR', null],
  ['.5', 'EUR', null],
  ['999999999999999', 'EUR', null],
  ['٣', 'EUR', null],
])('%s in %s is %s minor units', (typed, code, minor) => {
  expect(toMinor(typed, code)).toBe(minor);
});

test('a formatted decimal is parsed as the same amount', () => {
  assert(
    property(amountMinor, currency, (amount, code) => {
      expect(toMinor(toDecimal(amount, code), code)).toBe(amount === 0 ? 0 : amount);
    }),
  );
});

test('amounts below one keep their zeros', () => {
  expect(toDecimal(5, 'EUR')).toBe('0.05');
  expect(toDecimal(-5, 'BHD')).toBe('-0.005');
  expect(toDecimal(5, 'JPY')).toBe('5');
  // Beyond 2^53 a number is not exact any more.
  expect(toDecimal(9_007_199_254_740_993n, 'EUR')).toBe('90071992547409.93');
  expect(toDecimal(-12_345_678_901_234_567_891n, 'BHD')).toBe('-12345678901234567.891');
});

test('two currencies are never added together, and nothing is lost', () => {
  assert(
    property(array(record({ amountMinor, currency }), { maxLength: 50 }), (amounts) => {
      const sums = sumByCurrency(amounts);
      const codes = sums.map((sum) => sum.currency);
      expect(codes).toEqual([...new Set(amounts.map((amount) => amount.currency))].sort());
      for (const sum of sums) {
        const mine = amounts.filter((amount) => amount.currency === sum.currency);
        expect(sum.amountMinor).toBe(mine.reduce((total, amount) => total + amount.amountMinor, 0));
      }
    }),
  );
});

test('the largest expense, and the largest exact sum, are formatted and parsed alike in every currency', () => {
  // Accounting units with four decimals are in ISO 4217, but no formatter lists them.
  const codes = [...Intl.supportedValuesOf('currency'), 'CLF', 'UYW'];
  expect(new Set(codes.map(currencyDecimals))).toEqual(new Set([0, 2, 3, 4]));
  const most = Math.floor(Number.MAX_SAFE_INTEGER / maxAmountMinor);
  expect(most).toBeGreaterThan(90_000);
  const amounts = [maxAmountMinor, most * maxAmountMinor, Number.MAX_SAFE_INTEGER, 1 - Number.MAX_SAFE_INTEGER];
  for (const code of codes) {
    expect([code, toMinor(toDecimal(maxAmountMinor, code), code)]).toEqual([code, maxAmountMinor]);
    for (const amount of amounts) {
      // Without its separators it has the digits of the amount; whole rupiah are written without cents.
      const digits = formatMoney({ amountMinor: amount, currency: code }, 'en').replaceAll(/\D/g, '');
      const isCut = code === 'IDR' && amount % 100 === 0;
      expect([code, digits]).toEqual([code, String(Math.abs(isCut ? amount / 100 : amount))]);
    }
  }
  const largest = { amountMinor: maxAmountMinor, currency: 'IDR' };
  const sums = sumByCurrency(Array.from({ length: most }, () => largest));
  expect(sums).toEqual([{ amountMinor: most * maxAmountMinor, currency: 'IDR' }]);
});

test('rupiah are formatted as usual', () => {
  const plain = (text: string) => text.replaceAll(/\s/g, ' ');
  expect(plain(formatMoney({ amountMinor: 125_000_000, currency: 'IDR' }, 'id'))).toBe('Rp 1.250.000');
  expect(plain(formatMoney({ amountMinor: 125_000_050, currency: 'IDR' }, 'id'))).toBe('Rp 1.250.000,50');
  expect(plain(formatMoney({ amountMinor: 1_250, currency: 'EUR' }, 'en'))).toBe('€12.50');
});

test('only currencies of ISO 4217 are accepted', () => {
  expect(isCurrency('IDR')).toBe(true);
  expect(isCurrency('idr')).toBe(false);
  expect(isCurrency('XX')).toBe(false);
});

test.each([
  ['35', 'k', '35000'],
  ['35', 'RB', '35000'],
  ['1.5', 'jt', '1500000'],
  ['0.5', 'ribu', '500'],
  ['1.2345', 'k', '1234.5'],
  ['2', 'juta', '2000000'],
  ['12.50', '', '12.50'],
])('%s shortened by "%s" is %s', (plain, word, amount) => {
  expect(multiplyByWord(plain, word)).toBe(amount);
});
