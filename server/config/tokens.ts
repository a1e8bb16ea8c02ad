// The claims token: where browsers send it, and for whom it is meant.

import { z } from 'zod';
import { isSafeTarget, matching } from './values.ts';

const schema = {
  TOKEN_SYNC_URL: z.string().refine(isSafeTarget).optional(),
  TOKEN_AUDIENCE: matching(/^[\x21-\x7e]{1,200}$/),
};

const tokenVariables = {
  TOKEN_SYNC_URL: {
    byDefault: 'none',
    means: 'URL to which browsers send the claims token: POST while signed in, DELETE on signing out. See docs/api.md.',
    mustBe: 'a web address that begins with https, or leads to this machine, such as https://example.com/session',
  },
  TOKEN_AUDIENCE: {
    byDefault: 'BASE_URL',
    means: 'For whom the claims token is meant: its `aud`.',
    mustBe: 'a name without spaces',
  },
} as const;

export type TokenConfig = { tokenSyncUrl: string | undefined; tokenAudience: string };

type Values = z.output<z.ZodObject<typeof schema>>;

export const claimsTokens = {
  schema,
  variables: tokenVariables,
  of: ({ TOKEN_SYNC_URL: url, TOKEN_AUDIENCE: audience }: Values, origin: string): TokenConfig => ({
    tokenSyncUrl: url === undefined ? undefined : new URL(url).href,
    tokenAudience: audience ?? origin,
  }),
};
