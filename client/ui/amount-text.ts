// Converts amounts between the format of a locale and the plain decimal of the API: "1.250.000,50" ↔ "1250000.50". Typed ones may be
// shortened: "35rb", "1,5 juta".

import { amountWords, multiplyByWord, separatorsOf } from '#domain/money.ts';

const shortened = new RegExp(`^([\\d.,]+)(${amountWords})$`, 'i');

/** The plain decimal, or null when it is not an amount. A single separator that groups no thousands is the decimal separator. */
export function parseAmount(typed: string, locale: string): string | null {
  const text = typed.replaceAll(/[\s\u00a0]|^rp\.?|^[a-z]{3}\b/gi, '');
  const [, number = text, word = ''] = shortened.exec(text) ?? [];
  const plain = parseNumber(number, locale);
  return plain === null ? null : multiplyByWord(plain, word);
}

function parseNumber(text: string, locale: string): string | null {
  const { group, decimal } = separatorsOf(locale);
  const grouped = new RegExp(`^\\d{1,3}(?:\\${group}\\d{3})+(?:\\${decimal}\\d+)?$`);
  if (grouped.test(text)) return text.replaceAll(group, '').replace(decimal, '.');
  if (/^\d+(?:[.,]\d+)?$/.test(text)) return text.replace(',', '.');
  return null;
}

/** Formats a plain decimal with group separators; decimals only where they are not zero. */
export function amountText(plain: string, locale: string): string {
  if (plain === '') return '';
  const { group, decimal } = separatorsOf(locale);
  const [whole = '', fraction = ''] = plain.split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, group);
  return /^0*$/.test(fraction) ? grouped : `${grouped}${decimal}${fraction}`;
}
