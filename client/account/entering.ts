// Where a form takes the place of the button that opened it, and back: the focus follows.

/** The first field of what has just appeared. */
export const enterForm = (part: HTMLElement | null): void => part?.querySelector('input')?.focus();

/** The way back in after the form has gone, or what came of it. */
export const takeFocus = (part: HTMLElement | null): void => part?.focus();
