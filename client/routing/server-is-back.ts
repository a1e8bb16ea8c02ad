// Retries what could not be loaded while the server was unreachable.

import { useEffect } from 'react';
import { onReachedAgain } from '../live/connection.ts';
import { isServerThere } from './page-loading.ts';

const askAgainMs = 5_000;

/** Requests the server itself, because browsers report `online` too early. Null: nothing to wait for. */
export function useServerIsBack(act: (() => void) | null): void {
  useEffect(() => {
    if (!act) return;
    const check = () => actIfThere(act);
    const timer = setInterval(check, askAgainMs);
    const stop = onReachedAgain(check);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [act]);
}

export async function actIfThere(act: () => void): Promise<void> {
  if (navigator.onLine && (await isServerThere())) act();
}
