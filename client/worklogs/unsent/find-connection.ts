// Finds the connection again after one that was silent: for the browser it was never gone, and the live stream reports no error.

import { isConnected, reportConnection } from '../../connection.ts';
import { invalidateAll } from '../../queries.ts';

const intervalMs = 20_000;

/** Asks the server while it counts as out of reach, until the returned function is called. */
export function findConnectionAgain(): () => void {
  const timer = setInterval(async () => {
    if (isConnected()) return;
    const signal = AbortSignal.timeout(intervalMs / 2);
    const response = await fetch('/health', { method: 'HEAD', cache: 'no-store', signal }).catch(() => null);
    if (!response?.ok || isConnected()) return;
    reportConnection(true);
    // What changed meanwhile may not have arrived.
    void invalidateAll();
  }, intervalMs);
  return () => clearInterval(timer);
}
