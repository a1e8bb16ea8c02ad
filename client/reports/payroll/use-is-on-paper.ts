import { useSyncExternalStore } from 'react';

const paper = window.matchMedia('print');

const subscribe = (listener: () => void) => {
  paper.addEventListener('change', listener);
  return () => paper.removeEventListener('change', listener);
};

/** While the page is printed. */
export const useIsOnPaper = (): boolean => useSyncExternalStore(subscribe, () => paper.matches);
