// A page's chunk that cannot be loaded is most often one that a new release replaced: the app reloads once, and if that
// does not help it logs the error and says so. Where the server is away nothing is reloaded: that would lose the app too.
// A browser never asks again for a module that failed, not even after years: only another document can have it.

import { NoAnswer } from '../api.ts';
import { isReached } from '../live/connection.ts';
import { sessionKeep } from '../storage.ts';

const key = 'reloaded-for-page';

type Load = () => Promise<unknown>;

/** The server has it not, or no longer. */
export class PageNotLoaded extends Error {
  /** It failed while the server was away, so nothing is known yet about a reload. */
  readonly isOnlyLate: boolean;

  constructor(cause: unknown, { isOnlyLate }: { isOnlyLate: boolean }) {
    super('A page could not be loaded.', { cause });
    this.isOnlyLate = isOnlyLate;
  }
}

/** The server is away. */
export class PageNotAsked extends NoAnswer {}

const failedWhileAway = new Set<Load>();

/** Also for a page that is only pointed at, so nothing is reloaded here. */
export async function loadPage<T>(load: () => Promise<T>): Promise<{ default: T }> {
  if (!navigator.onLine) throw new PageNotAsked('The device is offline.');
  if (!isReached() && !(await isServerThere())) throw new PageNotAsked('The server is away.');
  try {
    return { default: await load() };
  } catch (error) {
    const isAway = !(await isServerThere());
    if (isAway) failedWhileAway.add(load);
    if (isAway) throw new PageNotAsked('The server is away.', { cause: error });
    throw new PageNotLoaded(error, { isOnlyLate: failedWhileAway.has(load) });
  }
}

let isReloading = false;

/**
 * For a page that is to be shown: whether the app is being reloaded. Once for each release, which its own address tells:
 * the same release again would lack the same page again.
 */
export function reloadForPage(error: PageNotLoaded): boolean {
  if (isReloading) return true;
  if (error.isOnlyLate) return reload();
  const isTried = sessionKeep.get(key) === import.meta.url;
  sessionKeep.set(key, import.meta.url);
  // Where nothing can be kept, a reload could go on for ever.
  if (isTried || sessionKeep.get(key) !== import.meta.url) {
    console.error('A page could not be loaded, also after a reload.', error.cause);
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
