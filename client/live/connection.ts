// Whether the server is reachable, as reported by requests, the live stream and the browser.

import { createStore, useStore } from '../storage.ts';

const connectionStore = createStore({ isReached: true });

/** The last known state. */
export const isReached = (): boolean => connectionStore.get().isReached;

export const useConnection = () => useStore(connectionStore);

export function reportConnection(isReached: boolean): void {
  if (connectionStore.get().isReached !== isReached) connectionStore.set({ isReached });
}

/** Runs when the connection is back after a gap. */
export const onReachedAgain = (listener: () => void) =>
  connectionStore.subscribe(() => {
    if (connectionStore.get().isReached) listener();
  });

export function watchConnection(): void {
  window.addEventListener('offline', () => reportConnection(false));
  window.addEventListener('online', () => reportConnection(true));
}
