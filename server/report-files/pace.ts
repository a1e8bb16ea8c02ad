// Measures how fast a client reads a file. Only time in which the server waits for the client counts, not time spent in the
// database.

import { minBytesPerSecond, preemptibleAfterSeconds, slowClientWindowSeconds } from '#domain/report-files.ts';

export type Pace = ReturnType<typeof createPace>;

export function createPace(now: () => number = () => performance.now()) {
  const startedAt = now();
  let earlierWaitMs = 0;
  let bytes = 0;
  let sentAt: number | null = null;
  let window = { waited: 0, bytes: 0 };
  const waited = () => earlierWaitMs + (sentAt === null ? 0 : now() - sentAt);
  return {
    /** A chunk was sent: the server waits for the client until `taken`. */
    sent: (count: number): void => {
      bytes += count;
      sentAt = now();
    },
    taken: (): void => {
      earlierWaitMs = waited();
      sentAt = null;
    },
    /** Whether the client has read less than the minimum rate since the last window that met it. */
    isTooSlow: (): boolean => {
      const waitedMs = waited() - window.waited;
      if (waitedMs < slowClientWindowSeconds * 1_000) return false;
      if (bytes - window.bytes < (minBytesPerSecond * waitedMs) / 1_000) return true;
      window = { waited: waited(), bytes };
      return false;
    },
    /** Whether the server has mostly been waiting for the client. */
    isWaitingForClient: (): boolean => {
      const elapsed = now() - startedAt;
      return elapsed >= preemptibleAfterSeconds * 1_000 && waited() > elapsed / 2;
    },
    waitedMs: waited,
  };
}
