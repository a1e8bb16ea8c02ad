// State of quick entry: whether it is open, and its text. Unsaved text is kept when it closes.

import { onUserChange } from '../auth.ts';
import { createStore, useStore } from '../storage.ts';

const closed = { isOpen: false, line: '' };
const store = createStore(closed);

onUserChange(() => store.set(closed));

export const useQuickEntry = () => useStore(store);

/** With the given text, or with the one that was kept. */
export const openQuickEntry = (line?: string): void => store.set({ isOpen: true, line: line ?? store.get().line });

/** Called on every change: the dialog may be unmounted at any moment. */
export const saveQuickEntryText = (line: string): void => store.set({ ...store.get(), line });

export const closeQuickEntry = (line: string): void => store.set({ isOpen: false, line });
