// Single keys of a page: never those typed into a field, held down, or part of a chord of the shell.

import { useEffect, useEffectEvent } from 'react';
import { isShortcutDisabled } from '../ui/shortcuts.ts';

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat' | 'defaultPrevented' | 'target' | 'preventDefault'
>;

const fields = 'input, textarea, select, [contenteditable]';

type Keys = Readonly<Record<string, () => void>>;

/** Runs what belongs to the key and takes it. A dialog keeps its keys to itself; in a field they have another meaning. */
export function pressKey(event: Pressed, keys: Keys): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return;
  if (isShortcutDisabled(event)) return;
  if (event.target instanceof Element && event.target.closest(fields)) return;
  const run = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!run) return;
  event.preventDefault();
  run();
}

/** While the page is shown and no dialog is open over it. */
export function usePageKeys(keys: Keys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (document.querySelector('[role=dialog][aria-modal=true], dialog[open]')) return;
    pressKey(event, keys);
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
