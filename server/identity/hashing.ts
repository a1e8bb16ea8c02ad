// argon2id behind a gate: two hashes at a time, a few waiting, the rest refused at once. A flood of sign-ins then neither
// takes both processors from everybody else nor keeps the connections of the pool waiting.

import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { refused } from '../request/refused.ts';
import { createGate } from '../request/semaphore.ts';

/** OWASP's smallest recommendation: 19 MiB, two passes, one lane. About 40 ms on a small machine. */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const atOnce = 2;

/** The last one waits about 200 ms; each holds a connection, and the pool has twice as many. */
const mayWait = 6;

export type HashCost = { [Part in keyof typeof passwordCost]: number };

export type Hashing = {
  hash(password: string): Promise<string>;
  /** Always costs one hash: without a stored one (unknown address, no password) against a decoy, and is then false. */
  verify(password: string, stored: string | null): Promise<boolean>;
};

export function createHashing(cost: HashCost = passwordCost): Hashing {
  const gate = createGate({
    atOnce,
    waiting: { most: mayWait, refusal: () => refused('server.unavailable', { params: { seconds: 1 } }) },
  });
  const decoy = hash(randomBytes(32).toString('base64'), cost);
  return {
    hash: (password) => gate(() => hash(normal(password), cost)),
    verify: (password, stored) =>
      gate(async () => {
        const isRight = await verify(stored ?? (await decoy), normal(password)).catch(() => false);
        return isRight && stored !== null;
      }),
  };
}

/** The same password typed on another keyboard may arrive in another composition. */
const normal = (password: string): string => password.normalize('NFC');
