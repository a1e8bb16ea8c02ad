import type { KeyboardEvent } from 'react';

/** For a field of a form in which Enter does not submit; Ctrl or ⌘ with Enter does, as in every form (client/start.ts). */
export const preventEnter = (event: KeyboardEvent): void => {
  if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault();
};
