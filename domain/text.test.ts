import { expect, test } from 'vitest';
import { hasControlCharacters, isVisible } from './text.ts';

test.each(['\n', '\t', '\u0000', '\u0007', '\u001b', '\u007f', '\u0085', '\u2028', '\u202e', '\u2066', '\u2069'])(
  'the sign %j is a control',
  (sign) => {
    expect(hasControlCharacters(`a${sign}b`)).toBe(true);
  },
);

test.each(['Ayşe', 'نیلوفر می\u200cخواهم', 'क्\u200dष', '👩\u200d🚀', 'שלום \u200f', 'O’Neil-Ødegård', '山田'])(
  'the name %s has none, and is seen',
  (name) => {
    expect([hasControlCharacters(name), isVisible(name)]).toEqual([false, true]);
  },
);

test.each(['\u200b', '\u200b\u200d\ufeff', '\u2060 \u00a0', '\u3164', '\u2800', '\u0301', '\u00ad'])(
  'the text %j is not seen',
  (text) => {
    expect(isVisible(text)).toBe(false);
  },
);
