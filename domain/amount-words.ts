// Amounts as people shorten them: "35k", "35rb", "35 ribu", "1,5jt", "2 juta". The same words in both languages.

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
