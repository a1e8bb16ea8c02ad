// Money is an integer number of minor units (cents, sen) with its ISO 4217 currency. Sums never mix two currencies.
// The number of decimals follows ISO 4217 and is defined here, because Intl takes it from CLDR, where IDR has none in some
// versions and two in others: a browser and a server of different versions would differ by a factor of a hundred.

import { numberFormat } from './intl.ts';

/** A billion rupiah, or of any currency with two decimals: larger amounts are typing errors. Ninety thousand such amounts still add up exactly. */
export const maxAmountMinor = 100_000_000_000;

export type Money = { amountMinor: number; currency: string };

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

export const isCurrency = (code: string): boolean => currencies.has(code);

const unusualDecimals: ReadonlyMap<string, number> = new Map(
  Object.entries({
    0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
    3: 'BHD IQD JOD KWD LYD OMR TND',
    4: 'CLF UYW',
  }).flatMap(([decimals, codes]) => codes.split(' ').map((code) => [code, Number(decimals)] as const)),
);

/** The decimals of a currency in ISO 4217: IDR two, JPY none, BHD three. */
export const currencyDecimals = (currency: string): number => unusualDecimals.get(currency) ?? 2;

/** "12.5" in EUR is 1250. Null when it is not a plain decimal number or has more decimals than the currency. */
export function toMinor(decimal: string, currency: string): number | null {
  const decimals = currencyDecimals(currency);
  const match = /^(-?)(\d{1,15})(?:\.(\d+))?$/.exec(decimal.trim());
  if (!match) return null;
  const [, sign = '', whole = '0', fraction = ''] = match;
  if (fraction.replace(/0+$/, '').length > decimals) return null;
  const minor = Number(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  if (!Number.isSafeInteger(minor)) return null;
  return sign === '-' && minor !== 0 ? -minor : minor;
}

/** 1250 in EUR is "12.50": the exact decimal, for inputs and files. bigint, because sums in files may exceed the safe integers. */
export function toDecimal(amountMinor: number | bigint, currency: string): string {
  const decimals = currencyDecimals(currency);
  const digits = String(amountMinor)
    .replace('-', '')
    .padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const text = decimals === 0 ? digits : `${whole}.${digits.slice(-decimals)}`;
  return amountMinor < 0 ? `-${text}` : text;
}

/** For people: "Rp 1.250.000" in Indonesian, "IDR 1,250,000" in English; rupiah show cents only if there are any. */
export function formatMoney({ amountMinor, currency }: Money, locale: string): string {
  const decimals = currencyDecimals(currency);
  const isWhole = amountMinor % 10 ** decimals === 0;
  const text = toDecimal(amountMinor, currency);
  return numberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: isWhole && currency === 'IDR' ? 0 : decimals,
    maximumFractionDigits: decimals,
  }).format(isNumeric(text) ? text : amountMinor);
}

/** Intl receives the amount as text, because dividing a large sum would round it to the nearest float. */
const isNumeric = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text);

/** One sum per currency, in the order of the currency codes. */
export function sumByCurrency(amounts: Iterable<Money>): Money[] {
  const sums = new Map<string, number>();
  for (const { amountMinor, currency } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + amountMinor);
  return [...sums]
    .sort(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([currency, amountMinor]) => ({ amountMinor, currency }));
}

// Amounts as people shorten them in both languages: "35k", "35rb", "35 ribu", "1,5jt", "2 juta".
const powers: ReadonlyMap<string, number> = new Map([
  ['k', 3],
  ['rb', 3],
  ['ribu', 3],
  ['jt', 6],
  ['juta', 6],
]);

/** For regular expressions, the longer ones first. */
export const amountWords = 'ribu|rb|juta|jt|k';

/** "1.5" and "jt" is "1500000"; exact, for plain decimals. */
export function multiplyByWord(plain: string, word: string): string {
  const power = powers.get(word.toLowerCase()) ?? 0;
  const [whole = '', fraction = ''] = plain.split('.');
  const rest = fraction.slice(power);
  const shifted = `${whole}${fraction.slice(0, power).padEnd(power, '0')}`.replace(/^0+(?=\d)/, '');
  return rest === '' ? shifted : `${shifted}.${rest}`;
}

/** How a language writes numbers: "1.250.000,50" in Indonesian, "1,250,000.50" in English. */
export const separatorsOf = (locale: string): { group: string; decimal: string } =>
  locale.startsWith('id') ? { group: '.', decimal: ',' } : { group: ',', decimal: '.' };
