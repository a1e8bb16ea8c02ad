// What can go wrong with the place where files lie: a full disk, a bucket that is away, a wrong key. The person is told to try
// again, the operator what it was. And a bound of what files may cost this process.

import { Refused, refused } from '../refused.ts';

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

/** A file is held in memory while it is looked at and stored; so many at once, and the others wait for their turn. */
const mostAtOnce = 4;
let running = 0;
const waiting: (() => void)[] = [];

export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
