// The keys that work everywhere: `?` lists them, `G` and a letter goes to a page, `N` begins a worklog, `Q` one in a line,
// `T` a timer.

import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { mayOpen, type Reader } from '../routing/openable.ts';
import { isSwitchedOff } from '../ui/shortcuts.ts';
import { placesOf } from './navigation.ts';
import { openQuickEntry } from './quick-entry.ts';

const chordMs = 1_500;

/** A key belongs to the field or dialog that has the focus, if there is one. */
function isForThePage(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  if (isSwitchedOff(event)) return false;
  const { target } = event;
  return !(
    target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role=dialog], dialog')
  );
}

/** Presses what is on the page for that key. Whether there was anything. */
export function pressShortcut(key: string): boolean {
  const button = document.querySelector<HTMLElement>(`[data-shortcut~="${key}"]`);
  button?.click();
  return button !== null;
}

/** On the page of worklogs as it is, with its week or its filter; from elsewhere by going there. */
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
      if (!isForThePage(event)) return;
      const isAfterG = event.timeStamp - pressedG < chordMs && pressedG > 0;
      pressedG = event.key.toLowerCase() === 'g' && !isAfterG ? event.timeStamp : 0;
      if (pressedG === 0) press(event, isAfterG);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
