// The claims token: a short-lived signed JWT that identifies a person, with their current roles, to other services. Our own API does
// not accept it (decision 012): here rights are looked up in the database.

import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { tokenEndpoints } from '#contract/tokens.ts';
import { claimsTokenLifetimeMinutes } from '#domain/tokens.ts';
import { sessionResponse } from '../identity/session-response.ts';
import type { Handlers } from '../request/pipeline.ts';
import { ensureFound } from '../request/refused.ts';
import { getSigningKey, signingAlgorithm } from './signing-keys.ts';

export const claimsHandlers: Pick<Handlers<typeof tokenEndpoints>, 'getClaimsToken'> = {
  async getClaimsToken(ctx) {
    const { user, roles } = await sessionResponse(ctx, ctx.person.id);
    const { uid, email, emailVerified, customClaims } = ensureFound(user, 'session.missing');
    const { kid, privateKey } = await getSigningKey(ctx.db, ctx.config.appSecret);
    const issuedAt = Math.floor(ctx.now.getTime() / 1000);
    const expiresAt = issuedAt + claimsTokenLifetimeMinutes * 60;
    const claims = { uid, email, email_verified: emailVerified, planType: customClaims.planType, roles };
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: signingAlgorithm, kid, typ: 'JWT' })
      .setSubject(uid)
      .setIssuer(ctx.config.baseUrl)
      .setAudience(ctx.config.tokenAudience)
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt)
      .setJti(randomUUID())
      .sign(privateKey);
    return { token, expiresAt: new Date(expiresAt * 1000).toISOString() };
  },
};
