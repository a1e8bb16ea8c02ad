import { expect, test } from 'vitest';
import { newAppSecret, otpauthUrl, stepOfCode } from './app-codes.ts';

/** RFC 6238, appendix B: the secret "12345678901234567890" with SHA-1; its eight digits, shortened to six. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1000);

test.each([
  [59, '287082', 1],
  [1_111_111_109, '081804', 37_037_036],
  [20_000_000_000, '353130', 666_666_666],
])('the code of second %i is that of RFC 6238', (second, code, step) => {
  expect(stepOfCode(secret, code, at(second))).toBe(step);
});

test('a clock may be wrong by half a minute in either direction, and no more', () => {
  const step = 37_037_036;
  const steps = [-2, -1, 0, 1, 2].map((wrong) => stepOfCode(secret, '081804', at((step + wrong) * 30 + 15)));
  expect(steps).toEqual([null, step, step, step, null]);
});

test('secrets are long and random, and their otpauth URL has the format of the apps', () => {
  const [one, other] = [newAppSecret(), newAppSecret()];
  expect(one).toMatch(/^[A-Z2-7]{32}$/);
  expect(one).not.toBe(other);
  const url = new URL(otpauthUrl(one, 'ayu+1@example.test'));
  expect(`${url.protocol}//${url.host}`).toBe('otpauth://totp');
  expect(decodeURIComponent(url.pathname)).toBe('/Daybook:ayu+1@example.test');
  expect(url.searchParams.get('secret')).toBe(one);
});
