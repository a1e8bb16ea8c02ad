// A page's chunk that cannot be loaded is most often one that a new release replaced: the app reloads once, and if that
// does not help it logs the error and says so.

import { sessionKeep } from './storage.ts';

const key = 'reloaded-for-page';

export class PageNotLoaded extends Error {}

export async function loadPage<T>(load: () => Promise<T>): Promise<{ default: T }> {
  try {
    const page = await load();
    sessionKeep.remove(key);
    return { default: page };
  } catch (error) {
    if (sessionKeep.get(key) === null && navigator.onLine) {
      sessionKeep.set(key, true);
      window.location.reload();
      return new Promise(() => {});
    }
    sessionKeep.remove(key);
    console.error('A page could not be loaded, also after a reload.', error);
    throw new PageNotLoaded('A page could not be loaded.', { cause: error });
  }
}
