// Under which keys all wrong guesses about an account are counted (server/request/rate-limits.ts).

import { keyOf } from '../request/throttle.ts';

export const passwordGuessKey = (userId: string): string => keyOf('password', 'total', userId);

/** Apart for each first step: a thief of the password uses up nothing of who proves the mailbox. */
export const codeGuessKey = (userId: string, way: 'password' | 'link'): string => keyOf('code', 'total', userId, way);

/** With a new password, nothing that was guessed before counts. */
export const guessKeysOf = (userId: string): string[] => [
  passwordGuessKey(userId),
  codeGuessKey(userId, 'password'),
  codeGuessKey(userId, 'link'),
];
