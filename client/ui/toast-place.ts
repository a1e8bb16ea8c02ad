// Moves a toast up, so that it covers no submit button, filled button or bar of actions of what is open.

const covered = 'button[type="submit"], button[data-variant="filled"], [data-bottom-bar]';
const gapPx = 12;

/** Keeps the toast clear of them until it is removed. */
export function keepClear(toast: HTMLElement): void {
  const move = () => {
    if (!toast.isConnected) return ending.abort();
    const offset = clearOffset(toast);
    toast.style.translate = offset === 0 ? '' : `0 ${offset}px`;
  };
  // The page may become longer, a bar may appear. What somebody is about to press does not move under the pointer: the click would be lost.
  const moveUnlessUsed = () => toast.matches(':hover, :focus-within') || move();
  const ending = new AbortController();
  const { signal } = ending;
  window.addEventListener('scroll', move, { signal, capture: true, passive: true });
  window.addEventListener('resize', move, { signal });
  toast.addEventListener('pointerleave', move, { signal });
  const observer = new MutationObserver(moveUnlessUsed);
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  signal.addEventListener('abort', () => observer.disconnect());
  move();
}

/**
 * By how much it moves from its usual place; not at all where that would bring it into the upper half of the window. Above a bar of
 * actions it may be higher, because an on-screen keyboard leaves little of the window.
 */
function clearOffset(toast: HTMLElement): number {
  const usual = usualPlace(toast);
  const place = toast.closest('dialog') ?? document;
  const boxes = [...place.querySelectorAll(covered)]
    .filter((element) => !toast.contains(element) && element.checkVisibility({ visibilityProperty: true }))
    .map((element) => element.getBoundingClientRect())
    .filter(({ left, right, height }) => height > 0 && left < usual.right && right > usual.left)
    .toSorted((one, other) => other.bottom - one.bottom);
  const moved = boxes.reduce(
    (by, { top, bottom }) =>
      bottom + gapPx > usual.top + by && top - gapPx < usual.bottom + by ? top - gapPx - usual.bottom : by,
    0,
  );
  const least = window.innerHeight / (place.querySelector('[data-bottom-bar]') ? 4 : 2);
  return usual.top + moved < least ? 0 : moved;
}

function usualPlace(toast: HTMLElement): DOMRect {
  const { translate } = toast.style;
  toast.style.translate = '';
  const box = toast.getBoundingClientRect();
  toast.style.translate = translate;
  return box;
}
