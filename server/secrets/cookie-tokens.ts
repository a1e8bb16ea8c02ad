// Tokens in our cookies: random, and stored only as hashes, so that a copy of the database gives no access.

import { createHash, randomBytes } from 'node:crypto';

export const newToken = (): string => randomBytes(32).toString('base64url');

/** The same hash as in open_request (SQL). */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');
