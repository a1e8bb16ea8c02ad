// How quickly a reader takes a file. Only time in which the server waited for the reader counts: a slow database is not the
// reader's fault.

import { paceWindowSeconds, slowestBytesPerSecond, yieldsAfterSeconds } from '#domain/report-files.ts';

export type Pace = ReturnType<typeof createPace>;

export function createPace(now: () => number = () => performance.now()) {
  const began = now();
  let waitedBefore = 0;
  let bytes = 0;
  let givenAt: number | null = null;
  let window = { waited: 0, bytes: 0 };
  const waited = () => waitedBefore + (givenAt === null ? 0 : now() - givenAt);
  return {
    /** A piece was handed over: the reader is waited for until `taken`. */
    given: (count: number): void => {
      bytes += count;
      givenAt = now();
    },
    taken: (): void => {
      waitedBefore = waited();
      givenAt = null;
    },
    /** Whether less than the slowest pace was taken since the last window that held it. */
    isTooSlow: (): boolean => {
      const waitedMs = waited() - window.waited;
      if (waitedMs < paceWindowSeconds * 1_000) return false;
      if (bytes - window.bytes < (slowestBytesPerSecond * waitedMs) / 1_000) return true;
      window = { waited: waited(), bytes };
      return false;
    },
    /** Whether the reader, and nothing else, is what the file mostly waits for. */
    isHeldUp: (): boolean => {
      const elapsed = now() - began;
      return elapsed >= yieldsAfterSeconds * 1_000 && waited() > elapsed / 2;
    },
    waitedMs: waited,
  };
}
