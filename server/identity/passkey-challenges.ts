// Challenges that an authenticator signs: random, for one purpose and one browser, valid for some minutes, used once.
// The browser is identified by its cookie; one without a cookie gets a token that is not a session and gives no access.

import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { challengeLifetimeMinutes } from '#domain/passkeys.ts';
import type { Config } from '../config/config.ts';
import type { AnyContext } from '../request/context.ts';
import { refused } from '../request/refused.ts';
import { newToken, tokenHash } from '../secrets/cookie-tokens.ts';

type Purpose = 'add' | 'sign-in';

/** The host that passkeys belong to. */
export const relyingParty = ({ baseUrl }: Config): string => new URL(baseUrl).hostname;

export async function issueChallenge(ctx: AnyContext, purpose: Purpose): Promise<string> {
  const token = ctx.sessionToken ?? newToken();
  const challenge = randomBytes(32).toString('base64url');
  const { expiresAt } = await ctx.db
    .insertInto('passkeyChallenges')
    .values({
      // A hash, as for all one-time secrets.
      challenge: tokenHash(challenge),
      purpose,
      browserHash: tokenHash(token),
      expiresAt: sql<Date>`now() + make_interval(mins => ${challengeLifetimeMinutes})`,
    })
    .returning('expiresAt')
    .executeTakeFirstOrThrow();
  // An existing cookie stays: it may identify a person who has registered and not yet verified their address.
  if (ctx.sessionToken === null) ctx.setSession({ token, expiresAt });
  return challenge;
}

/** Consumes the challenge named in the client data. A later refusal in the request rolls it back. */
export async function consumeChallenge(ctx: AnyContext, purpose: Purpose, clientData: string): Promise<string> {
  const challenge = challengeIn(clientData);
  const consumed = await ctx.db
    .deleteFrom('passkeyChallenges')
    .where('challenge', '=', tokenHash(challenge))
    .where('purpose', '=', purpose)
    .where('browserHash', '=', tokenHash(ctx.sessionToken ?? ''))
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning('challenge')
    .executeTakeFirst();
  if (!consumed) throw refused('passkey.not-verified');
  return challenge;
}

function challengeIn(clientData: string): string {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8'));
    const isObject = typeof parsed === 'object' && parsed !== null && 'challenge' in parsed;
    const challenge = isObject ? parsed.challenge : null;
    return typeof challenge === 'string' && /^[\w-]+$/.test(challenge) ? challenge : '';
  } catch {
    return '';
  }
}
