// The second factor: how its codes look and how long the steps between may take. What a code opens is the server's.

/** Of an authenticator app, as all of them make it: six digits, a new one every half minute. */
export const codeDigits = 6;
export const codePeriodSeconds = 30;

/** A clock may be half a minute wrong, either way. */
export const codeToleranceSteps = 1;

export const recoveryCodeCount = 10;

/** Long enough to look for the telephone. */
export const secondStepMinutes = 10;

/** How long a secret that was shown waits for its first code. */
export const setupMinutes = 60;

/** The two things that a browser may have proven before the code is asked for. */
export const firstSteps = ['password', 'link'] as const;
export type FirstStep = (typeof firstSteps)[number];

/** Without letters that look like digits. */
const recoveryAlphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** 80 bits, which nobody guesses: `k3m7-9xqa-0tbw-5chn`. */
export const recoveryCodeBytes = 10;

export function recoveryCodeOf(random: Uint8Array): string {
  const bits = [...random].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = (bits.match(/.{5}/g) ?? []).map((five) => recoveryAlphabet[Number.parseInt(five, 2)]);
  return (letters.join('').match(/.{4}/g) ?? []).join('-');
}

/** As it is compared: spaces, dashes, capitals and look-alikes are how people copy. */
export const normalizeCode = (typed: string): string =>
  typed.replaceAll(/[\s-]/g, '').toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1');

export const isAppCode = (code: string): boolean => new RegExp(`^\\d{${codeDigits}}$`).test(code);
