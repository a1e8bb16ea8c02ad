// The time by the clock of the server. The clock of a device may be wrong by hours; by how much is measured while there is a
// connection (worklogs/unsent/sending.ts) and applied later, when there is none.

import { createPersistentStore } from './storage.ts';

/** A smaller difference may be the time that the response took. */
const toleratedMs = 5_000;

const aheadStore = createPersistentStore<number>('clock-ahead', (stored) => (typeof stored === 'number' ? stored : 0));

/** `aheadMs`: how far the clock of the server is ahead of the clock of this device. */
export function acceptClock(aheadMs: number): void {
  const ahead = Math.abs(aheadMs) < toleratedMs ? 0 : Math.round(aheadMs);
  if (ahead !== aheadStore.get()) aheadStore.set(ahead);
}

export const serverNow = (): number => Date.now() + aheadStore.get();
