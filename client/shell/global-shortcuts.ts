// Global shortcuts: `?` lists them, `G` and a letter opens a page, `N` a new worklog, `Q` quick entry, `T` the timer,
// `X` stops it.

import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { canOpen, type RouteAccess } from '../routing/route-access.ts';
import { isShortcutDisabled } from '../ui/shortcuts.ts';
import { navigationItems } from './navigation-items.ts';
import { openQuickEntry } from './quick-entry.ts';

const chordMs = 1_500;

/** False for keys with modifiers, and while a field or dialog has the focus. */
function isPageShortcut(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  if (isShortcutDisabled(event)) return false;
  const { target } = event;
  return !(
    target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role=dialog], dialog')
  );
}

/** Clicks the element with this shortcut; returns whether the page has one. */
export function clickShortcut(key: string): boolean {
  const button = document.querySelector<HTMLElement>(`[data-shortcut~="${key}"]`);
  button?.click();
  return button !== null;
}

/** On the worklogs page without changing its week or filter; from other pages by navigating to it. */
export function openNewWorklog(navigate: ReturnType<typeof useNavigate>): void {
  if (!clickShortcut('N')) navigate({ to: '/worklogs', search: { new: 'true' } });
}

export function useGlobalShortcuts(access: RouteAccess, onHelp: () => void): void {
  const navigate = useNavigate();
  const press = useEffectEvent((event: KeyboardEvent, followsG: boolean) => {
    const key = event.key.toLowerCase();
    if (followsG) {
      const item = navigationItems(access).find(({ letter }) => letter === key);
      if (item) navigate({ to: item.path });
    } else if (key === '?') {
      onHelp();
    } else if (key === 'n' && canOpen('/worklogs', access)) {
      openNewWorklog(navigate);
    } else if (key === 'q' && canOpen('/worklogs', access)) {
      openQuickEntry();
    } else if (!(key === 't' || key === 'x') || !clickShortcut(key.toUpperCase())) return;
    event.preventDefault();
  });
  useEffect(() => {
    let pressedG = 0;
    const listen = (event: KeyboardEvent) => {
      if (!isPageShortcut(event)) return;
      const followsG = event.timeStamp - pressedG < chordMs && pressedG > 0;
      pressedG = event.key.toLowerCase() === 'g' && !followsG ? event.timeStamp : 0;
      if (pressedG === 0) press(event, followsG);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
