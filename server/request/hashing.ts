// argon2id behind a semaphore: two hashes at a time, a few waiting, the rest refused immediately. A flood of sign-ins then neither
// occupies both processors nor blocks the connections of the pool.

import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { refused } from './refused.ts';
import { createSemaphore } from './semaphore.ts';

/** OWASP's minimum recommendation: 19 MiB, two passes, one lane. About 40 ms on a small machine. */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const maxConcurrent = 2;

/** The last one waits about 200 ms; each occupies a connection, and the pool has twice as many. */
const maxWaiting = 6;

export type HashCost = { [Part in keyof typeof passwordCost]: number };

export type Hashing = {
  hash(password: string): Promise<string>;
  /** Always computes one hash: if none is stored (unknown address, no password), against a decoy, and returns false. */
  verify(password: string, stored: string | null): Promise<boolean>;
  /** Refuses if too many wait, so that the excess of a flood costs nothing else. */
  ensureCapacity(): void;
};

export function createHashing(cost: HashCost = passwordCost): Hashing {
  const semaphore = createSemaphore({
    atOnce: maxConcurrent,
    waiting: { max: maxWaiting, refusal: () => refused('server.unavailable', { params: { seconds: 1 } }) },
  });
  const decoy = hash(randomBytes(32).toString('base64'), cost);
  return {
    ensureCapacity: semaphore.ensureCapacity,
    hash: (password) => semaphore(() => hash(normalise(password), cost)),
    verify: (password, stored) =>
      semaphore(async () => {
        const isRight = await verify(stored ?? (await decoy), normalise(password)).catch(() => false);
        return isRight && stored !== null;
      }),
  };
}

/** Keyboards may compose the same characters differently. */
const normalise = (password: string): string => password.normalize('NFC');
