// What gives access to an account beside its password. A person who resets the password chooses which of these to keep.

import { z } from 'zod';
import { maxPasskeys } from '#domain/passkeys.ts';
import { maxSessions } from '#domain/sessions.ts';
import { maxAccessTokens } from '#domain/tokens.ts';
import { day, id, instant } from './fields.ts';

/** The name of a passkey as its owner sees it. */
export const passkeyName = z
  .string()
  .nullable()
  .describe('Null if neither the authenticator nor the browser gave a name');

export const accountCredentials = z
  .object({
    passkeys: z
      .array(z.object({ id, name: passkeyName, createdAt: instant, lastUsedAt: instant.nullable() }))
      .max(maxPasskeys),
    tokens: z
      .array(z.object({ id, name: z.string(), lastUsedOn: day.nullable() }))
      .max(maxAccessTokens)
      .describe('Access tokens of programs'),
    sessions: z
      .array(z.object({ id, createdAt: instant, userAgent: z.string() }))
      .max(maxSessions)
      .describe('Always ended'),
  })
  .meta({ id: 'Credentials' });
export type AccountCredentials = z.infer<typeof accountCredentials>;

/** Input of a password reset by link: credentials that are not named are removed. */
export const keepCredentialFields = {
  keepPasskeyIds: z.array(id).max(maxPasskeys).default([]).describe('Passkeys to keep; all others are removed'),
  keepTokenIds: z.array(id).max(maxAccessTokens).default([]).describe('Access tokens to keep; all others are revoked'),
};
