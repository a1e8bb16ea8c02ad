// Loads the chunks of pages. A chunk is missing most often because a new release replaced it: the app reloads once, and if that
// does not help it logs the error and shows it. While the server is unreachable nothing is reloaded, which would lose the app.
// Browsers cache a failed module import for the lifetime of the document, so that only a reload can retry it.

import { NoAnswer } from '../api.ts';
import { isReached } from '../live/connection.ts';
import { sessionKeep } from '../storage.ts';

const key = 'reloaded-for-page';

type Load = () => Promise<unknown>;

/** The server is reachable but does not have the chunk (any more). */
export class PageNotLoaded extends Error {
  /** An earlier import failed while the server was unreachable, so that the failure may only be the cached one. */
  readonly isOnlyLate: boolean;

  constructor(cause: unknown, { isOnlyLate }: { isOnlyLate: boolean }) {
    super('A page could not be loaded.', { cause });
    this.isOnlyLate = isOnlyLate;
  }
}

/** The server is unreachable. */
export class PageNotAsked extends NoAnswer {}

const failedWhileAway = new Set<Load>();

/** Also used for prefetching, so that nothing is reloaded here. */
export async function loadPage<T>(load: () => Promise<T>): Promise<{ default: T }> {
  if (!navigator.onLine) throw new PageNotAsked('The device is offline.');
  if (!isReached() && !(await isServerThere())) throw new PageNotAsked('The server is unreachable.');
  try {
    return { default: await load() };
  } catch (error) {
    const isUnreachable = !(await isServerThere());
    if (isUnreachable) failedWhileAway.add(load);
    if (isUnreachable) throw new PageNotAsked('The server is unreachable.', { cause: error });
    throw new PageNotLoaded(error, { isOnlyLate: failedWhileAway.has(load) });
  }
}

let isReloading = false;

/**
 * Reloads the app to show a page; returns whether it does. Once for each release (identified by the URL of this module),
 * because the same release would miss the same chunk again.
 */
export function reloadForPage(error: PageNotLoaded): boolean {
  if (isReloading) return true;
  if (error.isOnlyLate) return reload();
  const wasReloaded = sessionKeep.get(key) === import.meta.url;
  sessionKeep.set(key, import.meta.url);
  // Where session storage is denied, reloading could loop.
  if (wasReloaded || sessionKeep.get(key) !== import.meta.url) {
    console.error('A page could not be loaded, even after a reload.', error.cause);
    return false;
  }
  return reload();
}

export function reload(): true {
  isReloading = true;
  window.location.reload();
  return true;
}

export const isServerThere = (): Promise<boolean> =>
  fetch('/health', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
