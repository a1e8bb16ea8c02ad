// Whether quick entry is open, over whatever screen, and what stands in its line. What was typed and not saved stays there.

import { onForget } from '../auth.ts';
import { createStore, useStore } from '../storage.ts';

const closed = { isOpen: false, line: '' };
const store = createStore(closed);

onForget(() => store.set(closed));

export const useQuickEntry = () => useStore(store);

/** With a line to begin with, or with the one that was left. */
export const openQuickEntry = (line?: string): void => store.set({ isOpen: true, line: line ?? store.get().line });

/** What is typed is kept while it is typed: the dialog may be gone at any moment. */
export const keepQuickLine = (line: string): void => store.set({ ...store.get(), line });

export const closeQuickEntry = (line: string): void => store.set({ isOpen: false, line });
