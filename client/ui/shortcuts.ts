// Single-letter shortcuts (WCAG 2.1.4): users can disable them; then letters do nothing and are neither shown nor announced.
// Named keys, such as Escape and the arrows, and combinations with Control or ⌘ are always enabled.

import { hasShortcuts, useSettings } from '../settings/settings.ts';

/** Whether the key is a single character while shortcuts are disabled: every key handler checks it. */
export const isShortcutDisabled = ({ key }: Pick<KeyboardEvent, 'key'>): boolean =>
  key.length === 1 && key !== ' ' && !hasShortcuts();

/** Props of a button with a shortcut; the key handler finds it by `data-shortcut`. */
export function useShortcutProps(keys: string | undefined) {
  const areEnabled = useSettings().hasShortcuts;
  if (keys === undefined) return {};
  const enabled = keys.split(' ').filter((key) => areEnabled || key.length > 1);
  return { 'data-shortcut': keys, 'aria-keyshortcuts': enabled.length > 0 ? enabled.join(' ') : undefined };
}
