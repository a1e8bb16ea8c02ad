// For what could not be fetched while the server was away: asked again as soon as there is one.

import { useEffect } from 'react';
import { onReachedAgain } from '../live/connection.ts';
import { isServerThere } from './page-loading.ts';

const askAgainMs = 5_000;

/** A device says that it is online before it is, so the server itself is asked. Null waits for nothing. */
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
