// Whether the server is reached at the moment. Told by every request, by the live stream and by the browser.

import { createStore, useStore } from '../storage.ts';

const connectionStore = createStore({ isReached: true });

/** As far as is known. */
export const isReached = (): boolean => connectionStore.get().isReached;

export const useConnection = () => useStore(connectionStore);

export function reportConnection(isReached: boolean): void {
  if (connectionStore.get().isReached !== isReached) connectionStore.set({ isReached });
}

/** After a gap. */
export const onReachedAgain = (listener: () => void) =>
  connectionStore.subscribe(() => {
    if (connectionStore.get().isReached) listener();
  });

export function watchConnection(): void {
  window.addEventListener('offline', () => reportConnection(false));
  window.addEventListener('online', () => reportConnection(true));
}
