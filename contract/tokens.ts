// Access tokens, with which programs call this API for a person, and the claims token, which identifies the person to other
// services. Only the person can create and revoke them, in the browser, never with a token.

import { z } from 'zod';
import { accessTokenLifetimesDays, maxAccessTokenNameLength, maxAccessTokens } from '#domain/tokens.ts';
import { endpoint } from './endpoint.ts';
import { day, id, instant, noContent, requiredText } from './fields.ts';
import { reauthenticationFields, reauthenticationReasons } from './second-factor.ts';

export const accessToken = z
  .object({
    id,
    name: z.string(),
    companyId: id.nullable().describe('The only company that it gives access to; null: every company of its owner'),
    isReadOnly: z.boolean(),
    createdAt: instant,
    expiresAt: instant,
    lastUsedOn: day.nullable().describe('Day (UTC) of the last request, or null'),
  })
  .meta({ id: 'AccessToken' });
export type AccessToken = z.infer<typeof accessToken>;

export const tokenEndpoints = {
  getClaimsToken: endpoint({
    method: 'GET',
    path: '/token',
    can: 'verified',
    summary: 'A signed token that identifies the person to other services; this API does not accept it',
    input: z.strictObject({}),
    output: z.object({
      token: z.string().describe('JWT, ES256; public keys at /.well-known/jwks.json'),
      expiresAt: instant,
    }),
  }),
  listAccessTokens: endpoint({
    method: 'GET',
    path: '/account/tokens',
    can: 'verified',
    summary: 'Access tokens of the person, newest first; expired ones for a while',
    input: z.strictObject({}),
    output: z.object({ tokens: z.array(accessToken).max(maxAccessTokens) }),
  }),
  createAccessToken: endpoint({
    method: 'POST',
    path: '/account/tokens',
    can: 'verified',
    rateLimit: 'confirm',
    returnsSecret: true,
    summary: 'Create an access token; its text is only in this response',
    input: z.strictObject({
      name: requiredText(maxAccessTokenNameLength).describe('What it is for'),
      lifetimeDays: z.union(accessTokenLifetimesDays.map((days) => z.literal(days))),
      companyId: id.nullable().default(null),
      isReadOnly: z.boolean().default(false),
      ...reauthenticationFields,
    }),
    output: z.object({ token: z.string(), accessToken }),
    refuses: [...reauthenticationReasons, 'company.missing', 'token.too-many'],
  }),
  revokeAccessToken: endpoint({
    method: 'DELETE',
    path: '/account/tokens/{tokenId}',
    can: 'verified',
    summary: 'Revoke an access token',
    input: z.strictObject({ tokenId: id }),
    output: noContent,
  }),
};
