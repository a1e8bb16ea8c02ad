// The tokens in our cookies: random, and stored as hashes only, so that a copy of the database opens nothing.

import { createHash, randomBytes } from 'node:crypto';

export const newToken = (): string => randomBytes(32).toString('base64url');

/** As open_request computes it in SQL. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');
