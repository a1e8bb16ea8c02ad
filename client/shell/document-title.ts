// What the document title shows besides the title of the route: the sign of a running timer, and what is shown instead of a page.

import { createStore, useStore } from '../storage.ts';

const prefixStore = createStore('');

const insteadStore = createStore<string | null>(null);

export const setTitlePrefix = (prefix: string): void => prefixStore.set(prefix);

export const useTitlePrefix = (): string => useStore(prefixStore);

/** Null: the title of the route. */
export const setTitleInstead = (title: string | null): void => insteadStore.set(title);

export const useTitleInstead = (): string | null => useStore(insteadStore);
