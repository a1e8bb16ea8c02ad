// Caches for a moment who was authorised, by credentials and resource. A client that keeps requesting more than its share then waits, or
// is refused, without a transaction each time. Reading the data authorises again.

import type { Endpoint } from '#contract/endpoint.ts';
import type { ApiRequest } from './call.ts';
import type { SlotOwner } from './fair-semaphore.ts';

const rememberedMs = 2_000;

type Resource = Pick<Endpoint, 'path'>;

export function createOwnerCache(now: () => number = () => performance.now()) {
  const known = new Map<string, { owner: SlotOwner; until: number }>();
  const deleteExpired = () => {
    for (const [key, { until }] of known) {
      if (until > now()) return;
      known.delete(key);
    }
  };
  return {
    find: (endpoint: Resource, request: ApiRequest): SlotOwner | null => {
      deleteExpired();
      return known.get(keyOf(endpoint, request))?.owner ?? null;
    },
    remember: (endpoint: Resource, request: ApiRequest, owner: SlotOwner): void => {
      deleteExpired();
      const key = keyOf(endpoint, request);
      // Keeps the oldest entries first.
      known.delete(key);
      known.set(key, { owner, until: now() + rememberedMs });
    },
  };
}

const keyOf = (endpoint: Resource, { accessToken, sessionToken, path }: ApiRequest): string =>
  JSON.stringify([accessToken ?? null, sessionToken, path, endpoint.path]);
