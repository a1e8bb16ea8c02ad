// Prefix of the document title: the sign of a running timer.

import { createStore, useStore } from '../storage.ts';

const prefixStore = createStore('');

export const setTitlePrefix = (prefix: string): void => prefixStore.set(prefix);

export const useTitlePrefix = (): string => useStore(prefixStore);
