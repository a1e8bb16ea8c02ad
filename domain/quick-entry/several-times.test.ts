import { describe, expect, test } from 'vitest';
import { parseQuickEntry, splitByTimes } from './line.ts';

const read = (line: string) => parseQuickEntry(line, { today: '2026-11-16', locale: 'en', currency: 'IDR' });
const split = (line: string) => splitByTimes(line, read(line));

describe('several times in one line', () => {
  test.each([
    ['8-12, 13-17 masonry', ['8-12 masonry', '13-17 masonry']],
    ['masonry 8-12; 13-17', ['masonry 8-12', 'masonry 13-17']],
    [
      'yesterday 8-12 13:00-17:30 masonry // wall',
      ['yesterday 8-12 masonry // wall', 'yesterday 13:00-17:30 masonry // wall'],
    ],
    ['8-10, 10-12, 13-15', ['8-10', '10-12', '13-15']],
    ['8-12 masonry', ['8-12 masonry']],
    ['masonry 2h', ['masonry 2h']],
  ])('"%s" is a line for each', (line, lines) => {
    expect(read(line).unclear).toEqual([]);
    expect(split(line)).toEqual(lines);
  });

  test('each line reads as the same worklog at its own times', () => {
    const [first, second] = split('8-12, 13-17 masonry yesterday // wall').map(read);
    expect(first).toMatchObject({ day: '2026-11-15', words: 'masonry', notes: 'wall', times: { start: '08:00' } });
    expect(second).toMatchObject({ day: '2026-11-15', words: 'masonry', notes: 'wall', times: { start: '13:00' } });
  });

  test('an amount is spent once', () => {
    expect(split('8-12, 13-17 masonry 35k').map((line) => read(line).amount)).toEqual(['35000', null]);
  });

  test.each(['8-12, 11-17', '13-17, 8-12', '22-6 +1, 05:00-07:00'])('"%s" contradicts itself', (line) => {
    expect(read(line).unclear).toMatchObject([{ doubt: 'twice' }]);
  });

  test('a duration beside several times is not the duration of all of them', () => {
    expect(read('8-12, 13-17, 4h').unclear).toEqual([]);
    expect(read('8-12, 13-17, 8h').unclear).toMatchObject([{ doubt: 'twice' }]);
  });
});
