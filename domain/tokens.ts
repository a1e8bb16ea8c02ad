// Two kinds of token. An access token lets a program act for a person: it has at most the current rights of its owner, and
// never access to account, password, sessions, tokens and billing, so that it cannot extend its own life.
// The claims token identifies a person to other services; our own API does not accept it.

import { type Refusal, refuse } from './reasons.ts';

/** A month for trying out, a quarter for a project, a year at most, so that a forgotten token ends. */
export const accessTokenLifetimesDays = [30, 90, 365] as const;
export type AccessTokenLifetime = (typeof accessTokenLifetimesDays)[number];

/** Fits into one line of a list on a phone. */
export const maxAccessTokenNameLength = 60;

/** More than anybody needs; limits what one person can store. */
export const maxAccessTokens = 50;

/** How long an expired token is still listed, so that its owner sees why the program stopped. */
export const expiredTokenListedDays = 30;

/** `count`: tokens of the person, including expired ones that are still listed. */
export const accessTokenLimitRefusal = (count: number): Refusal | null =>
  count < maxAccessTokens ? null : refuse('token.too-many', { params: { maximum: maxAccessTokens } });

/** Services that trust the claims notice a deactivation after at most this time; the browser gets a new token with one request. */
export const claimsTokenLifetimeMinutes = 5;

/** Limits the damage of a stolen signing key; much longer than services cache the keys. */
export const signingKeyLifetimeDays = 30;

/**
 * A new key is published this long before it signs, and an old one this long after its last token has expired: services
 * cache the keys for minutes, and their clocks differ.
 */
export const signingKeyOverlapMinutes = 60;
