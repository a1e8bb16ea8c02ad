import { useSyncExternalStore } from 'react';

/** From 1280 px a table has room for all of its columns. */
const roomy = watched('(min-width: 80em)');
/** From 960 px there is room for the drawer beside the page. */
const wide = watched('(min-width: 60em)');
/** Below 960 px rows become cards: columns would break their words. */
const narrow = watched('(max-width: 59.9375em)');
/** Below 600 px the primary action moves to the thumb. */
const phone = watched('(max-width: 37.4375em)');

export const useIsRoomy = (): boolean => useSyncExternalStore(roomy.subscribe, roomy.matches);

export const useIsWide = (): boolean => useSyncExternalStore(wide.subscribe, wide.matches);

export const useIsNarrow = (): boolean => useSyncExternalStore(narrow.subscribe, narrow.matches);

export const useIsPhone = (): boolean => useSyncExternalStore(phone.subscribe, phone.matches);

function watched(query: string) {
  const list = window.matchMedia(query);
  return {
    matches: () => list.matches,
    subscribe(listener: () => void) {
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
  };
}
