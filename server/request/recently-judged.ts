// Who was judged a moment ago, by the same credentials for the same thing. Whoever asks for more than their share again and again
// waits, or is refused, without a transaction each time. What is then read is judged anew.

import type { Owner } from './fair-semaphore.ts';
import type { Call } from './pipeline.ts';

const rememberedMs = 2_000;

export function createKnownOwners(now: () => number = () => performance.now()) {
  const known = new Map<string, { owner: Owner; until: number }>();
  const forget = () => {
    for (const [key, { until }] of known) {
      if (until > now()) return;
      known.delete(key);
    }
  };
  return {
    find: (call: Call): Owner | null => {
      forget();
      return known.get(keyOf(call))?.owner ?? null;
    },
    remember: (call: Call, owner: Owner): void => {
      forget();
      const key = keyOf(call);
      // The oldest come first.
      known.delete(key);
      known.set(key, { owner, until: now() + rememberedMs });
    },
  };
}

const keyOf = ({ accessToken, sessionToken, path, endpoint }: Call): string =>
  JSON.stringify([accessToken ?? null, sessionToken, path, endpoint.path]);
