// Global shortcuts: `?` lists them, `G` and a letter opens a page, `N` a new worklog, `Q` quick entry, `T` the timer.

import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { mayOpen, type Reader } from '../routing/openable.ts';
import { isSwitchedOff } from '../ui/shortcuts.ts';
import { placesOf } from './navigation.ts';
import { openQuickEntry } from './quick-entry.ts';

const chordMs = 1_500;

/** False for keys with modifiers, and while a field or dialog has the focus. */
function isPageShortcut(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  if (isSwitchedOff(event)) return false;
  const { target } = event;
  return !(
    target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role=dialog], dialog')
  );
}

/** Clicks the element with this shortcut; returns whether the page has one. */
export function pressShortcut(key: string): boolean {
  const button = document.querySelector<HTMLElement>(`[data-shortcut~="${key}"]`);
  button?.click();
  return button !== null;
}

/** On the worklogs page without changing its week or filter; from other pages by navigating to it. */
export function beginWorklog(navigate: ReturnType<typeof useNavigate>): void {
  if (!pressShortcut('N')) navigate({ to: '/worklogs', search: { new: 'true' } });
}

export function useShellKeys(reader: Reader, onHelp: () => void): void {
  const navigate = useNavigate();
  const press = useEffectEvent((event: KeyboardEvent, isAfterG: boolean) => {
    const key = event.key.toLowerCase();
    if (isAfterG) {
      const place = placesOf(reader).find(({ letter }) => letter === key);
      if (place) navigate({ to: place.path });
    } else if (key === '?') {
      onHelp();
    } else if (key === 'n' && mayOpen('/worklogs', reader)) {
      beginWorklog(navigate);
    } else if (key === 'q' && mayOpen('/worklogs', reader)) {
      openQuickEntry();
    } else if (key !== 't' || !pressShortcut('T')) return;
    event.preventDefault();
  });
  useEffect(() => {
    let pressedG = 0;
    const listen = (event: KeyboardEvent) => {
      if (!isPageShortcut(event)) return;
      const isAfterG = event.timeStamp - pressedG < chordMs && pressedG > 0;
      pressedG = event.key.toLowerCase() === 'g' && !isAfterG ? event.timeStamp : 0;
      if (pressedG === 0) press(event, isAfterG);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
