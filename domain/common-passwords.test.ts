import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { commonWords, isCommonPassword } from './common-passwords.ts';

const title = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const digits: Readonly<Record<string, string>> = { a: '4', e: '3', i: '1', o: '0', s: '5', t: '7' };
const inDigits = (word: string) => word.replaceAll(/[aeiost]/g, (letter) => digits[letter] ?? letter);
const reversed = (word: string) => [...word].toReversed().join('');

const ways: readonly ((word: string, other: string) => string)[] = [
  (word) => `${word}123456`,
  (word) => `${title(word)}2024!`,
  (word) => `${word.toUpperCase()}@1234`,
  (word) => `${title(inDigits(word))}2025!!`,
  (word) => `${word.replaceAll('a', '@').replaceAll('s', '$')}_1990`,
  (word) => `123${title(word)}321`,
  (word) => `!!${word}17081945`,
  (word) => `1998.${word}`,
  (word) => `${word}${word}1`,
  (word) => `${title(word)}${title(word)}99!`,
  (word) => `${reversed(word)}2026`,
  (word) => reversed(`${word}123!!`),
  (word) => `${word}qwerty`,
  (word) => `${word}!@#$%`,
  (word) => `${word}987654`,
  (word) => `${word}000000`,
  (word) => `${word}s12345`,
  (word, other) => word + other,
  (word, other) => `${title(word)}${title(other)}1`,
  (word, other) => `${title(word)} ${title(other)}`,
  (word, other) => `${word}-${other}2026`,
  ...Array.from({ length: 60 }, (_, n) => (word: string) => `${title(word)}${1965 + n}!`),
];

/** Each word in every variant, together with another word. */
const enumerated = () => {
  const words = [...new Set(commonWords())];
  const made = words.flatMap((word, n) => ways.map((way) => way(word, words[(n * 7 + 3) % words.length] ?? word)));
  return [...new Set(made)].filter((password) => password.length >= 10);
};

describe('common passwords', () => {
  it('include over a hundred thousand of ten characters or more, all refused', () => {
    const all = enumerated();
    expect(all.length).toBeGreaterThan(100_000);
    const sample = all.filter((_, index) => index % 23 === 0);
    expect(sample.filter((password) => !isCommonPassword(password))).toEqual([]);
  });

  it.each([
    'basketball',
    'BasketBall',
    'manchesterunited',
    'JustinBieber1',
    'spongebob2025',
    'tanyaaja123',
    'astaghfirullah',
    'LionelMessi10',
    'Welcome2026!',
    '!!password123',
    '12basketball3',
    'P@ssw0rd123!',
    'pässword2026',
    '1Q2w3E4r5T',
    '1qaz2wsx3edc',
    'qwerty123456',
    'asdfghjkl123',
    'poiuytrewq',
    'azertyuiop',
    '147258369147',
    '17081945!!',
    '1990-12-31-1990',
    '08123456789',
    'akucintakamu99',
    'sayangkuselamanya',
    'Bismillah123',
    'merdeka17081945',
    'drowssap2026',
    '!321drowssap',
    'passwordpasswordpassword',
    'budi budi budi 1',
    'dragonfootball7',
  ])('are detected by rule: %s', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  it.each([
    'correct horse battery staple',
    'kuda benar baterai staples',
    'seven quiet otters',
    'kucing merah terbang',
    'tiga kuda berenang',
    'tigakudaberenang',
    'kopi hujan jendela',
    'rumah biru di bukit',
    'turbidleopardfig',
    'kuda hijau berenang di atas awan',
    'Käse über Brötchen',
    '9jX!mq-2zL',
    '🐢🚲🌋🎷🥥🧵🪁🦔🍄🧭',
    'xkqvtrpwmz',
  ])('do not include passwords that are hard to guess: %s', (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });

  it('do not match random passwords, and any input is checked quickly', () => {
    const random = Array.from({ length: 2000 }, () => randomBytes(9).toString('base64'));
    expect(random.filter(isCommonPassword)).toEqual([]);
    for (const text of ['1a'.repeat(64), 'ㅏ가'.repeat(64), '0'.repeat(128), 'password'.repeat(16)])
      isCommonPassword(text);
  });
});
