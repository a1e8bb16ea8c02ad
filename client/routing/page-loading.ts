// Loads the chunks of pages. A chunk is missing most often because a new release replaced it: the app reloads once, and if that
// does not help it logs the error and shows it. While the server is unreachable nothing is reloaded, which would lose the app.
// Browsers cache a failed module import for the lifetime of the document, so that only a reload can retry it.

import { NetworkError } from '../api.ts';
import { isConnected } from '../connection.ts';
import { tabStorage } from '../storage.ts';

const key = 'reloaded-for-page';

type Load = () => Promise<unknown>;

/** The server is reachable but does not have the chunk (any more). */
export class PageNotLoaded extends Error {
  /** An earlier import failed while the server was unreachable, so that the failure may only be the cached one. */
  readonly mayBeCached: boolean;

  constructor(cause: unknown, { mayBeCached }: { mayBeCached: boolean }) {
    super('A page could not be loaded.', { cause });
    this.mayBeCached = mayBeCached;
  }
}

/** The server is unreachable. */
export class PageUnreachable extends NetworkError {}

const failedWhileUnreachable = new Set<Load>();

/** Also used for prefetching, so that nothing is reloaded here. */
export async function loadPage<T>(load: () => Promise<T>): Promise<{ default: T }> {
  // A service worker may have stored it.
  if (!navigator.serviceWorker?.controller) {
    if (!navigator.onLine) throw new PageUnreachable('The device is offline.');
    if (!isConnected() && !(await isServerReachable())) throw new PageUnreachable('The server is unreachable.');
  }
  try {
    return { default: await load() };
  } catch (error) {
    const isUnreachable = !(await isServerReachable());
    if (isUnreachable) failedWhileUnreachable.add(load);
    if (isUnreachable) throw new PageUnreachable('The server is unreachable.', { cause: error });
    throw new PageNotLoaded(error, { mayBeCached: failedWhileUnreachable.has(load) });
  }
}

let isReloading = false;

/**
 * Reloads the app to show a page; returns whether it does. Once for each release (identified by the URL of this module),
 * because the same release would miss the same chunk again.
 */
export function reloadForNewRelease(error: PageNotLoaded): boolean {
  if (isReloading) return true;
  if (error.mayBeCached) return reloadApp();
  const wasReloaded = tabStorage.get(key) === import.meta.url;
  tabStorage.set(key, import.meta.url);
  // Where session storage is denied, reloading could loop.
  if (wasReloaded || tabStorage.get(key) !== import.meta.url) {
    console.error('A page could not be loaded, even after a reload.', error.cause);
    return false;
  }
  return reloadApp();
}

export function reloadApp(): true {
  isReloading = true;
  window.location.reload();
  return true;
}

export const isServerReachable = (): Promise<boolean> =>
  fetch('/health', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
