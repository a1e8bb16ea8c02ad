// The second factor of an account: an authenticator app, with recovery codes in case it is lost.
// Secrets and recovery codes are in one response and never again.

import { z } from 'zod';
import { normalizeCode, recoveryCodeCount } from '#domain/second-factor.ts';
import { endpoint } from './endpoint.ts';
import { instant, noContent, password } from './fields.ts';
import { session } from './identity.ts';

export const factorCode = z
  .string()
  .max(100)
  .transform(normalizeCode)
  .pipe(z.string().min(1))
  .describe('Six digits of the app, or a recovery code where allowed; spaces and dashes are ignored');

/** Authenticates a signed-in person again, for changes with effects beyond the session. */
export const reauthenticationFields = {
  currentPassword: password,
  code: factorCode.optional().describe('With a second factor: a code of the app, or a recovery code'),
};
export const reauthenticationReasons = [
  'password.wrong',
  'field.required',
  'factor.wrong-code',
  'factor.code-used',
  'factor.wrong-recovery-code',
] as const;

const recoveryCodes = z.object({
  recoveryCodes: z.array(z.string()).max(recoveryCodeCount).describe('Each works once; shown only here'),
});

export const secondFactorEndpoints = {
  completeSignIn: endpoint({
    method: 'POST',
    path: '/sign-in/second-factor',
    can: 'anyone',
    idempotencyScope: 'browser',
    rateLimit: 'code',
    summary: 'The second step of signing in: the code of the app, from the browser of the first step',
    input: z.strictObject({ code: factorCode }),
    output: session,
    refuses: ['factor.not-pending', 'factor.wrong-code', 'factor.code-used'],
  }),
  completeSignInByRecoveryCode: endpoint({
    method: 'POST',
    path: '/sign-in/recovery-code',
    can: 'anyone',
    idempotencyScope: 'browser',
    rateLimit: 'secret',
    summary: 'The second step of signing in, by a recovery code',
    input: z.strictObject({ code: factorCode }),
    output: session,
    refuses: ['factor.not-pending', 'factor.wrong-recovery-code'],
  }),
  getSecondFactor: endpoint({
    method: 'GET',
    path: '/account/second-factor',
    can: 'verified',
    summary: 'Whether a second factor is on, and how many recovery codes are left',
    input: z.strictObject({}),
    output: z.object({ turnedOnAt: instant.nullable(), recoveryCodesLeft: z.int() }),
  }),
  beginSecondFactor: endpoint({
    method: 'POST',
    path: '/account/second-factor',
    can: 'verified',
    rateLimit: 'confirm',
    returnsSecret: true,
    summary: 'A new secret for the app. Takes effect when its first code is sent',
    input: z.strictObject({ currentPassword: password }),
    output: z.object({
      secret: z.string().describe('Base32'),
      url: z.string().describe('otpauth: address, as in the QR code'),
    }),
    refuses: ['password.wrong', 'factor.already-on'],
  }),
  turnOnSecondFactor: endpoint({
    method: 'PUT',
    path: '/account/second-factor',
    can: 'verified',
    rateLimit: 'confirm',
    returnsSecret: true,
    summary: 'Turn on the second factor with the first code of the app; all other sessions end',
    input: z.strictObject({ code: factorCode }),
    output: recoveryCodes,
    refuses: ['factor.not-begun', 'factor.wrong-code'],
  }),
  turnOffSecondFactor: endpoint({
    method: 'POST',
    path: '/account/second-factor/turn-off',
    can: 'verified',
    rateLimit: 'confirm',
    summary: 'Turn off the second factor; needs the password and a code of the app or a recovery code',
    input: z.strictObject({ currentPassword: password, code: factorCode }),
    output: noContent,
    refuses: ['password.wrong', 'factor.not-on', 'factor.wrong-code', 'factor.code-used', 'factor.wrong-recovery-code'],
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/account/recovery-codes',
    can: 'verified',
    rateLimit: 'confirm',
    returnsSecret: true,
    summary: 'New recovery codes; the older ones stop working',
    input: z.strictObject({ currentPassword: password, code: factorCode }),
    output: recoveryCodes,
    refuses: ['password.wrong', 'factor.not-on', 'factor.wrong-code', 'factor.code-used', 'factor.wrong-recovery-code'],
  }),
};
