// State of quick entry: whether it is open, and its text. Unsaved text is kept when it closes.

import type { Day } from '#domain/calendar.ts';
import { onUserChange } from '../auth.ts';
import { createStore, useStore } from '../storage.ts';

const closed: { isOpen: boolean; line: string; aside: readonly string[] } = { isOpen: false, line: '', aside: [] };
const store = createStore(closed);

onUserChange(() => store.set(closed));

export const useQuickEntry = () => useStore(store);

/** With the text that was kept. */
export const openQuickEntry = (): void => store.set({ ...store.get(), isOpen: true });

/** For a day, which is put before the kept text, or replaces the day there. */
export const openQuickEntryOn = (day: Day): void =>
  store.set({ ...store.get(), isOpen: true, line: `${day} ${store.get().line.replace(/^\d{4}-\d\d-\d\d /, '')}` });

/** With another text; the kept one is set aside. */
export const openQuickEntryWith = (line: string): void => {
  const { line: kept, aside } = store.get();
  store.set({ isOpen: true, line, aside: kept.trim() === '' || kept === line ? aside : [...aside, kept] });
};

/** The texts that were set aside, once: the panel lists them. */
export function takeTextsAside(): readonly string[] {
  const { aside } = store.get();
  if (aside.length > 0) store.set({ ...store.get(), aside: [] });
  return aside;
}

/** Called on every change: the dialog may be unmounted at any moment. */
export const saveQuickEntryText = (line: string): void => store.set({ ...store.get(), line });

export const closeQuickEntry = (line: string): void => store.set({ ...store.get(), isOpen: false, line });
