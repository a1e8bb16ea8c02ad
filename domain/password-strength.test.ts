import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commonWords } from './common-passwords.ts';
import { minPasswordLength } from './password-length.ts';
import { passwordStrength, passwordStrengths } from './password-strength.ts';
import { passwordRefusal } from './passwords.ts';

const facts = { minLength: minPasswordLength, personal: ['Budi Santoso', 'budi.santoso@majujaya.co.id'] };

describe('a new password', () => {
  it.each([
    ['9jX!mq-2z', 'weak'],
    ['abcdefghijklm', 'weak'],
    ['budisantoso1', 'weak'],
    ['0123456789xy', 'weak'],
    ['P@ssw0rd2026!!', 'weak'],
    ['BasketballBasketballBasketball', 'weak'],
    ['Dragon!Football!2026', 'fair'],
    ['sayangkuselamanya', 'weak'],
    ['passwordwelcomedragon', 'fair'],
    ['Password Welcome Dragon 1!', 'fair'],
    ['passwordwelcomedragonfootball', 'good'],
    ['password welcome dragon football monkey sunshine', 'strong'],
    ['turbidleopardfig', 'good'],
    ['9jX!mq-2zLw?k4', 'strong'],
    ['kuda hijau berenang', 'strong'],
  ])('%s looks %s', (password, strength) => {
    expect(passwordStrength(password, facts)).toBe(strength);
  });

  it('is shown as weak if it would be refused, whatever the variant of common words', () => {
    const word = fc.constantFrom(...commonWords());
    const change = fc.constantFrom(
      (text: string) => text.toUpperCase(),
      (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`,
      (text: string) => text.replaceAll('a', '@').replaceAll('o', '0').replaceAll('e', '3'),
      (text: string) => [...text].toReversed().join(''),
      (text: string) => text + text,
    );
    const around = fc.constantFrom('', '!', '2026', '17081945', '123!', 'qwerty', '__', '99');
    const made = fc.tuple(around, change, word, word, around).map(([a, of, one, two, z]) => a + of(one + two) + z);
    let refused = 0;
    fc.assert(
      fc.property(made, (password) => {
        const isRefused = passwordRefusal(password, facts) !== null;
        if (isRefused) refused += 1;
        if (isRefused) expect(passwordStrength(password, facts)).toBe('weak');
      }),
      { numRuns: 300 },
    );
    expect(refused).toBeGreaterThan(30);
  });

  it('is never shown as weaker after another character that is not the next of a sequence', () => {
    const sign = fc.constantFrom(...'dgjpvkqx');
    fc.assert(
      fc.property(fc.array(sign, { minLength: 12, maxLength: 60 }), (signs) => {
        const rank = (text: string) => passwordStrengths.indexOf(passwordStrength(text, { ...facts, personal: [] }));
        const text = signs.join('');
        expect(rank(`${text}!`)).toBeGreaterThanOrEqual(rank(text));
      }),
    );
  });
});
