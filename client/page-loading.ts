// A page's chunk that cannot be loaded is most often one that a new release replaced: the app reloads once, and if that
// does not help it logs the error and says so. Where the server is away nothing is reloaded: that would lose the app too.

import { NoAnswer } from './api.ts';
import { sessionKeep } from './storage.ts';

const key = 'reloaded-for-page';

export class PageNotLoaded extends Error {}

/** Also for a page that is only pointed at, so nothing is reloaded here. */
export async function loadPage<T>(load: () => Promise<T>): Promise<{ default: T }> {
  try {
    return { default: await load() };
  } catch (error) {
    if (!(await isServerThere())) throw new NoAnswer('A page could not be asked for.', { cause: error });
    throw new PageNotLoaded('A page could not be loaded.', { cause: error });
  }
}

let isReloading = false;

/**
 * For a page that is to be shown: whether the app is being reloaded. Once for each release, which its own address tells:
 * the same release again would lack the same page again.
 */
export function reloadForPage(error: PageNotLoaded): boolean {
  if (isReloading) return true;
  const isTried = sessionKeep.get(key) === import.meta.url;
  sessionKeep.set(key, import.meta.url);
  // Where nothing can be kept, a reload could go on for ever.
  if (isTried || sessionKeep.get(key) !== import.meta.url) {
    console.error('A page could not be loaded, also after a reload.', error.cause);
    return false;
  }
  isReloading = true;
  window.location.reload();
  return true;
}

const isServerThere = (): Promise<boolean> =>
  fetch('/health', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
