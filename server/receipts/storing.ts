// What can go wrong with the place where files lie: a full disk, a bucket that is away, a wrong key. The person is told to try
// again, the operator what it was. And a bound of what files may cost this process.

import { Refused, refused } from '../request/refused.ts';
import { createGate } from '../request/semaphore.ts';

export async function storing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw notStored(error instanceof Error ? error : new Error(String(error)));
  }
}

/** Seconds: long enough that no browser asks by itself while the person is told. */
export function notStored(cause: Error): Refused {
  const refusal = refused('receipt.not-stored', { params: { seconds: 30 } });
  refusal.cause = cause;
  return refusal;
}

/** A file is held in memory while it is looked at and stored. */
export const inTurn = createGate({ atOnce: 4 });
