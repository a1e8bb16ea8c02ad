// Retries what could not be loaded while the server was unreachable.

import { useEffect } from 'react';
import { onReconnect } from '../connection.ts';
import { isServerReachable } from './page-loading.ts';

const pollMs = 5_000;

/** Requests the server itself, because browsers report `online` too early. Null: nothing to wait for. */
export function usePollUntilReachable(callback: (() => void) | null): void {
  useEffect(() => {
    if (!callback) return;
    const check = () => runIfReachable(callback);
    const timer = setInterval(check, pollMs);
    const stop = onReconnect(check);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [callback]);
}

export async function runIfReachable(callback: () => void): Promise<void> {
  if (navigator.onLine && (await isServerReachable())) callback();
}
