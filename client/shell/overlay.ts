import { useRef, useState } from 'react';

/** Open state of a dialog that is mounted open and so cannot restore the focus itself when it closes. */
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
