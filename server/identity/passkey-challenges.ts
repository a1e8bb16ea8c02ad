// What an authenticator is asked to sign: random, for one purpose, for the browser that asked, for some minutes, once.
// The browser is known by its cookie. One without gets a token that is no session and opens nothing.

import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { challengeMinutes } from '#domain/passkeys.ts';
import type { Config } from '../config/config.ts';
import type { AnyContext } from '../request/context.ts';
import { refused } from '../request/refused.ts';
import { newToken, tokenHash } from './cookie-tokens.ts';

type Purpose = 'add' | 'sign-in';

/** The host that passkeys belong to. */
export const relyingParty = ({ baseUrl }: Config): string => new URL(baseUrl).hostname;

export async function issueChallenge(ctx: AnyContext, purpose: Purpose): Promise<string> {
  const token = ctx.sessionToken ?? newToken();
  const challenge = randomBytes(32).toString('base64url');
  const { expiresAt } = await ctx.db
    .insertInto('passkeyChallenges')
    .values({
      // A hash, as of everything that is good for one use.
      challenge: tokenHash(challenge),
      purpose,
      browserHash: tokenHash(token),
      expiresAt: sql<Date>`now() + make_interval(mins => ${challengeMinutes})`,
    })
    .returning('expiresAt')
    .executeTakeFirstOrThrow();
  // A cookie that is there stays as it is: it may be that of somebody who has registered and not yet verified.
  if (ctx.sessionToken === null) ctx.setSession({ token, expiresAt });
  return challenge;
}

/** Uses up the challenge that this answer claims to be for. A refusal later in the request gives it back. */
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
