// The on-screen keyboard must not hide the field that is being typed into.

import { useEffect } from 'react';

const fields = 'input, textarea, select, [contenteditable]';
const marginPx = 8;

/** When the visible part of the window becomes smaller, the focused field is scrolled into it. */
export function useFieldInSight(): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    let before = viewport.height;
    const follow = () => {
      const isSmaller = viewport.height < before;
      before = viewport.height;
      if (isSmaller) requestAnimationFrame(() => showFocusedField(viewport));
    };
    viewport.addEventListener('resize', follow);
    return () => viewport.removeEventListener('resize', follow);
  }, []);
}

function showFocusedField(viewport: VisualViewport): void {
  const field = document.activeElement;
  if (!(field instanceof HTMLElement) || !field.matches(fields)) return;
  const { top, bottom, left, width } = field.getBoundingClientRect();
  const end = viewport.offsetTop + viewport.height;
  const isOutside = top < viewport.offsetTop + marginPx || bottom > end - marginPx;
  // Sticky buttons of the form may cover it.
  const above = document.elementFromPoint(left + width / 2, Math.min(bottom, end) - marginPx);
  if (isOutside || (above && !field.contains(above) && !above.contains(field)))
    field.scrollIntoView({ block: 'center' });
}
