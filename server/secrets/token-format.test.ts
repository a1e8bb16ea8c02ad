import { expect, test } from 'vitest';
import { accessTokenHash, isAccessToken, newAccessToken } from './token-format.ts';

const known = 'daybook_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcd0omAup';

test('a token has a prefix and a checksum for scanners, and no two are equal', () => {
  const tokens = Array.from({ length: 200 }, newAccessToken);
  expect(new Set(tokens).size).toBe(200);
  for (const token of tokens) {
    expect(token).toMatch(/^daybook_[0-9A-Za-z]{46}$/);
    expect(isAccessToken(token)).toBe(true);
  }
});

test('the checksum is the published one: CRC-32 of the forty characters, in base 62', () => {
  expect(isAccessToken(known)).toBe(true);
});

test('a text with one wrong letter is not a token', () => {
  const spoilt = [...known].map(
    (letter, index) => known.slice(0, index) + (letter === '7' ? '8' : '7') + known.slice(index + 1),
  );
  expect(spoilt.filter(isAccessToken)).toEqual([]);
  for (const text of ['', 'daybook_', known.slice(0, -1), `${known}0`, known.toUpperCase(), ` ${known}`])
    expect(isAccessToken(text)).toBe(false);
});

test('only a hash is stored', () => {
  expect(accessTokenHash(known)).toHaveLength(32);
  expect(accessTokenHash(known).toString('latin1')).not.toContain('0123456789');
});
