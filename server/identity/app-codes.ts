// The codes of authenticator apps (TOTP, RFC 6238), as all apps make them. Only arithmetic: what was used before and who
// may try is the business of second-factor.ts.

import { Secret, TOTP } from 'otpauth';
import { codeDigits, codePeriodSeconds, codeToleranceSteps } from '#domain/second-factor.ts';

/** 160 bits in Base32, as RFC 4226 recommends. */
export const newAppSecret = (): string => new Secret({ size: 20 }).base32;

/** What the QR code holds. */
export const appAddress = (secret: string, email: string): string => totpOf(secret, email).toString();

/** The time step in which this code is right, or null. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const totp = totpOf(secret);
  const delta = totp.validate({ token: code, timestamp, window: codeToleranceSteps });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

const totpOf = (secret: string, email = ''): TOTP =>
  new TOTP({
    issuer: 'Daybook',
    label: email,
    secret,
    algorithm: 'SHA1',
    digits: codeDigits,
    period: codePeriodSeconds,
  });
