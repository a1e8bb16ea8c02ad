import { useRef, useState } from 'react';

/** A dialog that arrives already open, so it cannot know where the focus was: it goes back there when it closes. */
export function useOverlay() {
  const [isOpen, setOpen] = useState(false);
  const before = useRef<Element | null>(null);
  return {
    isOpen,
    open: () => {
      before.current = document.activeElement;
      setOpen(true);
    },
    close: () => {
      setOpen(false);
      if (before.current instanceof HTMLElement) before.current.focus();
    },
  };
}
