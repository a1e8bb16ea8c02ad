import { expect, test } from 'vitest';
import { formatMinutes } from '#domain/duration.ts';
import { parseDuration } from './duration-text.ts';

test.each([
  ['8', 480],
  ['7.5', 450],
  ['7,5', 450],
  ['7:30', 450],
  ['07:30:00', 450],
  ['7h30', 450],
  ['7 h 30 m', 450],
  ['7 j 30 m', 450],
  ['7 jam 5 menit', 425],
  ['90 min', 90],
  ['45m', 45],
  ['24 H', 1440],
  ['0', 0],
])('"%s" is %i minutes', (typed, minutes) => {
  expect(parseDuration(typed)).toBe(minutes);
});

test.each(['', 'long', '-8', '7:60', '7:30:15', '7 h 30 h', '1.2.3', 'h'])('"%s" is invalid', (typed) => {
  expect(parseDuration(typed)).toBeNull();
});

test('a formatted duration is parsed as the same duration', () => {
  for (const locale of ['en', 'id'])
    for (const minutes of [1, 59, 60, 61, 450, 1440, 1500])
      expect(parseDuration(formatMinutes(minutes, locale))).toBe(minutes);
});
