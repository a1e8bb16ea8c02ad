import { describe, expect, test } from 'vitest';
import { parseQuickEntry, splitByTimes } from './line.ts';

const read = (line: string) => parseQuickEntry(line, { today: '2026-11-21', locale: 'en', currency: 'IDR' });

describe('tags', () => {
  test.each([
    ['2h masonry #urgent', ['urgent']],
    ['#urgent #on-site, #URGENT 2h', ['URGENT', 'on-site']],
    ['2h #"night shift" masonry', ['night shift']],
    ['2h #“night shift, rework” masonry', ['night shift', 'rework']],
    ['2h masonry // see #later', []],
    ['2h fix #123 C#', []],
    [`2h #${'x'.repeat(90)}`, ['x'.repeat(90)]],
  ])('%s has %j', (line, tags) => {
    expect(read(line).tags).toEqual(tags);
  });

  test('are not among the words and the notes, and stay in each of several times', () => {
    expect(read('2h masonry #"night shift" #x "north wall"')).toMatchObject({ words: 'masonry', notes: 'north wall' });
    expect(read('2h fix #123').words).toBe('fix #123');
    const twice = '8-12, 13-17 masonry #"night shift"';
    expect(splitByTimes(twice, read(twice))).toEqual(['8-12 masonry #"night shift"', '13-17 masonry #"night shift"']);
  });
});
