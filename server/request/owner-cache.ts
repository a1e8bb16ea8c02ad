// Caches for a moment who was authorised, by credentials and resource. A client that keeps requesting more than its share then waits, or
// is refused, without a transaction each time. Reading the data authorises again.

import type { SlotOwner } from './fair-semaphore.ts';
import type { Call } from './pipeline.ts';

const rememberedMs = 2_000;

export function createOwnerCache(now: () => number = () => performance.now()) {
  const known = new Map<string, { owner: SlotOwner; until: number }>();
  const deleteExpired = () => {
    for (const [key, { until }] of known) {
      if (until > now()) return;
      known.delete(key);
    }
  };
  return {
    find: (call: Call): SlotOwner | null => {
      deleteExpired();
      return known.get(keyOf(call))?.owner ?? null;
    },
    remember: (call: Call, owner: SlotOwner): void => {
      deleteExpired();
      const key = keyOf(call);
      // Keeps the oldest entries first.
      known.delete(key);
      known.set(key, { owner, until: now() + rememberedMs });
    },
  };
}

const keyOf = ({ accessToken, sessionToken, path, endpoint }: Call): string =>
  JSON.stringify([accessToken ?? null, sessionToken, path, endpoint.path]);
