// State of the toast: a message with an optional action, such as undo.

import { m } from '#locales/messages.js';
import { createStore, useStore } from './storage.ts';

export type ToastType = 'info' | 'success' | 'warning' | 'error';

type ToastAction = { label: string; run: () => void };

type Toast = {
  message: string;
  type: ToastType;
  isDisplayed: boolean;
  action: ToastAction | null;
  /** A second one, such as a note after the undo. */
  otherAction: ToastAction | null;
  /** Incremented with each message, so that the same text is announced again. */
  serial: number;
};

export const toastTimeoutMs = 5_000;

const toastStore = createStore<Toast>({
  message: '',
  type: 'info',
  isDisplayed: false,
  action: null,
  otherAction: null,
  serial: 0,
});

export const useToast = (): Toast => useStore(toastStore);

/** Number of open dialogs that cover the toast, so that its action cannot be used. */
const pauseStore = createStore(0);

export const useIsToastPaused = (): boolean => useStore(pauseStore) > 0;

/** Pauses the timeout of the toast until the returned function is called. */
export function pauseToast(): () => void {
  pauseStore.set(pauseStore.get() + 1);
  return () => pauseStore.set(pauseStore.get() - 1);
}

/** Setting a message displays it. */
export function showToast(
  message: string,
  { type = 'info', action = null, otherAction = null }: Partial<Pick<Toast, 'type' | 'action' | 'otherAction'>> = {},
) {
  toastStore.set({
    message,
    type,
    action,
    otherAction,
    isDisplayed: message !== '',
    serial: toastStore.get().serial + 1,
  });
}

export const hideToast = (): void => toastStore.set({ ...toastStore.get(), isDisplayed: false });

export const showSeatsToast = (): void => showToast(m.reason_plan_premium_required(), { type: 'warning' });
