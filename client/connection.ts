// Whether the server is reachable, as reported by requests, the live stream and the browser.

import { createStore, useStore } from './storage.ts';

const connectionStore = createStore({ isReachable: true });

/** The last known state. */
export const isConnected = (): boolean => connectionStore.get().isReachable;

export const useConnection = () => useStore(connectionStore);

export function reportConnection(isReachable: boolean): void {
  if (connectionStore.get().isReachable !== isReachable) connectionStore.set({ isReachable });
}

/** Runs when the connection is back after a gap. */
export const onReconnect = (listener: () => void) =>
  connectionStore.subscribe(() => {
    if (connectionStore.get().isReachable) listener();
  });

export function listenToConnection(): void {
  window.addEventListener('offline', () => reportConnection(false));
  window.addEventListener('online', () => reportConnection(true));
}
