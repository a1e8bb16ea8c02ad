// Moves the focus when something replaces what had it, such as a form the button that opened it, and back.

/** Focuses the first field of a mounted form. */
export const focusFirstField = (part: HTMLElement | null): void => part?.querySelector('input')?.focus();

/** Focuses the mounted element itself. */
export const focusSelf = (part: HTMLElement | null): void => part?.focus();

/** Where the element that had the focus is gone: focuses what replaces it, or else the page. */
export function focusInstead(after: Element | null | undefined): void {
  if (document.activeElement !== document.body) return;
  const place = after ?? document.getElementById('content');
  if (place instanceof HTMLElement) place.focus({ preventScroll: true });
}
