// Single-key shortcuts of a page. Ignores keys in text fields and open popups, key repeats, and keys with modifiers.

import { isDialogOpen, isPopupOpen, useDocumentKeys } from '../ui/document-keys.ts';
import { isShortcutDisabled } from '../ui/shortcuts.ts';

type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat' | 'defaultPrevented' | 'target' | 'preventDefault'
>;

const fields = 'input, textarea, select, [contenteditable]';

type Shortcuts = Readonly<Record<string, () => void>>;

/** Runs the action of the key and prevents its default. */
export function runShortcut(event: KeyPress, keys: Shortcuts): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return;
  if (isShortcutDisabled(event) || isPopupOpen()) return;
  if (event.target instanceof Element && event.target.closest(fields)) return;
  const run = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!run) return;
  event.preventDefault();
  run();
}

/** Active while the page is shown and no dialog is open. */
export function usePageShortcuts(keys: Shortcuts): void {
  useDocumentKeys((event) => {
    if (!isDialogOpen()) runShortcut(event, keys);
  });
}
