// Moves a toast up, so that it covers no submit button, filled button or bar of actions of what is open.

const covered = 'button[type="submit"], button[data-variant="filled"], [data-bottom-bar]';
const gapPx = 12;

/** Keeps the toast clear of them until it is removed. While it is used it stays: a click on a button that moves is lost. */
export function keepClear(toast: HTMLElement): void {
  const move = () => {
    const offset = clearOffset(toast);
    toast.style.translate = offset === 0 ? '' : `0 ${offset}px`;
  };
  const update = () => {
    if (!toast.isConnected) ending.abort();
    else if (!toast.matches(':hover, :focus-within')) move();
  };
  const ending = new AbortController();
  const { signal } = ending;
  window.addEventListener('scroll', update, { signal, capture: true, passive: true });
  window.addEventListener('resize', update, { signal });
  toast.addEventListener('pointerleave', update, { signal });
  // The page may become longer, a bar may appear.
  const observer = new MutationObserver(update);
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  signal.addEventListener('abort', () => observer.disconnect());
  move();
}

/** By how much it moves from its usual place; not at all where that would bring it into the upper half of the window. */
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
  return usual.top + moved < window.innerHeight / 2 ? 0 : moved;
}

function usualPlace(toast: HTMLElement): DOMRect {
  const { translate } = toast.style;
  toast.style.translate = '';
  const box = toast.getBoundingClientRect();
  toast.style.translate = translate;
  return box;
}
