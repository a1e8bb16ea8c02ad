import { expect, test } from 'vitest';
import { hasHiddenCharacters, isVisible, singleSpaced, trimmed } from './text.ts';

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
  'Ac\u034fme',
  'Acme\ufe0f',
  'Ac\ufe00me',
  'Acme\u{e0100}',
  'Ac\u200eme',
  'Acme \u200fLtd',
  'Acme\u061c',
  'Ac\u115fme',
  'Ac\u1160me',
  'Ac\u180bme',
  '1\ufe0f Acme',
  '山\u200d田',
  '山\u034f田',
  '葛\u{e0100}\u{e0100}城',
  'นา\u200cยก',
  '지\u200d민',
  'שלום\u200e',
  'של\u200fום',
  'שלום \u200f\u200fא',
  'سا\u200d\u200dره',
  'عل\u200dی',
  'علی\u200c',
  'का\u200cम',
  'राम\u200d',
  'ᠮᠣᠩᠭᠣᠯ\u180e',
  '👩\u200d',
  '👩\u200d Team',
  '🔥\ufe0f\ufe0f',
  '🏴\u{e0041}\u{e007f}',
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
  'שלום \u200f(Acme)',
  'רחוב 5\u200e-7',
  'ه\u200d. ق',
  'ರಾಜೇಶ್\u200c',
  'র\u200d্যাব',
  'ശ്രീകുമാര\u200d്',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} Office',
  '👍🏽 Team',
  'Acme™\ufe0f',
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

test.each([
  ['  Acme ', 'Acme'],
  ['\u200eAcme\u200f', 'Acme'],
  [' \u061c \u200eאבג\u200f \u200f', 'אבג'],
  ['Ac\u200eme', 'Ac\u200eme'],
  ['ರಾಜೇಶ್\u200c', 'ರಾಜೇಶ್\u200c'],
  ['👩‍🚀', '👩‍🚀'],
  ['\u200f', ''],
  ['', ''],
])('%j without what surrounds it is %j', (typed, name) => {
  expect(trimmed(typed)).toBe(name);
});

test.each([
  ['Alpha  Beta', 'Alpha Beta'],
  ['Alpha\u00a0Beta', 'Alpha Beta'],
  ['山田\u3000\u3000太郎', '山田 太郎'],
  [' \u200e Alpha \u2009\u202f Beta ', 'Alpha Beta'],
  ['Alpha\tBeta', 'Alpha\tBeta'],
  ['Cafe\u0301 M\u00fcller', 'Caf\u00e9 M\u00fcller'],
  ['', ''],
])('%j with single spaces is %j', (typed, name) => {
  expect(singleSpaced(typed)).toBe(name);
});
