// The open modal dialogs, the last opened on top. Everything outside of the top one is inert.

import { createStore, useStore } from '../storage.ts';

const openModals = createStore<readonly HTMLDialogElement[]>([]);

export const addOpenModal = (dialog: HTMLDialogElement): void => openModals.set([...openModals.get(), dialog]);

export const removeOpenModal = (dialog: HTMLDialogElement): void =>
  openModals.set(openModals.get().filter((one) => one !== dialog));

/** What has to be usable while a dialog is open, such as a toast, is rendered into it. */
export const useTopModal = (): HTMLDialogElement | null => useStore(openModals).at(-1) ?? null;
