// The second factor: the format of its codes and the time limits of its steps. The server verifies the codes.

/** The defaults of all authenticator apps (RFC 6238). */
export const codeDigits = 6;
export const codePeriodSeconds = 30;

/** The clock of the phone may be wrong by half a minute. */
export const codeToleranceSteps = 1;

export const recoveryCodeCount = 10;

/** Time for the second step of signing in: long enough to look for the phone. */
export const secondStepMinutes = 10;

/** How long a new secret can be confirmed with its first code. */
export const factorSetupMinutes = 60;

/** The first steps of signing in, before the code is asked for. */
export const firstSteps = ['password', 'link'] as const;
export type FirstStep = (typeof firstSteps)[number];

/** Base 32 without letters that look like digits. */
const recoveryAlphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** 80 bits: `k3m7-9xqa-0tbw-5chn`. */
export const recoveryCodeBytes = 10;

export function recoveryCodeOf(random: Uint8Array): string {
  const bits = [...random].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = (bits.match(/.{5}/g) ?? []).map((five) => recoveryAlphabet[Number.parseInt(five, 2)]);
  return (letters.join('').match(/.{4}/g) ?? []).join('-');
}

/** Codes are compared without spaces, dashes, case and look-alike letters, because people type them by hand. */
export const normalizeCode = (typed: string): string =>
  typed.replaceAll(/[\s-]/g, '').toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1');

export const isAppCode = (code: string): boolean => new RegExp(`^\\d{${codeDigits}}$`).test(code);
