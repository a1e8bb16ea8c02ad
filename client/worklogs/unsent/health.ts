// Asks the server whether it responds, beside the requests of the page.

import { isConnected, reportConnection } from '../../connection.ts';
import { invalidateAll } from '../../queries.ts';

const pollIntervalMs = 20_000;

/** Null without a response in time. */
export const requestHealth = (limitMs: number): Promise<Response | null> =>
  fetch('/health', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(limitMs) }).catch(() => null);

/**
 * Asks the server while it counts as out of reach, until the returned function is called. For the browser, a connection that was
 * silent was never lost: it sends no event when it works again, and the live stream reports no error.
 */
export function findConnectionAgain(): () => void {
  const timer = setInterval(async () => {
    if (isConnected()) return;
    const response = await requestHealth(pollIntervalMs / 2);
    if (!response?.ok || isConnected()) return;
    reportConnection(true);
    // What changed meanwhile may not have arrived.
    void invalidateAll();
  }, pollIntervalMs);
  return () => clearInterval(timer);
}
