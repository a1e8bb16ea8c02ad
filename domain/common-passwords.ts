// Detects common passwords by rule: one or two common words, in any case, with digits for letters, reversed or doubled, and with
// keyboard runs, years, dates and a few digits or symbols around them. A phrase of three words is not common.
// The server refuses and the browser rates by the same rule; browsers load it when a new password is typed.

import { commonWordLines } from './common-words.ts';

/** Roughly how much each part adds to the work of an attacker. Spaces and other separators add nothing. */
const costs = { word: 4, run: 2, digit: 1, sign: 2 };

/** Equals two words with a year and one more digit, or one word with seven other digits; three words exceed it. */
const maxCommonCost = 11;

/** Five words. What costs more is no easier to guess than other characters. */
const maxKnownCost = 20;

export const isCommonPassword = (password: string): boolean =>
  commonPartsCost(password, maxCommonCost) <= maxCommonCost;

/** The cost of the cheapest way to make the password of common parts; Infinity if there is none. Exact up to `maxCost`. */
export function commonPartsCost(password: string, maxCost = maxKnownCost): number {
  const text = password.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const once = text.replaceAll(/(.{3,}?)(?:[ ._-]?\1)+/gsu, '$1');
  return Math.min(...[text, once].flatMap((form) => [costOf(form, maxCost), costOf(backwards(form), maxCost)]));
}

/** The minimum cost of dividing the text into known parts; Infinity if there is none. */
function costOf(text: string, maxCost: number): number {
  const least = [0];
  for (let end = 1; end <= text.length; end++) {
    let cost = (least[end - 1] ?? Infinity) + singleCost(text.charAt(end - 1));
    for (let start = Math.max(0, end - maxPartLength); start <= end - 2; start++) {
      const before = least[start] ?? Infinity;
      if (before + costs.run <= maxCost) cost = Math.min(cost, before + partCost(text.slice(start, end)));
    }
    least.push(cost);
  }
  return least[text.length] ?? Infinity;
}

const maxPartLength = 26;

function singleCost(sign: string): number {
  if (/[ ._-]/.test(sign)) return 0;
  if (/\d/.test(sign)) return costs.digit;
  return /\p{L}/u.test(sign) ? Infinity : costs.sign;
}

function partCost(part: string): number {
  if (part.length >= 3 && (keyboardRuns.some((run) => run.includes(part)) || /^(.)\1+$/su.test(part))) return costs.run;
  if (date.test(part)) return costs.run;
  return part.length >= 3 && words().has(folded(part)) ? costs.word : Infinity;
}

/** A year, or a day in either order with the year in two or four digits. */
const date = (() => {
  const day = '(0[1-9]|[12]\\d|3[01])';
  const month = '(0[1-9]|1[0-2])';
  const year = '(19|20)\\d\\d';
  return new RegExp(`^(${year}|${day}${month}(${year}|\\d\\d)|${month}${day}${year}|${year}${month}${day})$`);
})();

const rows = [
  '01234567890123456789',
  '1234567890-=',
  '!@#$%^&*()_+',
  'abcdefghijklmnopqrstuvwxyzabc',
  'qwertyuiop[]asdfghjkl;zxcvbnm,./',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'a1b2c3d4e5f6g7h8i9j0',
  '147258369963852741159357',
];

const backwards = (text: string): string => [...text].toReversed().join('');

const keyboardRuns = rows.flatMap((row) => [row, backwards(row)]);

/** Maps look-alike digits and symbols to the same letter. */
const folded = (text: string): string => text.replaceAll(/[^a-z]|[lz]/g, (sign) => letterFor[sign] ?? sign);

const letterFor: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '!': 'i',
  '|': 'i',
  l: 'i',
  '2': 's',
  z: 's',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '6': 'g',
  '7': 't',
  '+': 't',
  '8': 'b',
  '9': 'g',
};

let known: ReadonlySet<string> | undefined;

function words(): ReadonlySet<string> {
  known ??= new Set(commonWords().flatMap((word) => [word, `${word}s`, backwards(word)].map(folded)));
  return known;
}

export const commonWords = (): string[] =>
  commonWordLines
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .flatMap((line) => line.split(' '))
    .filter((word) => word.length >= 3);
