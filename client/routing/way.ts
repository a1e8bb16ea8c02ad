// The way from page to page. The pages of the signed-out go it by the browser's history alone; once the application
// is there, its router leads.

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

/** Goes to a page of this site. */
export const go = (href: string): Promise<void> => guide.go(href);

/** Somebody points at a link: its page may be loaded ahead. */
export const point = (href: string): void => guide.point(href);

/** To a page in the place of this one. */
export function turnTo(href: string): void {
  window.history.replaceState(null, '', href);
  arrive();
}

/** The router leads from here on. */
export function leadBy(next: Guide): void {
  guide = next;
}

export const usePathname = (): string => useStore(place).pathname;

/** Back and forward, until the application listens itself. */
export const watchWay = (): void => window.addEventListener('popstate', arrive);

function arrive(): void {
  if (here() !== place.get().pathname) place.set({ pathname: here() });
}
