// Single letters as shortcuts (WCAG 2.1.4): a person can switch them off, and then no letter does anything and none is shown
// or announced. Keys with a name, such as Escape and the arrows, and those with Control or ⌘ always act.

import { hasShortcuts, useSettings } from '../settings/settings.ts';

/** Whether a pressed key is a character of its own and these are switched off: to be asked by every handler of them. */
export const isSwitchedOff = ({ key }: Pick<KeyboardEvent, 'key'>): boolean =>
  key.length === 1 && key !== ' ' && !hasShortcuts();

/** On the button that a key presses: `data-shortcut` is how the key finds it. */
export function useShortcutProps(keys: string | undefined) {
  const isOn = useSettings().hasShortcuts;
  if (keys === undefined) return {};
  const acting = keys.split(' ').filter((key) => isOn || key.length > 1);
  return { 'data-shortcut': keys, 'aria-keyshortcuts': acting.length > 0 ? acting.join(' ') : undefined };
}
