// Counter keys for all wrong guesses about an account (server/request/rate-limits.ts).

import { rateLimitKey } from './rate-limit-counters.ts';

export const passwordGuessKey = (userId: string): string => rateLimitKey('password', 'total', userId);

/** One per first step: somebody who stole the password cannot use up the guesses of the owner, who signs in by link. */
export const codeGuessKey = (userId: string, firstStep: 'password' | 'link'): string =>
  rateLimitKey('code', 'total', userId, firstStep);

/** All keys of an account; they are reset with a new password. */
export const guessKeysOf = (userId: string): string[] => [
  passwordGuessKey(userId),
  codeGuessKey(userId, 'password'),
  codeGuessKey(userId, 'link'),
];
