// Navigation between pages. The signed-out pages use the browser's history directly; once the application is loaded, its
// router takes over.

import { createStore, useStore } from '../storage.ts';

const here = () => (typeof window === 'undefined' ? '/' : window.location.pathname);

const place = createStore({ pathname: here() });

type Guide = { go: (href: string) => Promise<void>; point: (href: string) => void };

let guide: Guide = {
  async go(href) {
    window.history.pushState(null, '', href);
    arrive();
  },
  point: () => {},
};

/** Navigates to a path of this site. */
export const go = (href: string): Promise<void> => guide.go(href);

/** The user points at a link: its page may be preloaded. */
export const point = (href: string): void => guide.point(href);

/** Replaces the current entry of the history. Only before the router has taken over. */
export function turnTo(href: string): void {
  window.history.replaceState(null, '', href);
  arrive();
}

/** Called by the router when it takes over. */
export function leadBy(next: Guide): void {
  guide = next;
}

export const usePathname = (): string => useStore(place).pathname;

/** Back and forward, until the router has taken over. */
export const watchWay = (): void => window.addEventListener('popstate', arrive);

function arrive(): void {
  if (here() !== place.get().pathname) place.set({ pathname: here() });
}
