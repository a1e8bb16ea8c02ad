// What the document title shows besides the title of the route: the sign of a running timer, the name of what a page is about,
// and what is shown instead of a page.

import { useEffect } from 'react';
import { createStore, useStore } from '../storage.ts';

const prefixStore = createStore('');

const insteadStore = createStore<string | null>(null);

export const setTitlePrefix = (prefix: string): void => prefixStore.set(prefix);

export const useTitlePrefix = (): string => useStore(prefixStore);

const nameStore = createStore('');

/** The name of the project or person that the page is about, before the title of the route. */
export function useNameInTitle(name: string | undefined): void {
  useEffect(() => {
    nameStore.set(name ?? '');
    return () => nameStore.set('');
  }, [name]);
}

export const useTitleName = (): string => useStore(nameStore);

/** Null: the title of the route. */
export const setTitleInstead = (title: string | null): void => insteadStore.set(title);

export const useTitleInstead = (): string | null => useStore(insteadStore);
