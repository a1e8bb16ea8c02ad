// Errors of the receipt store (full disk, unreachable bucket, wrong key): the person is asked to retry, the operator sees the cause.
// Also limits how many files this process handles concurrently.

import { RefusalError, refused } from '../request/refused.ts';
import { createSemaphore } from '../request/semaphore.ts';

export async function storing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RefusalError) throw error;
    throw notStored(error instanceof Error ? error : new Error(String(error)));
  }
}

/** `seconds` is long enough that browsers show the message instead of retrying automatically. */
export function notStored(cause: Error): RefusalError {
  const refusal = refused('receipt.not-stored', { params: { seconds: 30 } });
  refusal.cause = cause;
  return refusal;
}

/** Limits concurrent files, because each is in memory while it is inspected and stored. */
export const inTurn = createSemaphore({ atOnce: 4 });
