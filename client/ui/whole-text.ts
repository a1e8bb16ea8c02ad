import type { PointerEvent } from 'react';

/** Props of an element whose texts may be cut off: a pointer at one of them shows it whole, as a tooltip of the browser. */
export const wholeTextOnHover = {
  onPointerOver: ({ target, currentTarget }: PointerEvent) => {
    for (const text of currentTarget.children) {
      if (!(text instanceof HTMLElement) || !text.contains(target instanceof Node ? target : null)) continue;
      const isCutOff = text.scrollHeight > text.clientHeight || text.scrollWidth > text.clientWidth;
      text.title = isCutOff ? text.textContent : '';
    }
  },
};
