import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxPasswordLength, minPasswordLength } from './password-length.ts';
import { type PasswordFacts, passwordRefusal } from './passwords.ts';

const facts: PasswordFacts = {
  minLength: minPasswordLength,
  personal: ['Budi Santoso', 'budi.santoso@majujaya.co.id', 'PT Maju Jaya'],
};
const codeOf = (password: string, rest: Partial<PasswordFacts> = {}) =>
  passwordRefusal(password, { ...facts, ...rest })?.code ?? 'accepted';

describe('a password', () => {
  it.each([
    ['nine signs', '9jX!mq-2z', 'password.too-short'],
    ['ten signs', '9jX!mq-2zL', 'accepted'],
    ['ten signs that JavaScript counts as twenty', '🐢🚲🌋🎷🥥🧵🪁🦔🍄🧭', 'accepted'],
    ['nine of them', '🐢🚲🌋🎷🥥🧵🪁🦔🍄', 'password.too-short'],
    ['ten signs that are five once composed', 'éàüöñ'.normalize('NFD'), 'password.too-short'],
    ['a long pass phrase with spaces', 'kuda hijau berenang di atas awan', 'accepted'],
    ['as long as it may be', 'ab3-'.repeat(31).concat('wxyz'), 'accepted'],
    ['one more', 'ab3-'.repeat(31).concat('wxyz!'), 'password.too-long'],
    ['only small letters', 'turbidleopardfig', 'accepted'],
  ])('of %s is %s: %s', (_, password, expected) => {
    expect(codeOf(password)).toBe(expected);
  });

  it('is refused if attackers try it first', () => {
    expect(codeOf('basketball')).toBe('password.common');
  });

  it.each(['aaaaaaaaaaaa', 'abcabcabcabc', '0123456789', '9876543210', 'qwertyuiop', 'abcdefghijkl', 'poiuytrewq'])(
    'is refused if it is a pattern: %s',
    (password) => {
      expect(codeOf(password)).toBe('password.common');
    },
  );

  it.each([
    'budisantoso',
    'Budi Santoso',
    'BUDI.SANTOSO-2026!',
    'santosobudi99',
    'budi.santoso@majujaya.co.id',
    'MajuJaya2026!!',
    'bùdisantosó',
  ])('made of the name, the email address or the company is refused: %s', (password) => {
    expect(codeOf(password)).toBe('password.personal');
  });

  it('may contain a personal word together with enough others', () => {
    expect(codeOf('budi rides a green turtle')).toBe('accepted');
  });

  it('may be required to be longer than ten, but not shorter', () => {
    expect(codeOf('9jX!mq-2zL', { minLength: 15 })).toBe('password.too-short');
    expect(codeOf('9jX!mq-2z', { minLength: 4 })).toBe('password.too-short');
  });

  it('is refused with its field and the required length', () => {
    expect(passwordRefusal('short', facts, 'newPassword')).toEqual({
      code: 'password.too-short',
      path: 'newPassword',
      params: { minimum: 10 },
    });
  });

  it('is checked alike in every Unicode composition, and any text is accepted as input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 140 }), (password) => {
        const composed = passwordRefusal(password.normalize('NFC'), facts);
        expect(passwordRefusal(password.normalize('NFD'), facts)).toEqual(composed);
        const { length } = [...password.normalize('NFC')];
        if (length < minPasswordLength) expect(composed?.code).toBe('password.too-short');
        if (length > maxPasswordLength) expect(composed?.code).toBe('password.too-long');
      }),
    );
  });
});
