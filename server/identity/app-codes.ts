// Codes of authenticator apps (TOTP, RFC 6238). Only computes them: replay protection and rate limits are in second-factor.ts.

import { Secret, TOTP } from 'otpauth';
import { codeDigits, codePeriodSeconds, codeToleranceSteps } from '#domain/second-factor.ts';

/** 160 bits in Base32, as RFC 4226 recommends. */
export const newAppSecret = (): string => new Secret({ size: 20 }).base32;

/** The otpauth URL in the QR code. */
export const otpauthUrl = (secret: string, email: string): string => totpOf(secret, email).toString();

/** The time step for which this code is valid, or null. */
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
