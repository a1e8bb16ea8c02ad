// Two kinds of token. An access token lets a program act for a person: it never has more rights than its owner has at that
// moment, and never those that would let it outlive its owner's will: account, password, sessions, tokens, billing.
// The claims token tells other services who somebody is. Our own API never accepts it, so no right outlives its end here.

import { type Refusal, refuse } from './reasons.ts';

/** A month for trying out, a quarter for a project, a year at most: a forgotten token does not live for ever. */
export const accessTokenLifetimesDays = [30, 90, 365] as const;
export type AccessTokenLifetime = (typeof accessTokenLifetimesDays)[number];

/** One line of a list on a phone. */
export const accessTokenNameLength = { maximum: 60 };

/** More programs than anybody tends; an end to what one person can store. */
export const mostAccessTokens = 50;

/** How long an expired token is still listed, so that its owner learns why the program stopped. */
export const expiredTokenShownDays = 30;

/** `held`: tokens of the person, expired ones that are still listed included. */
export const tokenLimitRefusal = (held: number): Refusal | null =>
  held < mostAccessTokens ? null : refuse('token.too-many', { params: { maximum: mostAccessTokens } });

/** A service that trusts the claims learns of a deactivation no later than this; a new one costs a browser one request. */
export const claimsTokenLifetimeMinutes = 5;

/** What a thief of one signing key can do ends by itself; rarer than services fetch the keys by far. */
export const signingKeyLifetimeDays = 30;

/**
 * A new key is published this long before it signs, and an old one this long after its last token is dead: services keep
 * what they fetched for minutes, and their clocks differ.
 */
export const signingKeyOverlapMinutes = 60;
