// Global shortcuts: `?` lists them, `G` and a letter opens a page, `N` a new worklog, `Q` quick entry, `T` the timer,
// `X` stops it.

import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { canOpen, type RouteAccess } from '../routing/route-access.ts';
import { isDialogOpen, isPopupOpen, useDocumentKeys } from '../ui/document-keys.ts';
import { isShortcutDisabled } from '../ui/shortcuts.ts';
import { navigationItems } from './navigation-items.ts';
import { openQuickEntry } from './quick-entry.ts';

const chordMs = 1_500;

/** False for keys with modifiers, while a field has the focus, and while a dialog, menu or other popup is open. */
function isPageShortcut(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  if (isShortcutDisabled(event) || isDialogOpen() || isPopupOpen()) return false;
  const { target } = event;
  return !(target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role=dialog]'));
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
  const pressedG = useRef(0);
  const press = (event: KeyboardEvent, followsG: boolean) => {
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
  };
  useDocumentKeys((event) => {
    if (!isPageShortcut(event)) return;
    const followsG = event.timeStamp - pressedG.current < chordMs && pressedG.current > 0;
    pressedG.current = event.key.toLowerCase() === 'g' && !followsG ? event.timeStamp : 0;
    if (pressedG.current === 0) press(event, followsG);
  });
}
