import type { MouseEvent } from 'react';

/** For a native <dialog>: a click on the backdrop or on a link in it closes it. Escape is handled by the browser. */
export const closeOnBackdrop = (onClose: () => void) => ({
  onClick: ({ target, currentTarget }: MouseEvent) => {
    if (target === currentTarget || (target instanceof Element && target.closest('a'))) onClose();
  },
});
