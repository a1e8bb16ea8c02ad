import { useSyncExternalStore } from 'react';
import { breakpointsPx, maxWidthBelow, minWidth } from './breakpoints.ts';

/** From 1280 px a table shows all of its columns. */
const large = mediaQuery(minWidth(breakpointsPx.large));
/** From 960 px the drawer is next to the page. */
const wide = mediaQuery(minWidth(breakpointsPx.medium));
/** Below 960 px rows become cards: columns would break words. */
const narrow = mediaQuery(maxWidthBelow(breakpointsPx.medium));
/** Below 600 px the primary action is at the bottom of the window. */
const phone = mediaQuery(maxWidthBelow(breakpointsPx.small));

export const useIsLargeScreen = (): boolean => useSyncExternalStore(large.subscribe, large.matches);

export const useIsWide = (): boolean => useSyncExternalStore(wide.subscribe, wide.matches);

/** A table beside the drawer, with room for its most important columns only. */
export function useIsNarrowTable(): boolean {
  const isWide = useIsWide();
  const isLargeScreen = useIsLargeScreen();
  return isWide && !isLargeScreen;
}

export const useIsNarrow = (): boolean => useSyncExternalStore(narrow.subscribe, narrow.matches);

export const useIsPhone = (): boolean => useSyncExternalStore(phone.subscribe, phone.matches);

function mediaQuery(query: string) {
  const list = window.matchMedia(query);
  return {
    matches: () => list.matches,
    subscribe(listener: () => void) {
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
  };
}
