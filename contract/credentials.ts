// What can open an account beside its password. Whoever sets a new password is asked about each.

import { z } from 'zod';
import { mostPasskeys } from '#domain/passkeys.ts';
import { mostAccessTokens } from '#domain/tokens.ts';
import { day, id, instant } from './fields.ts';

/** Of a passkey, for its owner. */
export const passkeyName = z.string().nullable().describe('Null where neither its keeper nor the browser told one');

export const credentials = z
  .object({
    passkeys: z.array(z.object({ id, name: passkeyName, createdAt: instant, lastUsedAt: instant.nullable() })),
    tokens: z
      .array(z.object({ id, name: z.string(), lastUsedOn: day.nullable() }))
      .describe('Access tokens of programs'),
    sessions: z.array(z.object({ id, createdAt: instant, userAgent: z.string() })).describe('They end in any case'),
  })
  .meta({ id: 'Credentials' });
export type Credentials = z.infer<typeof credentials>;

/** With a new password by an emailed link: what is not named is removed. */
export const keptCredentials = {
  keepPasskeyIds: z
    .array(id)
    .max(mostPasskeys)
    .default([])
    .describe('Passkeys that go on working; all others are removed'),
  keepTokenIds: z
    .array(id)
    .max(mostAccessTokens)
    .default([])
    .describe('Access tokens that go on working; all others are revoked'),
};
