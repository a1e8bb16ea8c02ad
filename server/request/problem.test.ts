import { expect, test } from 'vitest';
import { refuse } from '#domain/reasons.ts';
import { sentenceOf } from './problem.ts';

test.each([
  ['worklog.period-locked', { day: '2026-10-31' }, /up to 31 Oct 2026 is/, /sampai 31 Okt 2026 dikunci/],
  ['range.too-long', { maximum: 3_660 }, /at most 3,660 days/, /paling banyak 3\.660 hari/],
  ['worklog.too-long', { longestMinutes: 90 }, /at most 1 h 30 m/, /paling lama 1 j 30 m/],
] as const)('%s says %o as people of the language write it', (code, params, english, indonesian) => {
  const refusal = refuse(code, { params });
  expect(sentenceOf(refusal, 'en')).toMatch(english);
  expect(sentenceOf(refusal, 'id')).toMatch(indonesian);
});
