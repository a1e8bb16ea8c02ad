// When a password is accepted: by its length, and if it is not among the first guesses of an attacker. No rules about kinds
// of characters, as they make passwords worse. Characters are code points after NFC, so an emoji or an ä counts as one.

import { isCommonPassword } from './common-passwords.ts';
import { maxPasswordLength, minPasswordLength } from './password-length.ts';
import { type Refusal, refuse } from './reasons.ts';

export type PasswordFacts = {
  minLength: number;
  /** Name, email address and companies of the person. */
  personal: readonly string[];
};

/** `path` names the field that the password was typed into. */
export function passwordRefusal(typed: string, facts: PasswordFacts, path = 'password'): Refusal | null {
  const password = typed.normalize('NFC');
  const length = [...password].length;
  const requiredLength = Math.max(facts.minLength, minPasswordLength);
  if (length < requiredLength) return refuse('password.too-short', { path, params: { minimum: requiredLength } });
  if (length > maxPasswordLength) return refuse('password.too-long', { path, params: { maximum: maxPasswordLength } });
  if (isMadeOf(password, facts.personal)) return refuse('password.personal', { path });
  if (isPattern(password) || isCommonPassword(password)) return refuse('password.common', { path });
  return null;
}

/** Personal words are allowed as a part; a password that consists of almost nothing else is refused. */
function isMadeOf(password: string, personal: readonly string[]): boolean {
  const rest = personal
    .flatMap(wordsOf)
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, word) => left.replaceAll(word, ''), plain(password));
  return rest !== plain(password) && [...rest.replaceAll(/[^\p{L}]/gu, '')].length < minOtherLetters;
}

/** With fewer letters besides the name ("budi.santoso-2026!x") the rest is what every attacker appends. */
const minOtherLetters = 4;

/** For "Budi Santoso" or budi.santoso@example.co.id: the whole text, with and without separators, and its parts of three letters or more. */
function wordsOf(text: string): string[] {
  const parts = plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => [...part].length >= 3);
  return [plain(text), ...parts, parts.join('')].filter((word) => word !== '');
}

/** Without case and accents. */
const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** One piece repeated ("abcabcabcabc"), or a walk along an alphabet or keyboard ("0987654321", "qwertyuiop"). */
function isPattern(password: string): boolean {
  const text = plain(password);
  if (/^(.{1,4}?)\1+$/su.test(text)) return true;
  return walks.some((walk) => walk.includes(text) || [...walk].toReversed().join('').includes(text));
}

const walks = [
  '0123456789012345678901234567890123456789',
  'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
];
