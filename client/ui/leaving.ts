import type { MouseEvent } from 'react';

/** For a dialog of the browser: a press beside it, or on a link in it, leaves. Escape closes it by itself. */
export const leaving = (onLeave: () => void) => ({
  onClick: ({ target, currentTarget }: MouseEvent) => {
    if (target === currentTarget || (target instanceof Element && target.closest('a'))) onLeave();
  },
});
