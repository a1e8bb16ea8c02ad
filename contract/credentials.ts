// What gives access to an account beside its password. A person who resets the password chooses which of these to keep.

import { z } from 'zod';
import { mostPasskeys } from '#domain/passkeys.ts';
import { mostAccessTokens } from '#domain/tokens.ts';
import { day, id, instant } from './fields.ts';

/** The name of a passkey as its owner sees it. */
export const passkeyName = z
  .string()
  .nullable()
  .describe('Null if neither the authenticator nor the browser gave a name');

export const credentials = z
  .object({
    passkeys: z.array(z.object({ id, name: passkeyName, createdAt: instant, lastUsedAt: instant.nullable() })),
    tokens: z
      .array(z.object({ id, name: z.string(), lastUsedOn: day.nullable() }))
      .describe('Access tokens of programs'),
    sessions: z.array(z.object({ id, createdAt: instant, userAgent: z.string() })).describe('Always ended'),
  })
  .meta({ id: 'Credentials' });
export type Credentials = z.infer<typeof credentials>;

/** Input of a password reset by link: credentials that are not named are removed. */
export const keptCredentials = {
  keepPasskeyIds: z.array(id).max(mostPasskeys).default([]).describe('Passkeys to keep; all others are removed'),
  keepTokenIds: z.array(id).max(mostAccessTokens).default([]).describe('Access tokens to keep; all others are revoked'),
};
