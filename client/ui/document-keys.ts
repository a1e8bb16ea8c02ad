import { useEffectEvent, useLayoutEffect } from 'react';

/** Listens from the commit that shows the page: after a passive effect, a key pressed at that moment would be lost. */
export function useDocumentKeys(listen: (event: KeyboardEvent) => void): void {
  const press = useEffectEvent(listen);
  useLayoutEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

/** What is beneath an open dialog gets no keys, wherever the focus is. */
export const isDialogOpen = (): boolean =>
  document.querySelector('[role=dialog][aria-modal=true], dialog[open]') !== null;

/** Keys belong to an open menu or other popup, also in a dialog. */
export const isPopupOpen = (): boolean => document.querySelector('[popover=auto]:popover-open') !== null;
