// Ref callbacks that move the focus when a form replaces the button that opened it, and back.

/** Focuses the first field of a mounted form. */
export const focusFirstField = (part: HTMLElement | null): void => part?.querySelector('input')?.focus();

/** Focuses the mounted element itself. */
export const focusSelf = (part: HTMLElement | null): void => part?.focus();
