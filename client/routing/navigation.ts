// Navigation between pages. The signed-out pages use the browser's history directly; once the application is loaded, its
// router takes over.

import { createStore, useStore } from '../storage.ts';

const currentPathname = () => (typeof window === 'undefined' ? '/' : window.location.pathname);

const pathnameStore = createStore({ pathname: currentPathname() });

type AppNavigator = { go: (href: string) => Promise<void>; preload: (href: string) => void };

const ownNavigator: AppNavigator = {
  async go(href) {
    window.history.pushState(null, '', href);
    updatePathname();
  },
  preload: () => {},
};

let appNavigator = ownNavigator;

/** Navigates to a path of this site. */
export const go = (href: string): Promise<void> => appNavigator.go(href);

/** The user points at a link: its page may be preloaded. */
export const preloadLink = (href: string): void => appNavigator.preload(href);

/** Replaces the current entry of the history. Only before the router has taken over. */
export function replaceUrl(href: string): void {
  window.history.replaceState(null, '', href);
  updatePathname();
}

/**
 * Called when the application is on the page, and not before: while it is only being loaded in the background, its router would
 * change the address and not the signed-out page. Returns what ends it.
 */
export function setNavigator(next: AppNavigator): () => void {
  appNavigator = next;
  return () => {
    appNavigator = ownNavigator;
  };
}

export const usePathname = (): string => useStore(pathnameStore).pathname;

/** Back and forward, until the router has taken over. */
export const listenToPopstate = (): void => window.addEventListener('popstate', updatePathname);

function updatePathname(): void {
  if (currentPathname() !== pathnameStore.get().pathname) pathnameStore.set({ pathname: currentPathname() });
}
