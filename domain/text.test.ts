import { expect, test } from 'vitest';
import { hasHiddenCharacters, isVisible } from './text.ts';

test.each(['\n', '\t', '\u0000', '\u0007', '\u001b', '\u007f', '\u0085', '\u2028', '\u202e', '\u2066', '\u2069'])(
  'the sign %j is refused',
  (sign) => {
    expect(hasHiddenCharacters(`a${sign}b`)).toBe(true);
  },
);

test.each([
  'Ac\u200bme',
  'Acme\u200b',
  '\ufeffAcme',
  'Ac\u00adme',
  'Ac\u2060me',
  'Ac\u2063me',
  'Ac\u3164me',
  'Ac\u2800me',
  'Ac\uffa0me',
  'Ac\u200dme',
  'Acme\u200c',
  'Acme \u200dLtd',
  'Ac\u{e0041}me',
  'Ac\u{1d173}me',
])('the name %j looks like another one and is refused', (name) => {
  expect(hasHiddenCharacters(name)).toBe(true);
});

test.each([
  'Ayşe',
  '❤️\u200d🔥 Team',
  '1\ufe0f\u20e3 One',
  '葛\u{e0100}城',
  'ශ්\u200dරී',
  'ᠮᠣᠩᠭᠣᠯ\u180eᠠ',
  'نیلوفر می\u200cخواهم',
  'क्\u200dष',
  '👩\u200d🚀',
  'שלום \u200f',
  'O’Neil-Ødegård',
  '山田',
  '۵۰\u200cساله',
])('the name %s has no hidden characters and is accepted', (name) => {
  expect([hasHiddenCharacters(name), isVisible(name)]).toEqual([false, true]);
});

test.each(['\u200b', '\u200b\u200d\ufeff', '\u2060 \u00a0', '\u3164', '\u2800', '\u0301', '\u00ad'])(
  'the text %j is not seen',
  (text) => {
    expect(isVisible(text)).toBe(false);
  },
);
