// A hint while a new password is typed. What the server would refuse is weak, by the same rules; nothing made of a few common
// words is strong, however long it is.

import { commonPartsCost } from './common-passwords.ts';
import { type PasswordFacts, passwordRefusal } from './passwords.ts';

export const passwordStrengths = ['weak', 'fair', 'good', 'strong'] as const;
export type PasswordStrength = (typeof passwordStrengths)[number];

export function passwordStrength(typed: string, facts: PasswordFacts): PasswordStrength {
  if (passwordRefusal(typed, facts) !== null) return 'weak';
  const password = typed.normalize('NFC');
  const level = Math.min(levelByBits(bitsOf(password)), levelByParts(commonPartsCost(password)));
  return passwordStrengths[level] ?? 'weak';
}

/** Corresponds to pass phrases of about two, three and four words. */
const levelByBits = (bits: number): number => [50, 65, 90].filter((least) => bits >= least).length;

/** Three common words are fair, four are good. */
const levelByParts = (cost: number): number => (cost < 16 ? 1 : cost <= 20 ? 2 : 3);

/** Estimated entropy; a step along the alphabet or a repetition adds nothing. */
function bitsOf(password: string): number {
  const points = [...password].map((sign) => sign.codePointAt(0) ?? 0);
  const surprises = points.filter((point, index) => Math.abs(point - (points[index - 1] ?? -9)) > 1).length;
  const alphabet = alphabets.reduce((size, [kind, letters]) => size + (kind.test(password) ? letters : 0), 1);
  return surprises * Math.log2(alphabet);
}

const alphabets: readonly (readonly [RegExp, number])[] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[^a-zA-Z\d]/, 33],
];
